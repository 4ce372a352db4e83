import './folder-tree.css'
import { useNavigate } from '@tanstack/react-router'
import {
  type FocusEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useOpenFolders } from '../../../room/use-open-folders.ts'
import { useFolderPath, useSubfolders } from '../list/items-query.ts'
import { Branch } from './tree-branch.tsx'
import { type Tree, TreeProvider } from './tree-context.ts'
import { rowAt, rowsOf, useTreeKeys } from './use-tree-keys.ts'

interface FolderTreeProps {
  readonly roomId: number
  /** 0 is the root; undefined is another screen. */
  readonly folder: number | undefined
  readonly onNavigate?: (() => void) | undefined
}

/** The tree follows the APG pattern as a flat list. */
export function FolderTree({ roomId, folder, onNavigate }: FolderTreeProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const root = useSubfolders(roomId, 0, true)
  const { openFolders, setOpen } = useOpenFolders(roomId, 'tree')
  useRevealed(roomId, folder ?? 0, setOpen)

  const toggle = (id: number) => setOpen([id], !openFolders.includes(id))
  const choose = (id: number) => {
    if (id === folder) {
      toggle(id)
      return
    }
    setOpen([id], true)
    void navigate({ to: '.', search: id === 0 ? {} : { folder: id } })
    onNavigate?.()
  }
  const onClick = ({ target }: MouseEvent) => {
    const row = rowAt(target)
    const id = row?.dataset['folder']
    if (id === undefined) return
    if (target instanceof Element && target.closest('[data-chevron]')) toggle(Number(id))
    else choose(Number(id))
  }
  const onKeyDown = useTreeKeys({ toggle, expand: (ids) => setOpen(ids, true) })
  const focus = useRowFocus()
  const tree = useMemo<Tree>(() => ({ roomId, folder, openFolders }), [roomId, folder, openFolders])

  return (
    <TreeProvider value={tree}>
      <div
        role="tree"
        className="tree"
        aria-label={t('documents.folders')}
        aria-busy={root.isPending}
        tabIndex={focus.isInside ? -1 : 0}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <Branch parent={0} level={1} subfolders={root} />
      </div>
    </TreeProvider>
  )
}

function useRevealed(
  roomId: number,
  folder: number,
  setOpen: (folders: readonly number[], isOpen: boolean) => void,
) {
  const path = useFolderPath(roomId, folder)
  const isKnown = path !== undefined
  const reveal = useEffectEvent(
    (shown: number) =>
      path?.at(-1)?.id === shown &&
      setOpen(
        path.map(({ id }) => id),
        true,
      ),
  )
  useEffect(() => {
    if (isKnown) reveal(folder)
  }, [folder, isKnown])
}

export function useRowFocus() {
  const [isInside, setIsInside] = useState(false)
  const last = useRef<HTMLElement>(undefined)
  return {
    isInside,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      setIsInside(true)
      if (target !== currentTarget) {
        last.current = target
        return
      }
      const rows = rowsOf(currentTarget)
      const next =
        rows.find((row) => row === last.current) ??
        rows.find((row) => row.ariaSelected === 'true') ??
        rows[0]
      next?.focus()
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) setIsInside(false)
    },
  }
}
