import './matrix-grid.css'
import { type MouseEvent, useId, useMemo, useRef, useState } from 'react'
import { systemClock } from '../../../../lib/browser/clock.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { RowGap } from '../../../../ui/list/rows-in-sight.tsx'
import type { Group } from '../../cells.ts'
import type { Lines } from '../lines.ts'
import { type Grants, type MatrixRow, rowOf } from '../matrix-model.ts'
import type { MatrixEdits } from '../use-matrix.ts'
import { LevelMenu } from './level-menu.tsx'
import { MatrixHead, MatrixWidths } from './matrix-head.tsx'
import { cellIdOf, GridLine } from './matrix-line.tsx'
import { type CellPosition, FIRST, type Selection, selectAt, selectionWithin } from './selection.ts'
import { useGaps } from './use-gaps.ts'
import { useMatrixKeys } from './use-matrix-keys.ts'
import { useSight } from './use-sight.ts'

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
export function MatrixGrid({
  lines,
  onGap,
  retry,
  groups,
  grants,
  edits,
  isBlocked,
  onToggle,
  onDetails,
}: MatrixGridProps) {
  const { t } = useTranslation()
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setSelection] = useState(FIRST)
  const [menu, setMenu] = useState<OpenMenu>()
  const selection = useMemo(
    () => selectionWithin(chosen, { lines: lines.length, columns: groups.length }),
    [chosen, lines.length, groups.length],
  )
  const sight = useSight(table, lines.length, groups)
  const { columns } = sight
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
        <MatrixWidths sight={sight} />
        <MatrixHead columns={columns} />
        <RowGap height={sight.above} columns={columns.length + 3} />
        <tbody>
          {sight.rows.map(({ index }) => (
            <GridLine
              key={index}
              line={lines[index]}
              index={index}
              height={sight.rowHeight}
              columns={columns}
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
        <RowGap height={sight.below} columns={columns.length + 3} />
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

function placeOf(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : undefined
  const line = cell?.closest<HTMLElement>('[data-line]')
  return cell && line
    ? { line: Number(line.dataset['line']), column: Number(cell.dataset['column']) }
    : undefined
}
