import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { rowsPerPage } from '../../../lib/input/row-keys.ts'
import { useFocusedRow } from '../input/use-focused-row.ts'
import type { ItemsGridProps } from './items-grid-props.ts'
import { usePosition } from './items-query.ts'
import { drawnRows, indexNow, type RowPosition, rowAhead, rowBehind } from './row-window.ts'
import { type Sort, useSort } from './sort.ts'
import { useRowShape } from './use-row-shape.ts'
import { useRowSight } from './use-row-sight.ts'
import type { Table } from './use-table.ts'

export type GridRows = ReturnType<typeof useGridRows>

export function useGridRows(props: ItemsGridProps, scroller: RefObject<HTMLDivElement | null>) {
  const { table, openId, landing, newRow, frame } = props
  const { rows } = table
  const { hasTwoLines, rowHeight, newRowHeight, headHeight } = useRowShape()
  const [place, setPlace] = useState<RowPosition>({ index: 0 })
  const at = indexNow(place, rows)
  const view = useRowSight(scroller, {
    rowHeight,
    above: headHeight + (newRow === undefined ? 0 : newRowHeight),
  })

  const settle = (index: number) => setPlace({ index, id: rows.rowAt(index)?.item?.id })
  const goTo = (index: number) => {
    settle(index)
    view.reveal(index)
  }
  const [sort] = useSort()
  const begin = useEffectEvent((_: Sort) => {
    setPlace({ index: 0 })
    view.toTop()
  })
  useEffect(() => begin(sort), [sort])
  useArrival(landing, table, goTo)
  const preview = useArrival(openId, table, goTo)

  const drawn = drawnRows(view.sight, rows.total, at)
  useWindows(table, [...drawn, rowBehind(view.sight, rows.total), rowAhead(view.sight, rows.total)])
  const focus = useListFocus({ scroller, frame, at, openId })

  return {
    at,
    rows,
    rowHeight,
    hasTwoLines,
    height: rows.total * rowHeight,
    drawn,
    page: rowsPerPage(view.height, rowHeight),
    settle,
    focusRow(index: number) {
      focus.follow()
      goTo(index)
    },
    leadTo: preview.leadTo,
    focusHandlers: focus.handlers,
  }
}

/** Goes to a named item once; the server locates unloaded ones. */
function useArrival(
  id: number | undefined,
  { rows, query, listed }: Table,
  goTo: (index: number) => void,
) {
  const [arrived, setArrived] = useState<number>()
  const led = useRef(new Set<number>())
  const isDue = id !== undefined && id !== arrived
  const isFound = isDue && rows.indexOf(id) >= 0
  const isAway = isDue && !isFound && query.data?.isWhole === false
  const position = usePosition(listed, isAway ? id : undefined)
  const arrive = useEffectEvent((wanted: number) => {
    if (!led.current.delete(wanted)) goTo(rows.indexOf(wanted))
    setArrived(wanted)
  })
  const approach = useEffectEvent((wanted: number, place: number) => {
    if (!led.current.has(wanted)) goTo(rows.indexAt(listed.parent, place))
  })
  useEffect(() => {
    if (isFound) arrive(id)
    if (id !== undefined) return
    setArrived(undefined)
    led.current.clear()
  }, [id, isFound])
  useEffect(() => {
    if (isAway && position !== undefined) approach(id, position)
  }, [isAway, id, position])
  return { leadTo: (item: number) => void led.current.add(item) }
}

/** Scrollbar drags pass hundreds of windows. */
const REST_MS = 60

function useWindows({ rows, want }: Table, indices: readonly number[]) {
  const windows = rows.windowsOf(indices)
  const key = [...windows].map(([folder, some]) => `${folder}:${some.join()}`).join(';')
  const wantNow = useEffectEvent(() => want(windows))
  useEffect(() => (key === '' ? undefined : systemClock.after(REST_MS, () => wantNow())), [key])
}

interface ListFocus extends Pick<ItemsGridProps, 'frame' | 'openId'> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly at: number
}

function useListFocus({ scroller, frame, at, openId }: ListFocus) {
  const previouslyOpen = useRef(openId)
  const isLost = (focused: Element | null, held: boolean) => {
    const isClosing = previouslyOpen.current !== undefined && openId === undefined
    previouslyOpen.current = openId
    return focused === frame.current || ((held || isClosing) && focused === document.body)
  }
  return useFocusedRow({ scroller, at, row: '.items-row', isLost })
}
