import { memo, useEffect, useRef, useState } from 'react'
import type { Annotation } from '../../../contract/features/composed.ts'
import { displayedFromReference, type Size } from '../../../paper/space/page-space.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { PageCanvas, type Sharpness } from '../../ui/page/page-canvas.tsx'
import { type Fillings, isFilled, type OwnBox } from '../fillings.ts'
import { FittedText } from '../signature/fitted-text.tsx'
import { placeStyle } from './place-style.ts'
import { RemarkLayer } from './remark-layer.tsx'

/** Phones have little memory. */
const SHARPNESS: Sharpness = { ratio: 3, pixels: 12_000_000 }

export interface NumberedBox {
  readonly box: OwnBox
  readonly number: number
}

interface PageSheetProps {
  readonly index: number
  readonly size: Size
  readonly zoom: number
  readonly boxes: readonly NumberedBox[]
  readonly annotations: readonly Annotation[]
  readonly fillings: Fillings
  readonly onBox: (box: OwnBox) => void
  readonly onRetry: () => void
}

export const PageSheet = memo(function PageSheet(props: PageSheetProps) {
  const { index, size, zoom, boxes, annotations, fillings, onBox, onRetry } = props
  const { t } = useTranslation()
  const sheet = useRef<HTMLElement>(null)
  const isNear = useNear(sheet)
  const [isFailed, setFailed] = useState(false)
  return (
    <section
      ref={sheet}
      className="sign-sheet"
      aria-label={t('sign.page', { page: index + 1 })}
      style={{ width: size.width * zoom, height: size.height * zoom }}
    >
      {isNear && (
        <PageCanvas
          index={index}
          size={size}
          zoom={zoom}
          sharpness={SHARPNESS}
          loading={t('common.loading')}
          failed={t('sign.pageFailed')}
          onFailed={() => setFailed(true)}
        />
      )}
      {isFailed && (
        <div className="page-retry">
          <Button size="small" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {isNear && <RemarkLayer annotations={annotations} page={size} zoom={zoom} />}
      {boxes.map(({ box, number }) => (
        <BoxButton
          key={box.id}
          box={box}
          number={number}
          page={size}
          zoom={zoom}
          fillings={fillings}
          onBox={onBox}
        />
      ))}
    </section>
  )
})

function useNear(sheet: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!sheet.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting === true),
      { rootMargin: '100% 0px' },
    )
    observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [sheet])
  return isNear
}

interface BoxButtonProps extends Pick<PageSheetProps, 'zoom' | 'fillings' | 'onBox'>, NumberedBox {
  readonly page: Size
}

function BoxButton({ box, number, page, zoom, fillings, onBox }: BoxButtonProps) {
  const { t } = useTranslation()
  const { id, typeName, required, label = '', scaledX: x, scaledY: y, scaledW: w, scaledH: h } = box
  const filling = isFilled(box, fillings) ? fillings[id] : undefined
  const kind = t(typeName === 'SIGN' ? 'sign.signatureBox' : 'sign.textBox')
  const place = displayedFromReference({ x, y, w, h }, page)
  const state = t(filling ? 'sign.filled' : required ? 'sign.required' : 'sign.optional')
  return (
    <button
      type="button"
      id={boxElementId(id)}
      className="sign-box"
      data-filled={filling !== undefined || undefined}
      data-optional={!required || undefined}
      aria-label={t(label ? 'sign.boxLabelled' : 'sign.boxName', { number, kind, label, state })}
      style={placeStyle(place, zoom)}
      onClick={() => onBox(box)}
    >
      {filling && 'image' in filling && <img src={filling.image} alt="" draggable={false} />}
      {filling && 'text' in filling && (
        <FittedText text={filling.text} height={place.h} zoom={zoom} />
      )}
      {!filling && (
        <span className="sign-box-label" data-named={label !== '' || undefined}>
          <span className="sign-box-number numbers">{number}</span>
          <span>{label || kind}</span>
        </span>
      )}
    </button>
  )
}

export const boxElementId = (id: string): string => `box-${id}`
