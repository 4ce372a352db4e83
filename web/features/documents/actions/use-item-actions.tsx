import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import type { ShowPublishing } from '../../../room/publishing-subject.ts'
import type { ShowReplacing } from '../../../room/replacing-place.ts'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useOrderWithUndo } from '../order/use-order-actions.ts'
import { usePlacing } from '../placing/use-placing.tsx'
import { actionOfKey } from './action-keys.ts'
import type { ActionCaller, ItemActions } from './item-actions.ts'
import { ItemDialog, type OpenItemDialog } from './item-dialog.tsx'
import { useItemMenus } from './menus/use-item-menus.ts'
import { RenameField } from './rename-field.tsx'
import { useAct } from './use-act.ts'
import { useChanges } from './use-changes.ts'
import { useDelete } from './use-delete.tsx'
import { type ShowRights, useRightsActions } from './use-rights-actions.ts'
import { useClipActions, useTransfer } from './use-transfer.ts'

interface ItemActionViews {
  readonly showActivity: (file: Item) => void
  readonly showRights: ShowRights
  readonly showPublishing: ShowPublishing
  readonly showReplacing: ShowReplacing
}

export function useItemActions(
  caller: ActionCaller,
  folder: number,
  startFolder: () => void,
  { showActivity, showRights, showPublishing, showReplacing }: ItemActionViews,
): ItemActions {
  const changes = useChanges(caller.roomId)
  const placing = usePlacing(caller.roomId)
  const transfer = useTransfer(caller, changes, placing.begin)
  const { clip, take, paste } = useClipActions(transfer)
  const [renamed, setRenamed] = useState<Item>()
  const [dialog, setDialog] = useState<OpenItemDialog>()
  const remove = useDelete(caller, changes)
  const order = useOrderWithUndo(caller.roomId)
  const alertError = useErrorAlert()
  const buildStructure = (parent: number) => setDialog({ kind: 'structure', folder: parent })
  const cut = useMemo(
    () => new Set(clip?.mode === 'cut' ? clip.items.map(({ id }) => id) : []),
    [clip],
  )

  const rights = useRightsActions(caller.roomId, folder, showRights)
  const menus = useItemMenus(caller, folder, {
    rights,
    showPublishing,
    showReplacing,
    rename: setRenamed,
    renameMany: (items) => setDialog({ kind: 'rename', items }),
    take,
    paste: clip && ((into) => void paste(into)),
    move: (items) => setDialog({ kind: 'move', items }),
    choosePlace: (items) => setDialog({ kind: 'order', items }),
    renumber: (parent) => setDialog({ kind: 'renumber', folder: parent }),
    buildStructure,
    remove: (items) => void remove(items),
    show: (kind, item) => setDialog({ kind, item }),
    showActivity,
    startFolder,
  })
  const menu = (items: readonly Item[]) => menus.ofItems(items, folder)
  const act = useAct()

  return {
    menu,
    groundMenu: () => menus.ofGround(folder),
    buildStructure: () => buildStructure(folder),
    onKey(event, items, into) {
      const asked = askedBy(event)
      if (asked === undefined || (asked === 'print' && items.length === 0)) return false
      // The paste event reports system clipboard files.
      if (asked === 'paste' && !clip) return false
      event.preventDefault()
      act(asked === 'paste' ? menus.ofPaste(into) : menu(items).find(({ id }) => id === asked))
      return true
    },
    onPaste(event) {
      const { clipboardData, target } = event
      if (clipboardData.types.includes('Files') || isTextField(target)) return
      if (clip) act(menus.ofPaste(folder))
      else void paste(folder)
    },
    renaming: renamed?.id,
    renameField: renamed && (
      <RenameField
        key={renamed.id}
        item={renamed}
        caller={caller}
        onClose={() => setRenamed(undefined)}
      />
    ),
    move: (items, target) => void transfer.move(items, target),
    copy: (items, target) => void transfer.copy(items, target),
    order: (items, before) => void order(items, { before }).catch(alertError),
    cut,
    layer: (
      <>
        {placing.layer ?? changes.progress}
        {dialog && (
          <ItemDialog
            caller={caller}
            dialog={dialog}
            transfer={transfer}
            onClose={() => setDialog(undefined)}
          />
        )}
      </>
    ),
  }
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]')

function askedBy({ nativeEvent, target }: KeyboardEvent) {
  if (isComposing(nativeEvent) || isTextField(target)) return undefined
  const asked = actionOfKey(nativeEvent)
  return asked === 'copy' && getSelection()?.isCollapsed === false ? undefined : asked
}
