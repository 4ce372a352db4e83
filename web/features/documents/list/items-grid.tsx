import './items-grid.css'
import './items-managed.css'
import { type CSSProperties, type DragEvent, type RefObject, useRef } from 'react'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { useOpenFolders } from '../../../room/use-open-folders.ts'
import { RowGridRetry } from '../../../ui/list/row-grid.tsx'
import { isFolder } from '../file-kind.ts'
import type { FolderQuery } from '../folder/folder-query.ts'
import { RowMenu } from '../input/row-menu.tsx'
import { useGridActions } from '../input/use-grid-actions.ts'
import { useRowDrag } from '../input/use-row-drag.ts'
import { useDropGap } from '../order/use-drop-gap.ts'
import { indexOf, rowAt } from './grid-targets.ts'
import { ItemRow } from './item-row.tsx'
import type { ItemsGridProps } from './items-grid-props.ts'
import { ItemsHead } from './items-head.tsx'
import { FailedRow, UnknownRow } from './other-rows.tsx'
import { type GridRows, useGridRows } from './use-grid-rows.ts'

export function ItemsGrid(props: ItemsGridProps) {
  const { t } = useTranslation()
  const { table, actions, newRow } = props
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useGridRows(props, scroller)
  const { handlers, menu, closeMenu, meant } = useGridActions(props, grid)
  const { ghost, line, onDragStart } = useDragging(props, grid, scroller, meant)
  const firstIndex = newRow === undefined ? 2 : 3
  const { gap, selection } = table
  const kind = actions
    ? { role: 'treegrid', 'aria-multiselectable': true, onDragStart }
    : { role: 'grid', 'aria-multiselectable': table.selects || undefined }
  return (
    <div ref={scroller} tabIndex={-1} className="row-grid items-scroller" {...grid.focusHandlers}>
      <table
        className={tableClass(props)}
        aria-label={t('documents.list')}
        aria-rowcount={grid.rows.total + firstIndex - 1}
        {...kind}
        {...handlers}
      >
        <ItemsHead
          selection={table.selects ? selection : undefined}
          hasStates={actions !== undefined}
          isNumbered={table.query.data?.items[0]?.index !== undefined}
        />
        {newRow !== undefined && <tbody className="items-new">{newRow}</tbody>}
        <Rows {...props} grid={grid} firstIndex={firstIndex} held={menu?.item.id} />
      </table>
      {props.unlisted}
      {gap && <GapRetry query={gap} />}
      {menu && <RowMenu {...menu} caller={props.caller} actions={actions} onClose={closeMenu} />}
      {actions && <div ref={ghost} className="items-ghost" aria-hidden="true" />}
      {line && (
        <div
          className="items-gap"
          style={{ top: line.top, '--indent': `${line.indent}px` } as CSSProperties}
        />
      )}
    </div>
  )
}

function tableClass({ actions, table }: ItemsGridProps): string {
  const isSelecting = table.selection.items.length > 0
  return [
    'row-grid-table items',
    actions ? 'items-managed' : table.selects && 'items-chosen',
    isSelecting && 'items-selecting',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A long press opens the menu. */
function useDragging(
  { table, actions }: ItemsGridProps,
  grid: GridRows,
  scroller: RefObject<HTMLElement | null>,
  meant: ReturnType<typeof useGridActions>['meant'],
) {
  const { t } = useTranslation()
  const ghost = useRef<HTMLDivElement>(null)
  const { rows } = grid
  const inTree = useOpenFolders(table.listed.roomId, 'tree')
  const gaps = useDropGap(grid, scroller)
  const drag = useRowDrag({
    scroller,
    ghost,
    ghostText: ([first, ...others]) =>
      first && others.length === 0
        ? first.name
        : t('actions.selected', { count: others.length + 1 }),
    mayDrop: (items, { id: folder, path }) =>
      items.some(({ parent }) => parent !== folder) &&
      !items.some(
        (item) =>
          item.id === folder ||
          rows.pathOf(folder).includes(item.id) ||
          path?.startsWith(`${item.path}/`),
      ),
    onDrop: (items, folder, isCopy) =>
      isCopy ? actions?.copy(items, folder) : actions?.move(items, folder),
    onHold: (folder, isInTree) =>
      isInTree ? inTree.setOpen([folder], true) : table.setOpen(folder, true),
    gapAt: gaps.find,
    showGap: gaps.show,
    onOrder: ({ items, before }) => actions?.order(items, before),
  })
  const onDragStart = (event: DragEvent) => {
    const row = rowAt(event.target)
    const item = row ? rows.rowAt(indexOf(row))?.item : undefined
    if (item) drag.start(event, meant(item))
  }
  return { ghost, line: gaps.line, onDragStart }
}

interface RowsProps extends ItemsGridProps {
  readonly grid: GridRows
  readonly firstIndex: number
  readonly held: number | undefined
}

function Rows({ table, actions, openId, searchedId, hrefOf, grid, firstIndex, held }: RowsProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const isFine = useMediaQuery('(pointer: fine)')
  const { rows, rowHeight, hasTwoLines } = grid
  const isManaged = actions !== undefined
  const drawn = grid.drawn.map((index) => {
    const row = rows.rowAt(index)
    if (!row) return null
    const { item, kind, folder, level, position, setSize, isExpanded } = row
    const at = {
      index,
      top: index * rowHeight,
      height: rowHeight,
      ariaIndex: index + firstIndex,
      isActive: index === grid.at,
    }
    const place = { ...at, level, position, setSize }
    if (!item) {
      const key = `${folder}/${position}`
      return kind === 'failed' ? (
        <FailedRow key={key} {...place} query={table.queryOf(folder)} />
      ) : (
        <UnknownRow
          key={key}
          {...place}
          isTree={isManaged}
          selects={table.selects}
          isMissing={kind === 'missing'}
        />
      )
    }
    const isRenamed = actions?.renaming === item.id
    return (
      <ItemRow
        key={item.id}
        {...place}
        {...{ t, language, item, isManaged, isExpanded, hasTwoLines }}
        isOpen={item.id === searchedId || (!isFolder(item) && item.id === openId)}
        isHeld={item.id === held}
        isSelected={table.selects ? table.selection.has(item.id) : undefined}
        isCut={actions?.cut.has(item.id) ?? false}
        isDraggable={isManaged && isFine && !isRenamed && item.permission.edit}
        renameField={isRenamed ? actions.renameField : undefined}
        href={hrefOf(item)}
      />
    )
  })
  return (
    <tbody
      className="row-grid-body"
      style={{ '--rows-height': `${grid.height}px` } as CSSProperties}
    >
      {drawn}
    </tbody>
  )
}

function GapRetry({ query }: { readonly query: FolderQuery }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <RowGridRetry
      text={errorText(query.error)}
      retryLabel={t('common.retry')}
      onRetry={query.retry}
    />
  )
}
