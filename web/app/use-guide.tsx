import { useLocation } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from '../lib/i18n.ts'
import { IconButton } from '../ui/button.tsx'
import { useTellError } from '../ui/use-tell-error.ts'
import type { GuideLayerProps } from './guide-layer.tsx'
import { useHouse, useView } from './house-context.ts'
import { loadGuide } from './late-parts.ts'

interface GuideParts {
  /** Last in the header, on every screen. */
  readonly button: ReactNode
  readonly layer: ReactNode
}

/**
 * The guide of the screen. It is loaded behind the screen, which can be worked with before and without it.
 * @param isReady the screen has what it shows first.
 */
export function useGuide(isReady: boolean, isGated: boolean): GuideParts {
  const { i18n } = useHouse()
  const { t } = useTranslation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isViewing = useView() !== undefined
  const tellError = useTellError()
  const [Layer, setLayer] = useState<ComponentType<GuideLayerProps>>()
  const [asked, setAsked] = useState(0)
  const button = useRef<HTMLButtonElement>(null)

  const load = async () => {
    const { GuideLayer } = await loadGuide(i18n)
    setLayer(() => GuideLayer)
  }
  const loadBehind = useEffectEvent(() => void load().catch(() => undefined))
  useEffect(() => {
    if (isReady) loadBehind()
  }, [isReady])
  const ask = () => {
    setAsked(asked + 1)
    if (!Layer) void load().catch(tellError)
  }
  return {
    button: <IconButton ref={button} icon={CircleQuestionMark} label={t('app.guide')} onClick={ask} />,
    layer: Layer && <Layer path={path} isGated={isGated} isViewing={isViewing} asked={asked} button={button} />,
  }
}
