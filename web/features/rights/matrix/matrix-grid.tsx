import './matrix-grid.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import { RowGap } from '../../../ui/list/rows-in-sight.tsx'
import type { Group } from '../cells.ts'
import { LevelMenu } from './level-menu.tsx'
import type { Lines } from './lines.ts'
import { cellIdOf, GridLine } from './matrix-line.tsx'
import { type Grants, type MatrixRow, rowOf } from './matrix-model.ts'
import { type CellPosition, FIRST, type Selection, selectAt, selectionWithin } from './selection.ts'
import type { MatrixEdits } from './use-matrix.ts'
import { useMatrixKeys } from './use-matrix-keys.ts'

const HEAD_HEIGHT = 44
const COLUMN_WIDTH = 116
const TIME_STEP_MS = 60_000

interface MatrixGridProps extends Lines {
  readonly groups: readonly Group[]
  readonly grants: Grants
  readonly edits: MatrixEdits
  readonly isBlocked: boolean
  readonly onToggle: ((folder: number, isOpen: boolean) => void) | undefined
  readonly onDetails: (row: MatrixRow) => void
}

interface OpenMenu {
  readonly anchor: Element
  readonly row: MatrixRow
}

/** The grid is one Tab stop. */
export function MatrixGrid({ lines, onGap, retry, groups, grants, edits, isBlocked, onToggle, onDetails }: MatrixGridProps) {
  const { t } = useTranslation()
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setSelection] = useState(FIRST)
  const [menu, setMenu] = useState<OpenMenu>()
  const selection = useMemo(
    () => selectionWithin(chosen, { lines: lines.length, columns: groups.length }),
    [chosen, lines.length, groups.length],
  )
  const sight = useSight(table, lines.length, groups.length)
  useGaps(
    lines,
    sight.rows.map(({ index }) => index),
    onGap,
  )

  const cellId = (place: CellPosition) => cellIdOf(id, place)
  const select = (next: Selection) => {
    setSelection(next)
    sight.reveal(next.active)
  }
  const toggle = ({ line }: CellPosition, isOpen: boolean) => {
    const row = rowOf(lines[line])
    if (row) onToggle?.(row.itemId, isOpen)
  }
  const openMenu = (place: CellPosition) => {
    const anchor = document.getElementById(cellId(place))
    const row = rowOf(lines[place.line])
    if (anchor && row) setMenu({ anchor, row })
  }
  const now = Math.floor(systemClock.now() / TIME_STEP_MS) * TIME_STEP_MS
  const { onKeyDown, onCopy, onPaste, setLevel } = useMatrixKeys({
    ...{ groups, lines, grants, edits, selection, pageLines: sight.pageLines, isBlocked, now },
    ...{ onSelect: select, onToggle: toggle, onMenu: openMenu },
  })
  const onPress = (event: MouseEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    if (!place) return
    const { active, anchor } = selection
    const isAgain = place.column > 0 && active.line === place.line && active.column === place.column
    table.current?.focus({ preventScroll: true })
    if (event.shiftKey && place.column > 0) setSelection({ active: place, anchor })
    else if (isAgain) openMenu(place)
    else setSelection(selectAt(place))
  }
  const [firstColumn, lastColumn] = [sight.columns[0]?.index ?? 0, sight.columns.at(-1)?.index ?? -1]
  const shown = useMemo(
    () => groups.slice(firstColumn, lastColumn + 1).map((group, at) => ({ column: firstColumn + at + 1, group })),
    [groups, firstColumn, lastColumn],
  )
  return (
    <div className="matrix">
      <table
        ref={table}
        role="treegrid"
        className="matrix-table"
        tabIndex={0}
        style={{ width: sight.width }}
        aria-label={t('matrix.grid')}
        aria-multiselectable="true"
        aria-rowcount={lines.length + 1}
        aria-colcount={groups.length + 1}
        aria-activedescendant={cellId(selection.active)}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
        onClick={onPress}
      >
        <colgroup>
          <col style={{ width: sight.nameWidth }} />
          <col style={{ width: sight.before }} />
          {shown.map(({ group }) => (
            <col key={group.id} style={{ width: COLUMN_WIDTH }} />
          ))}
          <col style={{ width: sight.after }} />
        </colgroup>
        <MatrixHead shown={shown} />
        <RowGap height={sight.above} columns={shown.length + 3} />
        <tbody>
          {sight.rows.map(({ index }) => (
            <GridLine
              key={index}
              line={lines[index]}
              index={index}
              height={sight.rowHeight}
              columns={shown}
              grants={grants}
              edits={edits.edits}
              selection={selection}
              now={now}
              gridId={id}
              onToggle={onToggle}
              onRetry={retry}
            />
          ))}
        </tbody>
        <RowGap height={sight.below} columns={shown.length + 3} />
      </table>
      {menu && (
        <LevelMenu
          anchor={menu.anchor}
          row={menu.row}
          isBlocked={isBlocked}
          onLevel={setLevel}
          onDetails={() => onDetails(menu.row)}
          onClose={() => {
            setMenu(undefined)
            table.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function MatrixHead({ shown }: { readonly shown: readonly { readonly column: number; readonly group: Group }[] }) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
        <th scope="col" className="matrix-name" aria-colindex={1}>
          {t('matrix.item')}
        </th>
        <td />
        {shown.map(({ column, group }) => (
          <th key={group.id} scope="col" className="matrix-group" aria-colindex={column + 1} data-tip={group.name}>
            <span>
              <ColorDot color={group.color} />
              <span className="ellipsis">{group.name}</span>
            </span>
          </th>
        ))}
        <td />
      </tr>
    </thead>
  )
}

function useSight(table: RefObject<HTMLElement | null>, lineCount: number, columnCount: number) {
  const nameWidth = useMediaQuery('(max-width: 1099px)') ? 240 : 340
  const rowHeight = useMediaQuery('(pointer: coarse)') ? 44 : 36
  const scroller = () => table.current?.parentElement ?? null
  // This hook reads its place on scroll, which would force a layout after lines changed, so it comes first.
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: scroller,
    estimateSize: () => COLUMN_WIDTH,
    scrollMargin: nameWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
  })
  const vertical = useVirtualizer({
    count: lineCount,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 6,
  })
  const rows = vertical.getVirtualItems()
  const columns = horizontal.getVirtualItems()
  return {
    ...{ rows, columns, nameWidth, rowHeight },
    width: nameWidth + columnCount * COLUMN_WIDTH,
    above: (rows[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT,
    below: lineCount * rowHeight - ((rows.at(-1)?.end ?? HEAD_HEIGHT) - HEAD_HEIGHT),
    before: (columns[0]?.start ?? nameWidth) - nameWidth,
    after: columnCount * COLUMN_WIDTH - ((columns.at(-1)?.end ?? nameWidth) - nameWidth),
    pageLines: Math.max(1, Math.floor(((scroller()?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1),
    reveal({ line, column }: CellPosition) {
      vertical.scrollToIndex(line)
      if (column > 0) horizontal.scrollToIndex(column - 1)
      else scroller()?.scrollTo({ left: 0 })
    },
  }
}

function useGaps(lines: Lines['lines'], indices: readonly number[], onGap: (folder: number) => void): void {
  const folders = [...new Set(indices.flatMap((index) => gapAt(lines[index])))].join()
  const ask = useEffectEvent(onGap)
  const loaded = lines.length - lines.filter((line) => 'gap' in line).length
  useEffect(() => {
    if (loaded >= 0) for (const folder of folders === '' ? [] : folders.split(',')) ask(Number(folder))
  }, [folders, loaded])
}

const gapAt = (line: Lines['lines'][number] | undefined): number[] => (line && 'gap' in line && !line.gap.isFailed ? [line.gap.folder] : [])

function placeOf(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : undefined
  const line = cell?.closest<HTMLElement>('[data-line]')
  return cell && line ? { line: Number(line.dataset['line']), column: Number(cell.dataset['column']) } : undefined
}
