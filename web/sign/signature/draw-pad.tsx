import { Eraser, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { pngOf } from './signature-image.ts'

interface PartProps {
  readonly onImage: (image: string | undefined) => void
}

const INK = '#14213d'
/** Code reads the drawing after each stroke. */
const OPEN: CanvasRenderingContext2DSettings = { willReadFrequently: true }
/** Exceeds the screen for sharp printing. */
const SHARPNESS = 3

export function DrawPad({ onImage }: PartProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const report = useEffectEvent(onImage)
  const [strokes, setStrokes] = useState(0)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const ratio = Math.max(SHARPNESS, devicePixelRatio)
    const measure = () => {
      element.width = element.clientWidth * ratio
      element.height = element.clientHeight * ratio
      element.getContext('2d', OPEN)?.scale(ratio, ratio)
    }
    measure()
    const own = new SignaturePad(element, {
      penColor: INK,
      minWidth: 0.8,
      maxWidth: 3,
      canvasContextOptions: OPEN,
    })
    pad.current = own
    const ended = () => {
      setStrokes(own.toData().length)
      report(pngOf(element))
    }
    const observer = new ResizeObserver(() => {
      if (element.width === Math.floor(element.clientWidth * ratio)) return
      measure()
      own.fromData(own.toData())
    })
    observer.observe(element)
    own.addEventListener('endStroke', ended)
    return () => {
      observer.disconnect()
      own.off()
    }
  }, [])

  const change = (kept: 'none' | 'butLast') => {
    const own = pad.current
    if (!own || !canvas.current) return
    const left = kept === 'none' ? [] : own.toData().slice(0, -1)
    own.clear()
    own.fromData(left)
    setStrokes(left.length)
    onImage(left.length > 0 ? pngOf(canvas.current) : undefined)
  }
  const isEmpty = strokes === 0 ? t('sign.nothingDrawn') : undefined
  return (
    <div className="sign-part">
      <div className="sign-paper">
        <canvas ref={canvas} className="sign-pad" role="img" aria-label={t('sign.padName')} />
        {strokes === 0 && <p aria-hidden="true">{t('sign.drawHere')}</p>}
      </div>
      <div className="sign-part-buttons">
        <Button
          size="small"
          icon={Undo2}
          blockedBecause={isEmpty}
          onClick={() => change('butLast')}
        >
          {t('sign.undo')}
        </Button>
        <Button size="small" icon={Eraser} blockedBecause={isEmpty} onClick={() => change('none')}>
          {t('sign.clear')}
        </Button>
      </div>
    </div>
  )
}
