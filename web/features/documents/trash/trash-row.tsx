import { Ellipsis, Folder } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import { formatInstant, formatSize } from '../../../lib/format.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { isFolder } from '../file-kind.ts'
import { pathTo } from '../tree/path-to.ts'
import { daysLeft } from './days-left.ts'

interface TrashRowProps {
  readonly item: TrashedItem
  readonly index: number
  readonly height: number
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly isHeld: boolean
  readonly hasTwoLines: boolean
  readonly now: number
  readonly t: Translate
  readonly language: Language
}

export const TrashRow = memo(function TrashRow({
  item,
  index,
  height,
  isActive,
  isSelected,
  isHeld,
  ...rest
}: TrashRowProps) {
  const { hasTwoLines, now, t, language } = rest
  const where = [t('documents.root'), ...pathTo(item)].join(' / ')
  const left = <DaysLeft item={item} now={now} t={t} />
  return (
    <tr
      className={isHeld ? 'row-grid-row trash-row row-grid-held' : 'row-grid-row trash-row'}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      style={{ height, '--row-top': `${index * height}px` } as CSSProperties}
    >
      <td className="row-grid-check" data-check="">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          readOnly
          aria-label={t('trash.select', { name: item.name })}
        />
      </td>
      <th scope="row" className="row-grid-name">
        {isFolder(item) ? <Folder /> : <FileIcon name={item.name} />}
        <div className="row-grid-text">
          <span className="file-name" title={item.name}>
            {isFolder(item) ? <span>{item.name}</span> : <FileName name={item.name} />}
          </span>
          {hasTwoLines && (
            <span className="meta numbers ellipsis">
              {left}
              {` · ${where}`}
            </span>
          )}
        </div>
      </th>
      {!hasTwoLines && (
        <>
          <td className="trash-where ellipsis" title={where}>
            {where}
          </td>
          <td className="trash-date numbers">{formatInstant(item.deletedAt, language)}</td>
          <td className="trash-size numbers">{sizeText(item, t)}</td>
          <td className="trash-left numbers">{left}</td>
        </>
      )}
      <td className="row-grid-more">
        <IconButton
          icon={Ellipsis}
          size="small"
          label={t('documents.moreOf', { name: item.name })}
          tip={t('common.more')}
          tabIndex={isActive ? 0 : -1}
          aria-haspopup="menu"
          aria-expanded={isHeld}
          data-menu=""
        />
      </td>
    </tr>
  )
})

function sizeText(item: TrashedItem, t: Translate): string {
  if (!isFolder(item)) return formatSize(item.size)
  return t(item.itemCount >= LIMITS.itemCountMax ? 'documents.itemsOrMore' : 'documents.items', {
    count: item.itemCount,
  })
}

function DaysLeft({ item, now, t }: Pick<TrashRowProps, 'item' | 'now' | 't'>) {
  const { days, isSoon } = daysLeft(item, now)
  const text = days === 0 ? t('trash.over') : t('trash.daysLeft', { count: days })
  return <span className={isSoon ? 'trash-soon' : undefined}>{text}</span>
}
