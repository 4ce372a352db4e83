import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import type { ItemsGridProps } from './items-grid-props.ts'
import { QUIETLY } from './items-query.ts'
import { rowTotal } from './listing.ts'
import { indexNow, type Place, rowsPerPage, wantsMore, withRow } from './row-window.ts'
import { type Sort, useSort } from './sort.ts'

/** Rows drawn on either side of what is in sight. */
const OVERSCAN = 12

/** As in items-grid.css and tokens.css. */
function useRowShape() {
  const hasTwoLines = useMediaQuery('(max-width: 767px)')
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const oneLine = isCoarse ? 44 : 36
  return { hasTwoLines, rowHeight: hasTwoLines ? 60 : oneLine, newRowHeight: isCoarse ? 52 : 44, headHeight: isCoarse ? 44 : 34 }
}

export type GridRows = ReturnType<typeof useGridRows>

/** Which rows are drawn, which one is the current one, and what is loaded for them. */
export function useGridRows(props: ItemsGridProps, scroller: RefObject<HTMLDivElement | null>) {
  const { listing, query, openId, landing, newRow, frame } = props
  const { items } = listing
  const total = rowTotal(listing, query.hasNextPage)
  const { hasTwoLines, rowHeight, newRowHeight, headHeight } = useRowShape()
  const [place, setPlace] = useState<Place>({ index: 0 })
  const at = indexNow(place, items, total)

  const aboveRows = headHeight + (newRow === undefined ? 0 : newRowHeight)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: aboveRows,
    scrollPaddingStart: aboveRows,
    rangeExtractor: (range: Range) => withRow(defaultRangeExtractor(range), at),
  })
  const remeasure = useEffectEvent((_: number) => virtual.measure())
  useEffect(() => remeasure(rowHeight), [rowHeight])

  const goTo = (index: number) => {
    setPlace({ index, id: items[index]?.id })
    virtual.scrollToIndex(index)
  }
  const [sort] = useSort()
  const begin = useEffectEvent((_: Sort) => {
    setPlace({ index: 0 })
    virtual.scrollToOffset(0)
  })
  useEffect(() => begin(sort), [sort])
  useArrival(landing, items, goTo)
  const isSought = useArrival(openId, items, goTo)

  const lastInSight = virtual.range?.endIndex ?? 0
  useNextPages(query, wantsMore(lastInSight, items.length) || isSought)
  const focus = useRowFocus({ scroller, frame, at, openId })

  return {
    at,
    total,
    rowHeight,
    hasTwoLines,
    items,
    height: virtual.getTotalSize(),
    drawn: virtual.getVirtualItems().map(({ index }) => ({ index, top: index * rowHeight })),
    page: rowsPerPage((virtual.scrollRect?.height ?? 0) - headHeight, rowHeight),
    /** Makes a row the current one, without moving to it. */
    settle: (index: number) => setPlace({ index, id: items[index]?.id }),
    focusRow(index: number) {
      focus.follow()
      goTo(index)
    },
    focusHandlers: focus.handlers,
  }
}

/** Goes to an item when it is named and when it has come; not when a list that changed moves it. Tells whether it has yet to come. */
function useArrival(id: number | undefined, items: readonly { readonly id: number }[], goTo: (index: number) => void): boolean {
  const isFound = useMemo(() => items.some((item) => item.id === id), [items, id])
  const arrive = useEffectEvent((wanted: number | undefined) => goTo(items.findIndex((item) => item.id === wanted)))
  useEffect(() => {
    if (isFound) arrive(id)
  }, [id, isFound])
  return id !== undefined && !isFound
}

/** Loads page after page as long as they are wanted; one that failed is not asked for again by itself. */
function useNextPages({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: ItemsGridProps['query'], areWanted: boolean) {
  const isDue = areWanted && hasNextPage && !isFetching && !isFetchNextPageError
  const fetchMore = useEffectEvent(() => void fetchNextPage(QUIETLY))
  useEffect(() => {
    if (isDue) fetchMore()
  }, [isDue])
}

interface RowFocus extends Pick<ItemsGridProps, 'frame' | 'openId'> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly at: number
}

/** Keeps the focus on the current row: when it moves, when its place in the list changes, when what held the focus is gone, preview included. */
function useRowFocus({ scroller, frame, at, openId }: RowFocus) {
  const held = useRef(false)
  const previouslyOpen = useRef(openId)
  const follows = useRef(false)
  useLayoutEffect(() => {
    const focused = document.activeElement
    const isClosing = previouslyOpen.current !== undefined && openId === undefined
    previouslyOpen.current = openId
    const isLost = focused === frame.current || ((held.current || isClosing) && focused === document.body)
    const isElsewhere = focused instanceof HTMLElement && focused.matches('.items-row') && focused.dataset['index'] !== String(at)
    if (!isLost && !isElsewhere && !follows.current) return
    follows.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.focus({ preventScroll: true })
  })
  const follow = () => {
    follows.current = true
  }
  const handlers = {
    onFocus() {
      held.current = true
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      held.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
  return { follow, handlers }
}
