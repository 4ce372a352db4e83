import { type RefObject, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { changeObstacle } from '../actions/item-rules.ts'
import { closest, indexOf, isCommand, rowAt } from '../list/grid-targets.ts'
import { indented } from '../list/row-place.ts'
import { useSort } from '../list/sort.ts'
import type { GridRows } from '../list/use-grid-rows.ts'
import { type DropGap, findGap, gapUnder } from './drop-gap.ts'

/** The values are pixels of scrolled content. */
interface GapLine {
  readonly top: number
  readonly indent: number
}

export function useDropGap(
  { rows, hasTwoLines }: GridRows,
  scroller: RefObject<HTMLElement | null>,
) {
  const [sort] = useSort()
  const [line, setLine] = useState<GapLine>()

  const find = (
    event: DragEvent,
    items: readonly Item[],
    isEntered: boolean,
  ): DropGap | undefined => {
    if (sort !== 'index' || isCommand(event) || changeObstacle(items, 'edit')) return undefined
    const index = indexUnder(event, rows.total, isEntered)
    return index === undefined ? undefined : findGap(rows, items, index)
  }
  const show = (gap: DropGap | undefined) => {
    const view = scroller.current
    const body = view?.querySelector('.row-grid-body')
    if (!gap || !view || !body) return setLine(undefined)
    const start =
      body.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop
    const top = start + (body.clientHeight * gap.index) / rows.total
    const indent = Number(indented(gap.level, hasTwoLines).marginInlineStart)
    setLine((shown) => (shown?.top === top && shown.indent === indent ? shown : { top, indent }))
  }
  return { find, show, line }
}

function indexUnder(
  { target, clientY }: DragEvent,
  total: number,
  isEntered: boolean,
): number | undefined {
  const row = rowAt(target)
  if (!row?.classList.contains('items-row')) {
    const body = closest(target, '.items-scroller')?.querySelector('.row-grid-body')
    return body && clientY >= body.getBoundingClientRect().bottom ? total : undefined
  }
  const { top, height } = row.getBoundingClientRect()
  return gapUnder(indexOf(row), (clientY - top) / height, isEntered)
}
