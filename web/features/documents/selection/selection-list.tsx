import './selection-list.css'
import { Link } from '@tanstack/react-router'
import { Folder, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { ITEM_TYPE } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { inFolder } from '../../../room/folder-search.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FileIcon } from '../../../ui/list/file-icon.tsx'
import { type MenuAnchor, MenuPlace } from '../../../ui/menu/menu-place.tsx'
import type { SelectedFolder } from './by-folder.ts'

const ROWS = 50

interface SelectionListProps {
  readonly label: string
  readonly anchor: MenuAnchor
  readonly folders: readonly SelectedFolder[]
  readonly onRemove: (items: readonly Item[]) => void
  readonly onClear: () => void
  readonly onClose: () => void
}

export function SelectionList({
  label,
  anchor,
  folders,
  onRemove,
  onClear,
  onClose,
}: SelectionListProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const remove = (items: readonly Item[], at: Element) => {
    const isLast = folders.length === 1 && folders[0]?.items.length === items.length
    if (isLast) return end()
    focusBeside(frame.current, at)
    onRemove(items)
  }
  const end = () => {
    onClose()
    onClear()
  }
  return (
    <MenuPlace label={label} anchor={anchor} onClose={onClose}>
      <div ref={frame} className="selection-list">
        <div className="selection-list-head">
          <h2 className="title numbers">{label}</h2>
          <Button size="small" variant="quiet" autoFocus onClick={end}>
            {t('actions.clearSelection')}
          </Button>
        </div>
        {folders.map((folder) => (
          <FolderPart key={folder.id} folder={folder} onRemove={remove} onClose={onClose} />
        ))}
      </div>
    </MenuPlace>
  )
}

interface FolderPartProps {
  readonly folder: SelectedFolder
  readonly onRemove: (items: readonly Item[], at: Element) => void
  readonly onClose: () => void
}

function FolderPart({ folder: { id, path, items }, onRemove, onClose }: FolderPartProps) {
  const { t } = useTranslation()
  const name = path.at(-1) ?? t('documents.root')
  return (
    <section className="selection-folder">
      <div className="selection-folder-head">
        <Folder />
        <h3>
          <Link to="." search={inFolder(id)} className="selection-folder-link" onClick={onClose}>
            {path.length > 1 && <span className="meta">{path.slice(0, -1).join(' / ')} / </span>}
            {name}
          </Link>
        </h3>
        <span className="meta numbers">{t('selection.inside', { count: items.length })}</span>
        <IconButton
          icon={X}
          size="small"
          label={t('selection.removeFolder', { name })}
          data-remove=""
          onKeyDown={moveFocus}
          onClick={({ currentTarget }) => onRemove(items, currentTarget)}
        />
      </div>
      <ul>
        {items.slice(0, ROWS).map((item) => (
          <li key={item.id} className="selection-item">
            {item.type === ITEM_TYPE.folder ? <Folder /> : <FileIcon name={item.name} />}
            <span className="ellipsis">
              {item.index && <span className="meta numbers">{item.index} </span>}
              {item.name}
            </span>
            <IconButton
              icon={X}
              size="small"
              label={t('selection.remove', { name: item.name })}
              data-remove=""
              onKeyDown={moveFocus}
              onClick={({ currentTarget }) => onRemove([item], currentTarget)}
            />
          </li>
        ))}
      </ul>
      {items.length > ROWS && (
        <p className="meta selection-rest">{t('selection.rest', { count: items.length - ROWS })}</p>
      )}
    </section>
  )
}

const removers = (frame: Element | null) => [
  ...(frame?.querySelectorAll<HTMLElement>('[data-remove]') ?? []),
]

function focusBeside(frame: Element | null, pressed: Element) {
  const own = pressed.closest('section')
  const isOfFolder = pressed.closest('li') === null
  const all = removers(frame).filter(
    (each) => each === pressed || !isOfFolder || !own?.contains(each),
  )
  const at = all.findIndex((each) => each.isSameNode(pressed))
  const next = all[at + 1] ?? all[at - 1]
  next?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const all = removers(event.currentTarget.closest('.selection-list'))
  const at = all.indexOf(event.currentTarget)
  all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus()
}
