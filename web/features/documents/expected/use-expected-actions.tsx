import { FileCheck, FolderInput, Pencil, Trash2, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import type { ActionCaller } from '../actions/item-actions.ts'
import { MoveDialog } from '../actions/move-dialog.tsx'
import { AddExpectedDialog } from './add-expected-dialog.tsx'
import { EditExpectedDialog } from './edit-expected-dialog.tsx'
import type { ExpectedDocument } from './expected-query.ts'
import { FulfilDialog } from './fulfil-dialog.tsx'
import { useExpectedChanges } from './use-expected-changes.ts'

/** The file becomes the document of that name, whatever its own. */
export type UploadAs = (file: File, parent: number, name: string) => void

export interface ExpectedActions {
  readonly upload: UploadAs | undefined
  readonly menuOf: ((row: ExpectedDocument) => readonly MenuAction[]) | undefined
  readonly add: () => void
  readonly layer: ReactNode
}

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit' | 'fulfil' | 'move'; readonly row: ExpectedDocument }

export type ExpectedCaller = Pick<ActionCaller, 'id' | 'roomId'>

export function useExpectedActions(
  caller: ExpectedCaller,
  folder: number,
  upload: UploadAs | undefined,
): ExpectedActions {
  const { roomId } = caller
  const { t } = useTranslation()
  const { remove, reopen, fulfilled, move } = useExpectedChanges(roomId)
  const isFrozen = usePhaseBlock('documents.write') !== undefined
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  const menuOf = (row: ExpectedDocument): MenuAction[] => [
    ...(row.item
      ? [
          {
            id: 'reopen',
            label: t('expected.reopen'),
            icon: Undo2,
            onAction: () => void reopen(row),
          },
        ]
      : [
          {
            id: 'fulfil',
            label: t('expected.fulfilMenu'),
            icon: FileCheck,
            onAction: () => setOpen({ kind: 'fulfil', row }),
          },
        ]),
    {
      id: 'edit',
      label: t('expected.editMenu'),
      icon: Pencil,
      onAction: () => setOpen({ kind: 'edit', row }),
    },
    {
      id: 'move',
      label: t('actions.moveTo'),
      icon: FolderInput,
      onAction: () => setOpen({ kind: 'move', row }),
    },
    {
      id: 'remove',
      label: t('expected.remove'),
      icon: Trash2,
      onAction: () => void remove(row),
      isDangerous: true,
      group: 1,
    },
  ]
  return {
    upload: isFrozen ? undefined : upload,
    menuOf: isFrozen ? undefined : menuOf,
    add: () => setOpen({ kind: 'add' }),
    layer: open && (
      <>
        {open.kind === 'add' && (
          <AddExpectedDialog roomId={roomId} folder={folder} onClose={close} />
        )}
        {open.kind === 'edit' && (
          <EditExpectedDialog roomId={roomId} row={open.row} onClose={close} />
        )}
        {open.kind === 'move' && (
          <MoveDialog
            caller={caller}
            // Negative ids cannot equal an item's.
            items={[{ ...open.row, id: -open.row.id }]}
            onMove={(target) => void move(open.row, target)}
            onClose={close}
          />
        )}
        {open.kind === 'fulfil' && (
          <FulfilDialog
            roomId={roomId}
            row={open.row}
            onFulfilled={() => fulfilled(open.row)}
            onClose={close}
          />
        )}
      </>
    ),
  }
}
