import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../../contract/features/documents.ts'
import { formatInstant, formatSize, splitName } from '../../lib/format.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import { DownloadButton } from './download-button.tsx'
import { isFolder, kindName, kindOf } from './file-kind.ts'
import type { TrailEntry } from './trail.ts'

export interface ItemRowProps {
  readonly item: Item
  readonly trail: readonly TrailEntry[]
  /** The folder that holds the row; 0 is the root. */
  readonly folder: number
  /** Whether files open where this list stands. */
  readonly opensFiles: boolean
  readonly isOpen: boolean
}

export function ItemRow({ item, trail, folder, opensFiles, isOpen }: ItemRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const kind = kindOf(item)
  const size = isFolder(item) ? '' : formatSize(item.size)
  const date = formatInstant(item.uploadedAt, language)
  return (
    <tr className={isOpen ? 'selected' : undefined}>
      <th scope="row">
        <div className="item">
          <span className={`kind kind-${kind}`} aria-hidden="true">
            {kind === 'folder' ? <Icon name="folder" /> : item.ext.replace(/^\./, '').slice(0, 3)}
          </span>
          <div className="item-text">
            <ItemName item={item} trail={trail} folder={folder} opensFiles={opensFiles} isOpen={isOpen} />
            <span className="meta numbers narrow-only">{[date, size].filter((part) => part !== '').join(' · ')}</span>
          </div>
        </div>
      </th>
      <td className="numbers wide-only">{date}</td>
      <td className="wide-only">{kindName(kind, t)}</td>
      <td className="numbers end wide-only">{size}</td>
      <td className="end">{item.permission.download && !isFolder(item) && <DownloadButton item={item} />}</td>
    </tr>
  )
}

function ItemName({ item, trail, folder, opensFiles, isOpen }: ItemRowProps) {
  const [stem, extension] = isFolder(item) ? [item.name, ''] : splitName(item.name)
  const text = (
    <>
      <span className="stem">{stem}</span>
      <span>{extension}</span>
    </>
  )
  if (isFolder(item)) {
    return (
      <Link
        className="name"
        to="."
        search={{ folder: item.id }}
        state={{ trail: [...trail, { id: item.id, name: item.name }] }}
        title={item.name}
      >
        {text}
      </Link>
    )
  }
  if (!opensFiles) {
    return (
      <span className="name" title={item.name}>
        {text}
      </span>
    )
  }
  const search = folder === 0 ? { doc: item.id } : { folder, doc: item.id }
  return (
    <Link className="name" to="/" search={search} state={{ trail }} aria-current={isOpen ? 'true' : undefined} title={item.name}>
      {text}
    </Link>
  )
}
