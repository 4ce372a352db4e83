import { Link } from '@tanstack/react-router'
import { Folder } from 'lucide-react'
import type { ReactNode } from 'react'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import { rangesIn } from '../../../contract/core/name-match.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { inFolder } from '../../lib/folder-search.ts'
import { formatInstant, formatSize } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Highlighted } from './highlighted.tsx'

interface FoundItemProps {
  readonly item: Item
  /** What is sought: marked in its name where it stands there. */
  readonly q: string
  readonly isOpen: boolean
  /** Whether its name opens it, or leads to its place in the list. */
  readonly opensFiles: boolean
  /** What stands below it. */
  readonly children?: ReactNode
}

/** An item that was found: its name leads to it, its path to where it lies. */
export function FoundItem({ item, q, isOpen, opensFiles, children }: FoundItemProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const isFolder = item.type === ITEM_TYPE.folder
  const way = [t('documents.root'), ...item.path.split('/').slice(0, -1)].join(' / ')
  return (
    <li className="found" aria-current={isOpen ? 'true' : undefined}>
      {isFolder ? <Folder /> : <FileIcon name={item.name} />}
      <div className="found-body">
        <FoundName item={item} q={q} opensFiles={opensFiles} />
        <p className="found-facts meta">
          <Link className="found-path" to="." search={inFolder(item.parent)} aria-label={t('search.path', { path: way })}>
            {way}
          </Link>
          <span className="numbers">
            {isFolder ? t('search.folder') : `${formatInstant(item.uploadedAt, language)} · ${formatSize(item.size)}`}
          </span>
        </p>
        {children}
      </div>
    </li>
  )
}

function FoundName({ item, q, opensFiles }: Pick<FoundItemProps, 'item' | 'q' | 'opensFiles'>) {
  const name = <Highlighted text={item.name} ranges={rangesIn(item.name, q)} />
  if (item.type === ITEM_TYPE.folder) {
    return (
      <Link className="found-name" to="." search={inFolder(item.id)}>
        {name}
      </Link>
    )
  }
  if (!opensFiles) {
    return (
      <Link className="found-name" to="." search={inFolder(item.parent)} state={{ sought: item.id }}>
        {name}
      </Link>
    )
  }
  return (
    <Link className="found-name" to="/" search={{ ...inFolder(item.parent), q, doc: item.id }} data-found={item.id} resetScroll={false}>
      {name}
    </Link>
  )
}
