import './panel-resizer.css'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { type PanelShare, SHARE } from './panel-share.ts'

const STEP = 2

interface PanelResizerProps {
  readonly panelId: string
  readonly share: PanelShare
}

export function PanelResizer({ panelId, share }: PanelResizerProps) {
  const { t } = useTranslation()
  const [isMoving, setMoving] = useState(false)

  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setMoving(true)
  }
  const onPointerMove = ({ currentTarget, clientX }: PointerEvent<HTMLHRElement>) => {
    const place = isMoving
      ? currentTarget.parentElement?.parentElement?.getBoundingClientRect()
      : undefined
    if (place) share.move(((place.right - clientX) / place.width) * 100)
  }
  const onPointerEnd = () => {
    if (!isMoving) return
    setMoving(false)
    share.keep(share.share)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = {
      ArrowLeft: share.share + STEP,
      ArrowRight: share.share - STEP,
      Home: SHARE.min,
      End: SHARE.max,
    }[event.key]
    if (next !== undefined) share.keep(next)
    else if (event.key === 'Enter') share.keep()
    else return
    event.preventDefault()
  }
  return (
    <hr
      className="viewer-resizer"
      aria-orientation="vertical"
      aria-controls={panelId}
      aria-label={t('viewer.width')}
      aria-valuemin={SHARE.min}
      aria-valuemax={SHARE.max}
      aria-valuenow={Math.round(share.share)}
      aria-valuetext={t('viewer.percent', { percent: Math.round(share.share) })}
      tabIndex={0}
      data-moving={isMoving || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={() => share.keep()}
      onKeyDown={onKeyDown}
    />
  )
}
