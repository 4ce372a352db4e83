import { ChevronRight, Clock, EyeOff, FileText, Folder, House } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Group } from '../../cells.ts'
import { type RightsTexts, useRightsTexts } from '../../use-rights-texts.ts'
import {
  type Edits,
  type Gap,
  type Grants,
  type Line,
  type MatrixRow,
  shownCell,
} from '../matrix-model.ts'
import { blockOf, type CellPosition, isInBlock, type Selection } from './selection.ts'

interface GridLineProps {
  readonly line: Line | undefined
  readonly index: number
  readonly height: number
  readonly columns: readonly { readonly column: number; readonly group: Group }[]
  readonly grants: Grants
  readonly edits: Edits
  readonly selection: Selection
  readonly now: number
  readonly gridId: string
  readonly onToggle: ((folder: number, isOpen: boolean) => void) | undefined
  readonly onRetry: (folder: number) => void
}

const INDENT = 16
const DEEPEST = 12

export const cellIdOf = (gridId: string, { line, column }: CellPosition): string =>
  `${gridId}-${line}-${column}`

export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { line, index, height, columns, selection, grants, edits, now, gridId } = props
  const spoken = useTranslation()
  const texts = useRightsTexts()
  if (!line) return null
  if ('gap' in line) return <GapLine {...props} gap={line.gap} />
  const { row, children, isOpen = false } = line
  const block = blockOf(selection)
  const isActive = (column: number) =>
    selection.active.line === index && selection.active.column === column
  return (
    <tr
      className="matrix-line"
      aria-rowindex={index + 2}
      aria-level={depthOf(row) + 1}
      aria-expanded={children === undefined ? undefined : isOpen}
      data-line={index}
      style={{ height }}
    >
      <NameCell
        {...props}
        row={row}
        isOpen={isOpen}
        hasChildren={children !== undefined}
        isActive={isActive(0)}
      />
      <td />
      {columns.map(({ column, group }) => (
        <GridCell
          key={group.id}
          id={cellIdOf(gridId, { line: index, column })}
          column={column}
          isActive={isActive(column)}
          isSelected={isInBlock(block, { line: index, column })}
          {...{ grants, edits, now, row, spoken, texts }}
          groupId={group.id}
        />
      ))}
      <td />
    </tr>
  )
})

/** Only cells of a grid may have this attribute. */
const selectedIf = (isSelected: boolean) => ({ 'aria-selected': isSelected })

const depthOf = ({ itemId, path }: MatrixRow): number => (itemId === 0 ? 0 : path.length + 1)

interface NameCellProps extends Pick<GridLineProps, 'index' | 'gridId' | 'onToggle'> {
  readonly row: MatrixRow
  readonly isOpen: boolean
  readonly hasChildren: boolean
  readonly isActive: boolean
}

function NameCell({ index, gridId, onToggle, row, isOpen, hasChildren, isActive }: NameCellProps) {
  const { t } = useTranslation()
  const isFlat = onToggle === undefined
  const above = row.path.map(({ name }) => name).join(' / ')
  const indent = isFlat ? 0 : Math.min(depthOf(row), DEEPEST) * INDENT
  return (
    <th
      id={cellIdOf(gridId, { line: index, column: 0 })}
      scope="row"
      className="matrix-name"
      aria-colindex={1}
      data-column={0}
      data-active={isActive ? '' : undefined}
    >
      <span className="matrix-item" style={{ paddingInlineStart: indent }}>
        {onToggle && (
          <Opener
            isOpen={isOpen}
            hasChildren={hasChildren}
            onToggle={(wanted) => onToggle(row.itemId, wanted)}
          />
        )}
        <ItemIcon row={row} />
        <span
          className="matrix-words"
          data-tip={above === '' ? row.name : `${above} / ${row.name}`}
        >
          <span className="ellipsis">{row.name}</span>
          {isFlat && above !== '' && <span className="meta ellipsis">{above}</span>}
        </span>
        {row.staged && (
          <span className="matrix-staged" data-tip={t(row.staged)}>
            <EyeOff aria-hidden="true" />
            <span className="hidden">{t(row.staged)}</span>
          </span>
        )}
      </span>
    </th>
  )
}

function GapLine({ gap, index, height, gridId, onRetry }: GridLineProps & { readonly gap: Gap }) {
  const { t } = useTranslation()
  return (
    <tr className="matrix-line" aria-rowindex={index + 2} data-line={index} style={{ height }}>
      <th
        id={cellIdOf(gridId, { line: index, column: 0 })}
        scope="row"
        className="matrix-name"
        data-column={0}
      >
        <span className="matrix-item">
          {gap.isFailed ? (
            <>
              <span className="matrix-failed">{t('matrix.failed')}</span>
              <Button size="small" onClick={() => onRetry(gap.folder)}>
                {t('common.retry')}
              </Button>
            </>
          ) : (
            <span className="skeleton-bar" style={{ width: 120 + ((index * 37) % 80) }}>
              <span className="hidden">{t('common.loading')}</span>
            </span>
          )}
        </span>
      </th>
    </tr>
  )
}

interface GridCellProps extends Pick<GridLineProps, 'grants' | 'edits' | 'now'> {
  readonly id: string
  readonly column: number
  readonly row: MatrixRow
  readonly groupId: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly spoken: ReturnType<typeof useTranslation>
  readonly texts: RightsTexts
}

/** The grid has very many cells. */
const GridCell = memo(function GridCell({
  id,
  column,
  isActive,
  isSelected,
  grants,
  edits,
  row,
  groupId,
  now,
  spoken,
  texts,
}: GridCellProps) {
  const { level, isOwn, isEdited, grant } = shownCell(grants, edits, { groupId, row }, now)
  const period = isOwn && grant ? texts.periodText(grant) : undefined
  const { t } = spoken
  const origin = [
    t(isOwn ? 'rights.own' : 'rights.fromAbove'),
    isEdited && t('matrix.unsaved'),
    period,
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <td
      id={id}
      className="matrix-cell"
      aria-colindex={column + 1}
      aria-label={`${texts.levelText(level)} ${origin}`}
      {...selectedIf(isSelected)}
      data-column={column}
      data-active={isActive ? '' : undefined}
    >
      {isOwn || isEdited ? (
        <span
          className="matrix-level"
          data-level={level}
          data-own={isOwn ? '' : undefined}
          data-edited={isEdited ? '' : undefined}
          data-tip={period}
        >
          {texts.levelText(level)}
          {period !== undefined && <Clock aria-hidden="true" />}
        </span>
      ) : (
        texts.levelText(level)
      )}
    </td>
  )
})

function ItemIcon({ row: { itemId, isFolder } }: { readonly row: MatrixRow }) {
  const Icon = itemId === 0 ? House : isFolder ? Folder : FileText
  return <Icon className="matrix-icon" aria-hidden="true" />
}

interface OpenerProps {
  readonly isOpen: boolean
  readonly hasChildren: boolean
  readonly onToggle: (isOpen: boolean) => void
}

function Opener({ isOpen, hasChildren, onToggle }: OpenerProps) {
  const { t } = useTranslation()
  if (!hasChildren) return <span className="matrix-opener" />
  return (
    <button
      type="button"
      className="matrix-opener"
      tabIndex={-1}
      aria-label={t(isOpen ? 'matrix.close' : 'matrix.open')}
      data-open={isOpen ? '' : undefined}
      onClick={() => onToggle(!isOpen)}
    >
      <ChevronRight />
    </button>
  )
}
