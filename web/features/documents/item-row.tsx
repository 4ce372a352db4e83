import { ChevronRight, Ellipsis, Folder, FolderOpen } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Language } from '../../../contract/core/errors.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import type { Translate } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { isFolder, typeName } from './file-kind.ts'
import { PreviewState } from './preview-state.tsx'
import { DEEPEST_INDENT, indented, type RowPlace, rowProps } from './row-place.ts'

/** How all rows speak: given to them, for hundreds of them come and go while the list is scrolled. */
export interface RowWords {
  readonly t: Translate
  readonly language: Language
}

interface ItemRowProps extends RowPlace, RowWords {
  readonly item: Item
  /** Where the item opens; undefined where it does not. */
  readonly href: string | undefined
  readonly isOpen: boolean
  /** While its menu is open, where the focus is then. */
  readonly isHeld: boolean
  readonly isExpanded: boolean
  /** Where there is no room for columns. */
  readonly hasTwoLines: boolean
  /** Where items are put in order: rows have a box, a state and folders that open in place. */
  readonly isManaged: boolean
  readonly isSelected: boolean
  /** It goes away once it is pasted. */
  readonly isCut: boolean
  /** By the mouse. */
  readonly isDraggable: boolean
  /** Stands in place of the name while it is changed. */
  readonly renameField: ReactNode
}

/** An item in the list. It listens to nothing: the list does. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, isOpen, isHeld, isExpanded, isManaged, isSelected, isCut, isDraggable, ...others } = props
  const { hasTwoLines, renameField, href, t, language, ...place } = others
  const size = sizeText(item, t)
  const date = formatInstant(item.uploadedAt, language)
  const classes = ['row-grid-row items-row', isHeld && 'row-grid-held', isCut && 'items-row-cut'].filter(Boolean).join(' ')
  const expands = isFolder(item) && item.itemCount > 0
  const FolderIcon = isExpanded && expands ? FolderOpen : Folder
  const tree = isManaged && { 'aria-selected': isSelected, ...(expands ? { 'aria-expanded': isExpanded } : {}) }
  const dropTarget = isManaged && isFolder(item) ? { 'data-drop-folder': item.id, 'data-drop-name': item.name } : {}
  return (
    <tr
      className={classes}
      aria-current={isOpen ? 'true' : undefined}
      draggable={isDraggable || undefined}
      {...tree}
      {...dropTarget}
      {...rowProps(place, isManaged)}
    >
      {isManaged && <CheckCell isChecked={isSelected} label={t('documents.selectOf', { name: item.name })} />}
      <th scope="row" className="row-grid-name items-name" style={isManaged ? indented(place.level, hasTwoLines) : undefined}>
        {isManaged && <Depth level={place.level} />}
        {isManaged && (
          <Chevron label={expands ? t(isExpanded ? 'documents.collapseOf' : 'documents.expandOf', { name: item.name }) : undefined} />
        )}
        {isFolder(item) ? <FolderIcon /> : <FileIcon name={item.name} />}
        {renameField ?? (
          <div className="row-grid-text items-text">
            <Name item={item} href={href} />
            {hasTwoLines && (
              <span className="meta numbers ellipsis">
                {isManaged && <PreviewState item={item} t={t} language={language} />}
                {isManaged ? `${size} · ${date}` : `${date} · ${size}`}
              </span>
            )}
          </div>
        )}
      </th>
      {!hasTwoLines && (
        <>
          <td className="items-date numbers">{date}</td>
          <td className="items-type">{typeName(item, t)}</td>
          <td className="items-size numbers">{size}</td>
          {isManaged && (
            <td className="items-state">
              <PreviewState item={item} t={t} language={language} />
            </td>
          )}
        </>
      )}
      <td className="row-grid-more items-more">
        <IconButton
          icon={Ellipsis}
          size="small"
          label={t('documents.moreOf', { name: item.name })}
          tip={t('common.more')}
          tabIndex={place.isActive ? 0 : -1}
          aria-haspopup="menu"
          aria-expanded={isHeld}
          data-menu=""
        />
      </td>
    </tr>
  )
})

/** Opens where it leads. The row is what is dragged, not the link. */
function Name({ item, href }: Pick<ItemRowProps, 'item' | 'href'>) {
  const name = isFolder(item) ? <span>{item.name}</span> : <FileName name={item.name} />
  if (href === undefined) {
    return (
      <span className="file-name" data-name>
        {name}
      </span>
    )
  }
  return (
    <a className="file-name" data-name href={href} tabIndex={-1} aria-label={item.name} draggable={false}>
      {name}
    </a>
  )
}

/** The keyboard selects by the row: the box is for pointers. */
function CheckCell({ isChecked, label }: { readonly isChecked: boolean; readonly label: string }) {
  return (
    <td className="row-grid-check items-check" data-check="">
      <input type="checkbox" tabIndex={-1} aria-label={label} checked={isChecked} readOnly />
    </td>
  )
}

/** What the arrow keys do on the row, for pointers. Without a label it holds the place. */
function Chevron({ label }: { readonly label: string | undefined }) {
  if (label === undefined) return <span className="items-chevron" />
  return (
    <button type="button" className="items-chevron" tabIndex={-1} aria-label={label} data-chevron="">
      <ChevronRight />
    </button>
  )
}

/** The depth in figures, where rows move in no further. */
function Depth({ level }: { readonly level: number }) {
  if (level <= DEEPEST_INDENT) return null
  return (
    <span className="items-depth numbers" aria-hidden="true">
      {level}
    </span>
  )
}

/** A file's size; how much is in a folder. */
function sizeText(item: Item, t: Translate): string {
  if (!isFolder(item)) return formatSize(item.size)
  return t('documents.items', { count: item.itemCount })
}
