import { ChevronRight, House } from 'lucide-react'
import { type MouseEvent, type Ref, useMemo, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useSubfolders } from '../list/items-query.ts'
import { useRowFocus } from '../tree/folder-tree.tsx'
import { Branch } from '../tree/tree-branch.tsx'
import { type Tree, TreeProvider } from '../tree/tree-context.ts'
import { rowAt, useTreeKeys } from '../tree/use-tree-keys.ts'
import type { Target } from './item-actions.ts'

interface FolderPickerProps {
  readonly ref: Ref<HTMLDivElement>
  readonly roomId: number
  readonly chosen: number
  readonly open: readonly number[]
  readonly onOpen: (folders: readonly number[], isOpen: boolean) => void
  readonly onChoose: (folder: Target) => void
}

export function useOpenBranches(first: readonly number[]) {
  const [open, setOpen] = useState<readonly number[]>(() => [0, ...first])
  const onOpen = (folders: readonly number[], isOpen: boolean) =>
    setOpen((before) => [
      ...before.filter((id) => !folders.includes(id)),
      ...(isOpen ? folders : []),
    ])
  return { open, onOpen }
}

export function FolderPicker({ ref, roomId, chosen, open, onOpen, onChoose }: FolderPickerProps) {
  const { t } = useTranslation()
  const root = useSubfolders(roomId, 0, true)
  const focus = useRowFocus()
  const toggle = (id: number) => onOpen([id], !open.includes(id))
  const onKeyDown = useTreeKeys({ toggle, expand: (ids) => onOpen(ids, true) })

  const onClick = ({ target }: MouseEvent) => {
    const row = rowAt(target)
    const { folder } = row?.dataset ?? {}
    if (!row || folder === undefined) return
    const id = Number(folder)
    if (target instanceof Element && target.closest('[data-chevron]')) return toggle(id)
    onChoose({ id, name: row.ariaLabel ?? '' })
    if (id === chosen) toggle(id)
    else onOpen([id], true)
  }
  const tree = useMemo<Tree>(
    () => ({ roomId, folder: chosen, openFolders: open }),
    [roomId, chosen, open],
  )
  const isEmpty = root.data?.total === 0
  const isExpanded = open.includes(0)
  return (
    <TreeProvider value={tree}>
      <div
        ref={ref}
        role="tree"
        className="tree"
        aria-label={t('actions.moveFolders')}
        aria-busy={root.isPending}
        tabIndex={focus.isInside ? -1 : 0}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <div
          role="treeitem"
          className="tree-row"
          tabIndex={-1}
          data-folder={0}
          aria-label={t('documents.root')}
          aria-level={1}
          aria-selected={chosen === 0}
          aria-expanded={isEmpty ? undefined : isExpanded}
        >
          <span className="tree-chevron" data-chevron={isEmpty ? undefined : ''}>
            {!isEmpty && <ChevronRight />}
          </span>
          <House />
          <span className="ellipsis">{t('documents.root')}</span>
        </div>
        {isExpanded && !isEmpty && <Branch parent={0} level={2} subfolders={root} />}
      </div>
    </TreeProvider>
  )
}
