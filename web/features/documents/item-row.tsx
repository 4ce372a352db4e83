import { Ellipsis, Folder } from 'lucide-react'
import { memo } from 'react'
import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import type { Translate } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { isFolder, typeName } from './file-kind.ts'

/** How all rows speak: given to them, for hundreds of them come and go while the list is scrolled. */
export interface RowWords {
  readonly t: Translate
  readonly language: Language
}

/** Where a row stands. */
interface RowPlace {
  readonly index: number
  /** The number of the row for screen readers, the head being 1. */
  readonly ariaIndex: number
  readonly top: number
  readonly height: number
  /** The one row that the Tab key reaches. */
  readonly isActive: boolean
}

const rowProps = ({ index, ariaIndex, top, height, isActive }: RowPlace) => ({
  'data-index': index,
  'aria-rowindex': ariaIndex,
  tabIndex: isActive ? 0 : -1,
  style: { height, transform: `translateY(${top}px)` },
})

interface ItemRowProps extends RowPlace, RowWords {
  readonly item: Item
  /** Where the item opens; undefined where it does not. */
  readonly href: string | undefined
  readonly isOpen: boolean
  /** While its menu is open, where the focus is then. */
  readonly isHeld: boolean
  /** Where there is no room for columns. */
  readonly hasTwoLines: boolean
}

/** An item in the list. It listens to nothing: the list does. */
export const ItemRow = memo(function ItemRow({ item, href, isOpen, isHeld, hasTwoLines, t, language, ...place }: ItemRowProps) {
  const size = sizeText(item, t)
  const date = formatInstant(item.uploadedAt, language)
  const name = isFolder(item) ? <span>{item.name}</span> : <FileName name={item.name} />
  return (
    <tr className={isHeld ? 'items-row items-row-held' : 'items-row'} aria-current={isOpen ? 'true' : undefined} {...rowProps(place)}>
      <th scope="row" className="items-name">
        {isFolder(item) ? <Folder className="items-folder" /> : <FileIcon name={item.name} />}
        <div className="items-text">
          {href === undefined ? (
            <span className="file-name" data-name>
              {name}
            </span>
          ) : (
            <a className="file-name" data-name href={href} tabIndex={-1} aria-label={item.name}>
              {name}
            </a>
          )}
          {hasTwoLines && <span className="meta numbers ellipsis">{`${date} · ${size}`}</span>}
        </div>
      </th>
      {!hasTwoLines && (
        <>
          <td className="items-date numbers">{date}</td>
          <td className="items-type">{typeName(item, t)}</td>
          <td className="items-size numbers">{size}</td>
        </>
      )}
      <td className="items-more">
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

/** A file's size; how much is in a folder. */
function sizeText(item: Item, t: Translate): string {
  if (!isFolder(item)) return formatSize(item.size)
  return t(item.itemCount >= LIMITS.itemCountMax ? 'documents.itemsOrMore' : 'documents.items', { count: item.itemCount })
}

/** A row whose page has not come yet. */
export const UnknownRow = memo(function UnknownRow({ t, ...place }: RowPlace & Pick<RowWords, 't'>) {
  return (
    <tr className="items-row items-row-unknown" aria-busy="true" {...rowProps(place)}>
      <th scope="row" className="items-name">
        <span className="hidden">{t('common.loading')}</span>
        <span className="skeleton-bar items-bar-icon" />
        <span className="skeleton-bar items-bar-name" />
      </th>
    </tr>
  )
})
