import { useLocation } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { loadGuide } from '../screens/late-parts.ts'
import { useApp, useView } from '../use-app.ts'
import type { GuideLayerProps } from './guide-layer.tsx'

interface GuideParts {
  readonly button: ReactNode
  readonly layer: ReactNode
}

export function useGuide(isReady: boolean, isGated: boolean): GuideParts {
  const { i18n } = useApp()
  const { t } = useTranslation()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isViewing = useView() !== undefined
  const alertError = useErrorAlert()
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
    if (!Layer) void load().catch(alertError)
  }
  return {
    button: (
      <IconButton ref={button} icon={CircleQuestionMark} label={t('app.guide')} onClick={ask} />
    ),
    layer: Layer && (
      <Layer path={path} isGated={isGated} isViewing={isViewing} asked={asked} button={button} />
    ),
  }
}
