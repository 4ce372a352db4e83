import { ChevronRight, Clock3, Ellipsis, Folder, FolderOpen, LoaderCircle } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { READING_ERRORS } from '../../../../contract/core/errors/errors-of-reading.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { type Item, isPreviewPending, UNVIEWABLE } from '../../../../contract/features/documents.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { NewsMarks } from '../../../room/news-marks.tsx'
import { StagedMark } from '../../../room/staged-mark.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { isFolder, typeName } from '../file-kind.ts'
import { DEEPEST_INDENT, indented, type RowPlace, rowProps } from './row-place.ts'

/** Scrolling mounts hundreds of rows, so words are props. */
export interface RowWords {
  readonly t: Translate
  readonly language: Language
}

interface ItemRowProps extends RowPlace, RowWords {
  readonly item: Item
  readonly href: string | undefined
  readonly isOpen: boolean
  readonly isHeld: boolean
  readonly isExpanded: boolean
  readonly hasTwoLines: boolean
  readonly isManaged: boolean
  readonly isSelected: boolean | undefined
  readonly isCut: boolean
  readonly isDraggable: boolean
  readonly renameField: ReactNode
}

interface PreviewStateProps {
  readonly item: Item
  readonly t: Translate
  readonly language: Language
}

function PreviewState({ item: { preview }, t, language }: PreviewStateProps) {
  if (preview === null || preview === 'READY') return null
  if (isPreviewPending(preview)) {
    const isWorking = preview === 'WORKING'
    return (
      <span className="items-converting">
        {isWorking ? <LoaderCircle /> : <Clock3 />}
        {t(isWorking ? 'documents.previewWorking' : 'documents.previewWaiting')}
      </span>
    )
  }
  const text = READING_ERRORS[UNVIEWABLE[preview]][language]
  return (
    <span data-tip={text}>
      <Chip tone="warn" text={t('documents.previewNone')} />
      <span className="hidden">{text}</span>
    </span>
  )
}

function StateMarks({ item, t }: Pick<PreviewStateProps, 'item' | 't'>) {
  return (
    <>
      <NewsMarks item={item} t={t} />
      <StagedMark item={item} t={t} />
      {item.expected && item.expected.missing > 0 && (
        <Chip text={t('documents.expectedMark', { ...item.expected })} />
      )}
      {item.isDropFolder && <Chip text={t('submissions.folder')} />}
    </>
  )
}

export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, isOpen, isHeld, isExpanded, isManaged, isSelected, isCut, isDraggable, ...others } =
    props
  const { hasTwoLines, renameField, href, t, language, ...place } = others
  const size = sizeText(item, t)
  const date = formatInstant(item.uploadedAt, language)
  const classes = ['row-grid-row items-row', isHeld && 'row-grid-held', isCut && 'items-row-cut']
    .filter(Boolean)
    .join(' ')
  const expands = isFolder(item) && item.itemCount > 0
  const FolderIcon = isExpanded && expands ? FolderOpen : Folder
  const tree = isManaged && expands ? { 'aria-expanded': isExpanded } : {}
  const dropTarget =
    isManaged && isFolder(item) ? { 'data-drop-folder': item.id, 'data-drop-name': item.name } : {}
  return (
    <tr
      className={classes}
      aria-current={isOpen ? 'true' : undefined}
      aria-selected={isSelected}
      draggable={isDraggable || undefined}
      {...tree}
      {...dropTarget}
      {...rowProps(place, isManaged)}
    >
      {isSelected !== undefined && (
        <CheckCell isChecked={isSelected} label={t('documents.selectOf', { name: item.name })} />
      )}
      <th
        scope="row"
        className="row-grid-name items-name"
        style={isManaged ? indented(place.level, hasTwoLines) : undefined}
      >
        {isManaged && <Depth level={place.level} />}
        {isManaged && (
          <Chevron
            label={
              expands
                ? t(isExpanded ? 'documents.collapseOf' : 'documents.expandOf', { name: item.name })
                : undefined
            }
          />
        )}
        {isFolder(item) ? <FolderIcon /> : <FileIcon name={item.name} />}
        {renameField ?? (
          <div
            className={
              hasTwoLines || isManaged
                ? 'row-grid-text items-text'
                : 'row-grid-text items-text items-marked'
            }
          >
            <span className="items-named">
              {item.index && <span className="items-number numbers">{item.index}</span>}
              <Name item={item} href={href} />
            </span>
            {!hasTwoLines && !isManaged && <StateMarks item={item} t={t} />}
            {hasTwoLines && (
              <span className="meta numbers ellipsis">
                <StateMarks item={item} t={t} />
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
              <StateMarks item={item} t={t} />
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
    <a
      className="file-name"
      data-name
      href={href}
      tabIndex={-1}
      aria-label={item.name}
      draggable={false}
    >
      {name}
    </a>
  )
}

function CheckCell({ isChecked, label }: { readonly isChecked: boolean; readonly label: string }) {
  return (
    <td className="row-grid-check items-check" data-check="">
      <input type="checkbox" tabIndex={-1} aria-label={label} checked={isChecked} readOnly />
    </td>
  )
}

function Chevron({ label }: { readonly label: string | undefined }) {
  if (label === undefined) return <span className="items-chevron" />
  return (
    <button
      type="button"
      className="items-chevron"
      tabIndex={-1}
      aria-label={label}
      data-chevron=""
    >
      <ChevronRight />
    </button>
  )
}

function Depth({ level }: { readonly level: number }) {
  if (level <= DEEPEST_INDENT) return null
  return (
    <span className="items-depth numbers" aria-hidden="true">
      {level}
    </span>
  )
}

function sizeText(item: Item, t: Translate): string {
  if (!isFolder(item)) return formatSize(item.size)
  return t('documents.items', { count: item.itemCount })
}
