import { memo, useEffect, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import type { Annotation } from '../../contract/features/composed.ts'
import { displayedFromReference, type Size } from '../../paper/space/page-space.ts'
import { useTranslation } from '../lib/i18n.ts'
import { type Fillings, isFilled, type OwnBox } from './fillings.ts'
import { FittedText } from './fitted-text.tsx'
import { placeStyle } from './place-style.ts'
import { RemarkLayer } from './remark-layer.tsx'

/** A canvas takes four bytes for each pixel: beyond this a page is drawn coarser than the screen. */
const MOST_PIXELS = 12_000_000

const pixelRatio = ({ width, height }: Size, zoom: number): number =>
  Math.min(Math.max(1, devicePixelRatio), 3, Math.sqrt(MOST_PIXELS / (width * height * zoom * zoom)))

/** A box with its number among all of the signer's. */
export interface NumberedBox {
  readonly box: OwnBox
  readonly number: number
}

interface PageSheetProps {
  /** From 0. */
  readonly index: number
  readonly size: Size
  readonly zoom: number
  readonly boxes: readonly NumberedBox[]
  readonly annotations: readonly Annotation[]
  readonly fillings: Fillings
  readonly onBox: (box: OwnBox) => void
}

/** A page with what is written on it, and the signer's own boxes. Only near the screen it is drawn. */
export const PageSheet = memo(function PageSheet({ index, size, zoom, boxes, annotations, fillings, onBox }: PageSheetProps) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLElement>(null)
  const isNear = useNear(sheet)
  return (
    <section
      ref={sheet}
      className="sign-sheet"
      aria-label={t('sign.page', { page: index + 1 })}
      style={{ width: size.width * zoom, height: size.height * zoom }}
    >
      {isNear && <PageCanvas index={index} size={size} zoom={zoom} />}
      {isNear && <RemarkLayer annotations={annotations} page={size} zoom={zoom} />}
      {boxes.map(({ box, number }) => (
        <BoxButton key={box.id} box={box} number={number} page={size} zoom={zoom} fillings={fillings} onBox={onBox} />
      ))}
    </section>
  )
})

function useNear(sheet: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!sheet.current) return
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), { rootMargin: '100% 0px' })
    observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [sheet])
  return isNear
}

/** The drawing of a page. At another zoom the old one stays, stretched, until the new one is there. */
function PageCanvas({ index, size, zoom }: Pick<PageSheetProps, 'index' | 'size' | 'zoom'>) {
  const { t } = useTranslation()
  const [drawn, setDrawn] = useState<number>()
  const zooms = drawn === undefined || drawn === zoom ? [zoom] : [drawn, zoom]
  return zooms.map((each) => (
    <div
      key={each}
      className="sign-drawing"
      data-under-way={each !== drawn || undefined}
      style={{
        transform: `scale(${(size.width * zoom) / Math.floor(size.width * each)}, ${(size.height * zoom) / Math.floor(size.height * each)})`,
      }}
    >
      <Page
        pageIndex={index}
        scale={each}
        devicePixelRatio={pixelRatio(size, each)}
        renderTextLayer={false}
        renderAnnotationLayer={false}
        loading={drawn === undefined ? <p className="sign-note">{t('common.loading')}</p> : null}
        error={<p className="sign-note">{t('sign.pageFailed')}</p>}
        onRenderSuccess={() => setDrawn(each)}
      />
    </div>
  ))
}

interface BoxButtonProps extends Pick<PageSheetProps, 'zoom' | 'fillings' | 'onBox'>, NumberedBox {
  readonly page: Size
}

function BoxButton({ box, number, page, zoom, fillings, onBox }: BoxButtonProps) {
  const { t } = useTranslation()
  const { id, typeName, required, scaledX: x, scaledY: y, scaledW: w, scaledH: h } = box
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
      aria-label={t('sign.boxName', { number, kind, state })}
      style={placeStyle(place, zoom)}
      onClick={() => onBox(box)}
    >
      {filling && 'image' in filling && <img src={filling.image} alt="" draggable={false} />}
      {filling && 'text' in filling && <FittedText text={filling.text} height={place.h} zoom={zoom} />}
      {!filling && (
        <span className="sign-box-label">
          <span className="sign-box-number numbers">{number}</span>
          <span>{kind}</span>
        </span>
      )}
    </button>
  )
}

/** The id of a box's element, to which the way leads. */
export const boxElementId = (id: string): string => `box-${id}`
