import { Folder } from 'lucide-react'
import type { ReactNode } from 'react'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import { rangesIn } from '../../../contract/core/name-match.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { RoomLink } from '../../room/room-link.tsx'
import { StagedMark } from '../../room/staged-mark.tsx'
import { FileIcon } from '../../ui/list/file-icon.tsx'
import { Highlighted } from './highlighted.tsx'
import type { SearchFilter } from './search-filter.ts'

interface FoundItemProps {
  readonly item: Item
  readonly q: string
  readonly filter: SearchFilter
  readonly isOpen: boolean
  readonly opensFiles: boolean
  readonly children?: ReactNode
}

export function FoundItem({ item, q, filter, isOpen, opensFiles, children }: FoundItemProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const isFolder = item.type === ITEM_TYPE.folder
  const path = [t('documents.root'), ...item.path.split('/').slice(0, -1)].join(' / ')
  return (
    <li className="found" aria-current={isOpen ? 'true' : undefined}>
      {isFolder ? <Folder /> : <FileIcon name={item.name} />}
      <div className="found-body">
        <div className="found-title">
          {item.index !== undefined && <span className="found-number numbers">{item.index}</span>}
          <FoundName item={item} q={q} filter={filter} opensFiles={opensFiles} />
        </div>
        <p className="found-facts meta">
          <RoomLink
            className="found-path"
            to="."
            search={inFolder(item.parent)}
            aria-label={t('search.path', { path })}
          >
            {path}
          </RoomLink>
          <span className="numbers">
            {isFolder
              ? t('search.folder')
              : `${formatInstant(item.uploadedAt, language)} · ${formatSize(item.size)}`}
          </span>
          <StagedMark item={item} t={t} />
        </p>
        {children}
      </div>
    </li>
  )
}

function FoundName({
  item,
  q,
  filter,
  opensFiles,
}: Pick<FoundItemProps, 'item' | 'q' | 'filter' | 'opensFiles'>) {
  const name = <Highlighted text={item.name} ranges={rangesIn(item.name, q)} />
  if (item.type === ITEM_TYPE.folder) {
    return (
      <RoomLink className="found-name" to="." search={inFolder(item.id)}>
        {name}
      </RoomLink>
    )
  }
  if (!opensFiles) {
    return (
      <RoomLink
        className="found-name"
        to="."
        search={inFolder(item.parent)}
        state={{ searched: item.id }}
      >
        {name}
      </RoomLink>
    )
  }
  return (
    <RoomLink
      className="found-name"
      to="/"
      search={{ ...inFolder(item.parent), q, ...filter, doc: item.id }}
      data-found={item.id}
      resetScroll={false}
    >
      {name}
    </RoomLink>
  )
}
