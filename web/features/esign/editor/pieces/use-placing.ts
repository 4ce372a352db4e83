import type { Dispatch } from 'react'
import { ANNOTATION_DEFAULTS } from '../../../../../contract/features/composed.ts'
import type { Size, SpacePoint } from '../../../../../paper/space/page-space.ts'
import { systemClock } from '../../../../lib/browser/clock.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { EditorAction } from '../editor-state.ts'
import { isDrawing, type Mode } from './modes.ts'
import { boundsOf, droppedField, newId, type Piece, stampSize } from './pieces.ts'
import type { Pen } from './stroke-layer.tsx'
import { useStamp } from './use-stamp.ts'

const INK_COLOR = '#1a1f2b'
const PENS: Readonly<Record<'HIGHLIGHT' | 'INK', Pen>> = {
  HIGHLIGHT: {
    kind: 'HIGHLIGHT',
    thickness: ANNOTATION_DEFAULTS.highlightThickness,
    opacity: 1,
    color: '#ffd84d',
  },
  INK: {
    kind: 'INK',
    thickness: ANNOTATION_DEFAULTS.inkThickness,
    opacity: ANNOTATION_DEFAULTS.inkOpacity,
    color: INK_COLOR,
  },
}
const NOTE_SIZE: Size = { width: 160, height: 28 }

type PagePoint = SpacePoint & { readonly page: number }

interface Placing {
  readonly mode: Mode
  readonly dispatch: Dispatch<EditorAction>
  readonly pages: readonly Size[]
  readonly assignee: number | null
  readonly onPlaced: (piece: Piece) => void
}

const rectAt = ({ x, y }: SpacePoint, size: Size, page: Size) => ({
  x: Math.max(0, Math.min(x, page.width - size.width)),
  y: Math.max(0, Math.min(y, page.height - size.height)),
  w: Math.min(size.width, page.width),
  h: Math.min(size.height, page.height),
})

export function usePlacing({ mode, dispatch, pages, assignee, onPlaced }: Placing) {
  const { t } = useTranslation()
  const setMode = (next: Mode) => dispatch({ type: 'mode', mode: next })
  const stamping = useStamp(() => setMode('IMAGE'))

  const pieceAt = (at: PagePoint): Piece | undefined => {
    const size = pages[at.page]
    if (!size) return undefined
    const now = systemClock.now()
    if (mode === 'SIGN' || mode === 'TEXT') return droppedField(mode, at, size, assignee, now)
    const own = { id: newId(now), page: at.page }
    if (mode === 'NOTE') {
      const note = { text: t('compose.text'), size: ANNOTATION_DEFAULTS.textSize, color: INK_COLOR }
      return { ...own, kind: 'NOTE', rect: rectAt(at, NOTE_SIZE, size), ...note }
    }
    if (mode === 'IMAGE' && stamping.stamp) {
      const image = stampSize(stamping.stamp, size, ANNOTATION_DEFAULTS.stampShare)
      return { ...own, kind: 'IMAGE', rect: rectAt(at, image, size), image: stamping.stamp.id }
    }
    return undefined
  }
  const place = (at: PagePoint) => {
    const piece = pieceAt(at)
    if (!piece) return
    dispatch({ type: 'add', piece })
    onPlaced(piece)
  }
  return {
    stamping,
    setMode,
    place,
    placeMiddle(page: number) {
      const { width, height } = pages[page] ?? { width: 0, height: 0 }
      place({ x: width / 2 - 60, y: height / 2 - 60, page })
    },
    draw(page: number, path: readonly number[]) {
      if (!isDrawing(mode)) return
      const paths = [path]
      const piece: Piece = {
        id: newId(systemClock.now()),
        page,
        ...PENS[mode],
        paths,
        rect: boundsOf(paths),
      }
      dispatch({ type: 'add', piece, keepsMode: true })
    },
    pen: isDrawing(mode) ? PENS[mode] : undefined,
  }
}
