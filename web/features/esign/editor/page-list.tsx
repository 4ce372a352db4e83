import './pages.css'
import {
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Participant } from '../../../../contract/features/composed.ts'
import {
  displayedFromScreen,
  type Rect,
  type Size,
  type SpacePoint,
} from '../../../../paper/space/page-space.ts'
import { groupByPage } from '../../../lib/group-by-page.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { PageSheet, type ShowGuides } from './page-sheet.tsx'
import { isDrawing, type Mode } from './pieces/modes.ts'
import { isStroke, type Piece, type Pieces } from './pieces/pieces.ts'
import type { Pen } from './pieces/stroke-layer.tsx'
import type { PieceHands } from './pieces/use-piece-drag.ts'
import { usePageColumn } from './use-page-column.ts'

const PAGE_GAP = 24

export interface PageListHandle {
  reveal(page: number): void
  room(): Size
}

interface PageListProps {
  readonly ref: Ref<PageListHandle>
  readonly pages: readonly Size[]
  readonly zoom: number
  readonly pieces: Pieces
  readonly selected: ReadonlySet<string>
  readonly focus: string | undefined
  readonly participants: readonly Participant[]
  readonly mode: Mode
  readonly pen: Pen | undefined
  readonly isLocked: boolean
  readonly onSelect: (ids: readonly string[], isMore: boolean) => void
  readonly onMoved: (dx: number, dy: number) => void
  readonly onResized: (piece: Piece) => void
  readonly onPress: (at: SpacePoint & { readonly page: number }) => void
  readonly onStroke: (page: number, path: readonly number[]) => void
  readonly onCurrent: (page: number) => void
}

const NONE: Pieces = []

function useByPage(pieces: Pieces): ReadonlyMap<number, Pieces> {
  const before = useRef<ReadonlyMap<number, Pieces>>(new Map())
  const byPage = useMemo(() => {
    const groups = groupByPage(pieces, ({ page }) => page)
    const isSame = (a: Pieces, b: Pieces) =>
      a.length === b.length && a.every((piece, index) => piece === b[index])
    return new Map(
      [...groups].map(([page, own]) => [
        page,
        [before.current.get(page)].find((old) => old && isSame(old, own)) ?? own,
      ]),
    )
  }, [pieces])
  useEffect(() => {
    before.current = byPage
  }, [byPage])
  return byPage
}

export function PageList(props: PageListProps) {
  const {
    ref,
    pages,
    zoom,
    pieces,
    selected,
    focus,
    participants,
    mode,
    pen,
    isLocked,
    onStroke,
    onCurrent,
  } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const byPage = useByPage(pieces)
  const heightOf = (index: number) => (pages[index]?.height ?? 0) * zoom
  const virtualizer = usePageColumn({
    scroller,
    count: pages.length,
    heightOf,
    gap: PAGE_GAP,
    onCurrent,
  })
  useImperativeHandle(ref, () => ({
    reveal: (page) => virtualizer.scrollToIndex(page, { align: 'start' }),
    room: () => ({
      width: (scroller.current?.clientWidth ?? 0) - 2 * PAGE_GAP,
      height: (scroller.current?.clientHeight ?? 0) - 2 * PAGE_GAP,
    }),
  }))

  useKeptPlace(scroller, zoom, () => virtualizer.measure())

  const guides = useRef(new Map<number, ShowGuides>())
  const onGuideLines = useCallback((page: number, show: ShowGuides | undefined) => {
    if (show) guides.current.set(page, show)
    else guides.current.delete(page)
  }, [])
  const hands = usePieceHands(props, scroller, guides)
  usePresses(scroller, props)

  const width = Math.max(...pages.map((page) => page.width * zoom)) + 2 * PAGE_GAP
  return (
    <div
      className="page-frame"
      data-places={mode !== 'NONE' || undefined}
      data-draws={isDrawing(mode) || undefined}
    >
      <ScrollArea ref={scroller} className="page-list" label={t('compose.documentPages')}>
        <div
          className="page-column"
          style={{ height: virtualizer.getTotalSize(), minWidth: width }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const size = pages[index]
            return (
              size && (
                <div
                  key={index}
                  className="page-place"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <PageSheet
                    index={index}
                    size={size}
                    zoom={zoom}
                    pieces={byPage.get(index) ?? NONE}
                    selected={selected}
                    focus={focus}
                    participants={participants}
                    mode={mode}
                    pen={pen}
                    isLocked={isLocked}
                    hands={hands}
                    onStroke={onStroke}
                    onGuideLines={onGuideLines}
                  />
                </div>
              )
            )
          })}
        </div>
      </ScrollArea>
    </div>
  )
}

function useKeptPlace(
  scroller: { readonly current: HTMLElement | null },
  zoom: number,
  measure: () => void,
): void {
  const before = useRef(zoom)
  const keep = useEffectEvent(() => {
    measure()
    const element = scroller.current
    const ratio = zoom / before.current
    before.current = zoom
    if (!element || ratio === 1) return
    const { scrollTop, clientHeight, scrollLeft, clientWidth } = element
    element.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
    element.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
  })
  useLayoutEffect(() => {
    if (zoom > 0) keep()
  }, [zoom])
}

function usePieceHands(
  { pieces, selected, onSelect, onMoved, onResized }: PageListProps,
  scroller: { readonly current: HTMLElement | null },
  guides: { readonly current: ReadonlyMap<number, ShowGuides> },
): PieceHands {
  const latest = useRef({ pieces, selected, onSelect, onMoved, onResized })
  useLayoutEffect(() => {
    latest.current = { pieces, selected, onSelect, onMoved, onResized }
  })
  return useMemo<PieceHands>(
    () => ({
      onSelect: (id, isMore) => latest.current.onSelect([id], isMore),
      onMoved: (dx, dy) => latest.current.onMoved(dx, dy),
      onResized: (piece) => latest.current.onResized(piece),
      onDragging(offset) {
        scroller.current?.style.setProperty(
          '--drag',
          offset ? `${offset.x}px ${offset.y}px` : 'none',
        )
      },
      onGuides: (page, lines) => guides.current.get(page)?.(lines),
      othersOf({ id, page }): readonly Rect[] {
        const others = latest.current.pieces.filter(
          (other) =>
            other.page === page &&
            other.id !== id &&
            !isStroke(other) &&
            !latest.current.selected.has(other.id),
        )
        return others.map(({ rect }) => rect)
      },
    }),
    [scroller, guides],
  )
}

function usePresses(
  scroller: { readonly current: HTMLElement | null },
  { mode, pages, zoom, onPress, onSelect }: PageListProps,
): void {
  const press = useEffectEvent((event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    const sheet = target?.closest<HTMLElement>('.sheet')
    if (mode === 'NONE') {
      if (!target?.closest('.piece')) onSelect([], false)
      return
    }
    const page = Number(sheet?.dataset['page']) - 1
    if (!sheet || isDrawing(mode) || !pages[page]) return
    const { left, top } = sheet.getBoundingClientRect()
    const { x, y } = displayedFromScreen(
      { x: event.clientX - left, y: event.clientY - top, w: 0, h: 0 },
      zoom,
    )
    onPress({ x, y, page })
  })
  useEffect(() => {
    const element = scroller.current
    const hear = (event: MouseEvent) => press(event)
    element?.addEventListener('click', hear)
    return () => element?.removeEventListener('click', hear)
  }, [scroller])
}
