import { useNavigate } from '@tanstack/react-router'
import {
  Activity,
  ClipboardPaste,
  Copy,
  FolderInput,
  FolderPlus,
  FolderTree,
  History,
  Info,
  PencilLine,
  Scissors,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react'
import type { Item } from '../../../../contract/features/documents.ts'
import { shortcutOf } from '../../../lib/browser/shortcut.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { isComposing } from '../../../lib/input/is-composing.ts'
import type { ShowPublishing } from '../../../room/publishing-subject.ts'
import type { ShowReplacing } from '../../../room/replacing-place.ts'
import { useIsContentOperator, usePhaseBlock } from '../../../room/room-access.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { isFolder } from '../file-kind.ts'
import { useOrderActions, useOrderWithUndo } from '../order/use-order-actions.ts'
import { usePlacing } from '../placing/use-placing.tsx'
import { actionOfKey, KEYS_OF } from './action-keys.ts'
import type { ActionCaller, ItemActions } from './item-actions.ts'
import { changeObstacle, renameObstacle } from './item-rules.ts'
import { RenameField } from './rename-field.tsx'
import { useAct } from './use-act.ts'
import { useChanges } from './use-changes.ts'
import { useDelete } from './use-delete.tsx'
import { useObstacleText } from './use-obstacle-text.ts'
import { usePublishingActions } from './use-publishing-actions.ts'
import { useReadingActions } from './use-reading-actions.ts'
import { useReplacingActions } from './use-replacing-actions.ts'
import { type ShowRights, useRightsActions } from './use-rights-actions.ts'
import { useClipActions, useTransfer } from './use-transfer.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })))
const OrderDialog = lazy(() => import('../order/order-dialog.tsx').then((module) => ({ default: module.OrderDialog })))
const RenumberDialog = lazy(() => import('../order/renumber-dialog.tsx').then((module) => ({ default: module.RenumberDialog })))
const StructureDialog = lazy(() => import('../structure/structure-dialog.tsx').then((module) => ({ default: module.StructureDialog })))
const PropertiesDialog = lazy(() => import('../properties/properties-dialog.tsx').then((module) => ({ default: module.PropertiesDialog })))
const RenameDialog = lazy(() => import('../rename/rename-dialog.tsx').then((module) => ({ default: module.RenameDialog })))
const VersionsDialog = lazy(() => import('../versions/versions-dialog.tsx').then((module) => ({ default: module.VersionsDialog })))

type OpenDialog =
  | { readonly kind: 'move' | 'order' | 'rename'; readonly items: readonly Item[] }
  | { readonly kind: 'properties' | 'versions'; readonly item: Item }
  | { readonly kind: 'renumber' | 'structure'; readonly folder: number }

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
  const [dialog, setDialog] = useState<OpenDialog>()
  const remove = useDelete(caller, changes)
  const order = useOrderWithUndo(caller.roomId)
  const alertError = useErrorAlert()
  const buildStructure = (parent: number) => setDialog({ kind: 'structure', folder: parent })
  const cut = useMemo(() => new Set(clip?.mode === 'cut' ? clip.items.map(({ id }) => id) : []), [clip])

  const rights = useRightsActions(caller.roomId, folder, showRights)
  const menus = useMenus(caller, folder, {
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
  const close = () => setDialog(undefined)

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
    renameField: renamed && <RenameField key={renamed.id} item={renamed} caller={caller} onClose={() => setRenamed(undefined)} />,
    move: (items, target) => void transfer.move(items, target),
    copy: (items, target) => void transfer.copy(items, target),
    order: (items, before) => void order(items, { before }).catch(alertError),
    cut,
    layer: (
      <>
        {placing.layer ?? changes.progress}
        <Suspense>
          {dialog?.kind === 'move' && (
            <MoveDialog caller={caller} items={dialog.items} onMove={(target) => transfer.move(dialog.items, target)} onClose={close} />
          )}
          {dialog?.kind === 'order' && (
            <OrderDialog
              roomId={caller.roomId}
              items={dialog.items}
              onPlace={(target, place) => transfer.placeAt(dialog.items, target, place).catch(alertError)}
              onClose={close}
            />
          )}
          {dialog?.kind === 'rename' && <RenameDialog roomId={caller.roomId} items={dialog.items} onClose={close} />}
          {dialog?.kind === 'renumber' && <RenumberDialog roomId={caller.roomId} folder={dialog.folder} onClose={close} />}
          {dialog?.kind === 'structure' && <StructureDialog roomId={caller.roomId} folder={dialog.folder} onClose={close} />}
          {dialog?.kind === 'properties' && <PropertiesDialog caller={caller} item={dialog.item} onClose={close} />}
          {dialog?.kind === 'versions' && <VersionsDialog caller={caller} item={dialog.item} onClose={close} />}
        </Suspense>
      </>
    ),
  }
}

const isTextField = (target: EventTarget): boolean => target instanceof Element && target.matches('input, textarea, [contenteditable]')

function askedBy({ nativeEvent, target }: KeyboardEvent) {
  if (isComposing(nativeEvent) || isTextField(target)) return undefined
  const asked = actionOfKey(nativeEvent)
  return asked === 'copy' && getSelection()?.isCollapsed === false ? undefined : asked
}

interface MenuCommands {
  readonly rights: ReturnType<typeof useRightsActions>
  readonly showPublishing: ShowPublishing
  readonly showReplacing: ShowReplacing
  readonly rename: (item: Item) => void
  readonly renameMany: (items: readonly Item[]) => void
  readonly take: (mode: 'copy' | 'cut', items: readonly Item[]) => void
  readonly paste: ((into: number) => void) | undefined
  readonly move: (items: readonly Item[]) => void
  readonly choosePlace: (items: readonly Item[]) => void
  readonly renumber: (folder: number) => void
  readonly buildStructure: (folder: number) => void
  readonly remove: (items: readonly Item[]) => void
  readonly show: (kind: 'properties' | 'versions', item: Item) => void
  readonly showActivity: (file: Item) => void
  readonly startFolder: () => void
}

const GROUPS: readonly (readonly string[])[] = [
  ['open', 'rename', 'new-folder', 'structure', 'replace-versions'],
  ['copy', 'cut', 'paste', 'move', 'delete'],
  ['order-up', 'order-down', 'order', 'renumber'],
  ['print', 'download', 'index'],
  ['publish', 'unpublish', 'publish-cancel', 'staging'],
  ['permissions', 'who-sees'],
  ['versions', 'activity', 'properties', 'favourite', 'copy-name'],
]

const OF_FULL_OPERATORS: ReadonlySet<string> = new Set([
  ...['delete', 'publish', 'unpublish', 'publish-cancel', 'staging'],
  ...['permissions', 'who-sees', 'activity', 'renumber'],
])

const arrangeMenu = (actions: readonly MenuAction[]): readonly MenuAction[] =>
  actions.map((action) => {
    const keys = action.id === 'open' ? 'Enter' : KEYS_OF[action.id]
    return { ...action, group: GROUPS.findIndex((group) => group.includes(action.id)), shortcut: keys ? shortcutOf(keys) : undefined }
  })

function useMenus(caller: ActionCaller, here: number, commands: MenuCommands) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reading = useReadingActions(caller)
  const textOf = useObstacleText()
  const ordering = useOrderActions(caller.roomId, commands)
  const frozen = usePhaseBlock('documents.write')
  const replacing = useReplacingActions({ roomId: caller.roomId, here, blockedBecause: frozen }, commands.showReplacing)
  const isContentOperator = useIsContentOperator()
  const publishing = usePublishingActions(caller.roomId, commands.showPublishing, (items) => textOf(changeObstacle(items, 'edit')))

  const open = ({ id, parent, type }: Item) => {
    const here = parent === 0 ? {} : { folder: parent }
    if (isFolder({ type })) void navigate({ to: '.', search: { folder: id } })
    else void navigate({ to: '/', search: { ...here, doc: id } })
  }
  const pasteInto = (into: number): MenuAction[] => {
    const { paste } = commands
    return paste
      ? [{ id: 'paste', label: t('actions.paste'), icon: ClipboardPaste, blockedBecause: frozen, onAction: () => paste(into) }]
      : []
  }
  const structureIn = (into: number): MenuAction => ({
    id: 'structure',
    label: t('structure.menu'),
    icon: FolderTree,
    blockedBecause: frozen,
    onAction: () => commands.buildStructure(into),
  })
  const changing = (items: readonly Item[], into: number): readonly MenuAction[] => {
    const copyBlock = textOf(changeObstacle(items, 'copy'))
    const editBlock = textOf(changeObstacle(items, 'edit'))
    return [
      { id: 'copy', label: t('actions.copy'), icon: Copy, blockedBecause: copyBlock, onAction: () => commands.take('copy', items) },
      { id: 'cut', label: t('actions.cut'), icon: Scissors, blockedBecause: editBlock, onAction: () => commands.take('cut', items) },
      ...pasteInto(into),
      { id: 'move', label: t('actions.moveTo'), icon: FolderInput, blockedBecause: editBlock, onAction: () => commands.move(items) },
      {
        id: 'delete',
        label: t('actions.delete'),
        icon: Trash2,
        blockedBecause: textOf(changeObstacle(items, 'delete')),
        onAction: () => commands.remove(items),
        isDangerous: true,
      },
      ...ordering.ofItems(items, editBlock),
      reading.print(items),
      reading.download(items),
      ...reading.index(items),
      ...publishing(items),
      commands.rights.ofItems(items),
    ]
  }
  const ofOne = (item: Item): readonly MenuAction[] => [
    reading.open(() => open(item)),
    {
      id: 'rename',
      label: t('actions.rename'),
      icon: PencilLine,
      blockedBecause: textOf(changeObstacle([item], 'edit')),
      onAction: () => commands.rename(item),
    },
    ...(isFolder(item) ? [structureIn(item.id), replacing.inFolder(item)] : []),
    ...changing([item], isFolder(item) ? item.id : item.parent),
    commands.rights.ofOne(item),
    ...(isFolder(item)
      ? []
      : [
          { id: 'versions', label: t('actions.versions'), icon: History, onAction: () => commands.show('versions', item) },
          { id: 'activity', label: t('actions.activity'), icon: Activity, onAction: () => commands.showActivity(item) },
        ]),
    ...(isFolder(item) ? ordering.ofFolder(item.id, frozen) : []),
    { id: 'properties', label: t('actions.properties'), icon: Info, onAction: () => commands.show('properties', item) },
    ...reading.favourite(item),
    reading.copyName(item),
  ]

  const ofMany = (items: readonly Item[], folder: number): readonly MenuAction[] => [
    {
      id: 'rename',
      label: t('renaming.action'),
      icon: PencilLine,
      blockedBecause: textOf(renameObstacle(items)),
      onAction: () => commands.renameMany(items),
    },
    replacing.among(items, folder),
    ...changing(items, folder),
  ]

  const arrange = (actions: readonly MenuAction[]) =>
    arrangeMenu(isContentOperator ? actions.filter(({ id }) => !OF_FULL_OPERATORS.has(id)) : actions)

  return {
    ofPaste: (into: number): MenuAction | undefined => pasteInto(into)[0],
    ofItems(items: readonly Item[], folder: number): readonly MenuAction[] {
      const [first] = items
      return arrange(first && items.length === 1 ? ofOne(first) : ofMany(items, folder))
    },
    ofGround: (folder: number): readonly MenuAction[] =>
      arrange([
        ...pasteInto(folder),
        { id: 'new-folder', label: t('actions.newFolder'), icon: FolderPlus, blockedBecause: frozen, onAction: commands.startFolder },
        structureIn(folder),
        replacing.here(),
        ...ordering.ofFolder(folder, frozen),
        ...commands.rights.ofFolder(),
      ]),
  }
}
