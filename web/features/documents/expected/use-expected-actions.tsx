import { useQueryClient } from '@tanstack/react-query'
import { FileCheck, FolderInput, Pencil, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fulfilExpected, removeExpected, updateExpected } from '../../../../contract/features/documents/expected.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import type { ActionCaller, Target } from '../actions/item-actions.ts'
import { MoveDialog } from '../actions/move-dialog.tsx'
import { itemsKey } from '../list/items-query.ts'
import { AddExpectedDialog } from './add-expected-dialog.tsx'
import { EditExpectedDialog } from './edit-expected-dialog.tsx'
import type { ExpectedDocument } from './expected-query.ts'
import { FulfilDialog } from './fulfil-dialog.tsx'

/** The file becomes the document of that name, whatever its own. */
export type UploadAs = (file: File, parent: number, name: string) => void

export interface ExpectedActions {
  readonly upload: UploadAs | undefined
  readonly menuOf: ((row: ExpectedDocument) => readonly MenuAction[]) | undefined
  readonly add: () => void
  readonly layer: ReactNode
}

type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'fulfil' | 'move'; readonly row: ExpectedDocument }

export type ExpectedCaller = Pick<ActionCaller, 'id' | 'roomId'>

export function useExpectedActions(caller: ExpectedCaller, folder: number, upload: UploadAs | undefined): ExpectedActions {
  const { roomId } = caller
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  const isFrozen = usePhaseBlock('documents.write') !== undefined
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const report = (text: string, undo?: () => Promise<unknown>) => {
    const onPress = () => undo && void change(undo, t('actions.undone'))
    toast(undo ? { text, action: { label: t('actions.undo'), onPress } } : text)
  }
  const change = async (act: () => Promise<unknown>, text: string, undo?: () => Promise<unknown>) => {
    try {
      await act()
      report(text, undo)
    } catch (error) {
      await alertError(error)
    }
    await queries.invalidateQueries({ queryKey: itemsKey(roomId) })
  }
  const remove = ({ id, name }: ExpectedDocument) => {
    const send = (undo: boolean) => () => api.call(removeExpected, { body: { roomId, ids: [id], undo } })
    return change(send(false), t('expected.removed', { name }), send(true))
  }
  const reopen = ({ id, name, item }: ExpectedDocument) => {
    const send = (itemId: number | null) => () => api.call(fulfilExpected, { body: { roomId, id, itemId } })
    return change(send(null), t('expected.reopened', { name }), item && send(item.id))
  }
  const fulfilled = ({ id, name }: ExpectedDocument) => {
    void queries.invalidateQueries({ queryKey: itemsKey(roomId) })
    report(t('expected.fulfilled', { name }), () => api.call(fulfilExpected, { body: { roomId, id, itemId: null } }))
  }
  const move = ({ id, name, parent: home }: ExpectedDocument, target: Target) => {
    const send = (parent: number) => () => api.call(updateExpected, { body: { roomId, id, parent } })
    return change(send(target.id), t('expected.moved', { name, folder: target.name }), send(home))
  }
  const menuOf = (row: ExpectedDocument): MenuAction[] => [
    ...(row.item
      ? [{ id: 'reopen', label: t('expected.reopen'), icon: Undo2, onAction: () => void reopen(row) }]
      : [{ id: 'fulfil', label: t('expected.fulfilMenu'), icon: FileCheck, onAction: () => setOpen({ kind: 'fulfil', row }) }]),
    { id: 'edit', label: t('expected.editMenu'), icon: Pencil, onAction: () => setOpen({ kind: 'edit', row }) },
    { id: 'move', label: t('actions.moveTo'), icon: FolderInput, onAction: () => setOpen({ kind: 'move', row }) },
    { id: 'remove', label: t('expected.remove'), icon: Trash2, onAction: () => void remove(row), isDangerous: true, group: 1 },
  ]
  return {
    upload: isFrozen ? undefined : upload,
    menuOf: isFrozen ? undefined : menuOf,
    add: () => setOpen({ kind: 'add' }),
    layer: open && (
      <>
        {open.kind === 'add' && <AddExpectedDialog roomId={roomId} folder={folder} onClose={close} />}
        {open.kind === 'edit' && <EditExpectedDialog roomId={roomId} row={open.row} onClose={close} />}
        {open.kind === 'move' && (
          <MoveDialog
            caller={caller}
            // Negative ids cannot equal an item's.
            items={[{ ...open.row, id: -open.row.id }]}
            onMove={(target) => void move(open.row, target)}
            onClose={close}
          />
        )}
        {open.kind === 'fulfil' && <FulfilDialog roomId={roomId} row={open.row} onFulfilled={() => fulfilled(open.row)} onClose={close} />}
      </>
    ),
  }
}
