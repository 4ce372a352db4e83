import { useNavigate } from '@tanstack/react-router'
import { Activity, History, Info, PencilLine } from 'lucide-react'
import type { Item } from '../../../../../contract/features/documents.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { ShowPublishing } from '../../../../room/publishing-subject.ts'
import { useIsContentOperator, usePhaseBlock } from '../../../../room/room-access.ts'
import type { MenuAction } from '../../../../ui/menu/action-menu.tsx'
import { isFolder } from '../../file-kind.ts'
import { useOrderActions } from '../../order/use-order-actions.ts'
import type { ActionCaller } from '../item-actions.ts'
import { changeObstacle, renameObstacle } from '../item-rules.ts'
import { useObstacleText } from '../use-obstacle-text.ts'
import { usePublishingActions } from '../use-publishing-actions.ts'
import { useReadingActions } from '../use-reading-actions.ts'
import type { useRightsActions } from '../use-rights-actions.ts'
import { arrangeMenu, ofContentOperator } from './arrange-menu.ts'
import { type FillingCommands, useFillingMenu } from './use-filling-menu.ts'
import { type TransferCommands, useTransferMenu } from './use-transfer-menu.ts'

interface MenuCommands extends TransferCommands, FillingCommands {
  readonly rights: ReturnType<typeof useRightsActions>
  readonly showPublishing: ShowPublishing
  readonly rename: (item: Item) => void
  readonly renameMany: (items: readonly Item[]) => void
  readonly choosePlace: (items: readonly Item[]) => void
  readonly renumber: (folder: number) => void
  readonly show: (kind: 'properties' | 'versions', item: Item) => void
  readonly showActivity: (file: Item) => void
}

function useOpenItem() {
  const navigate = useNavigate()
  return ({ id, parent, type }: Item) => {
    const here = parent === 0 ? {} : { folder: parent }
    if (isFolder({ type })) void navigate({ to: '.', search: { folder: id } })
    else void navigate({ to: '/', search: { ...here, doc: id } })
  }
}

export function useItemMenus(caller: ActionCaller, here: number, commands: MenuCommands) {
  const { rights, rename, renameMany, show, showActivity } = commands
  const { t } = useTranslation()
  const open = useOpenItem()
  const reading = useReadingActions(caller)
  const textOf = useObstacleText()
  const ordering = useOrderActions(caller.roomId, commands)
  const frozen = usePhaseBlock('documents.write')
  const isContentOperator = useIsContentOperator()
  const transfer = useTransferMenu(commands)
  const filling = useFillingMenu(caller.roomId, here, commands)
  const editBlockOf = (items: readonly Item[]) => textOf(changeObstacle(items, 'edit'))
  const publishing = usePublishingActions(caller.roomId, commands.showPublishing, editBlockOf)

  const renaming = (
    label: string,
    blockedBecause: string | undefined,
    onAction: () => void,
  ): MenuAction => ({
    id: 'rename',
    label,
    icon: PencilLine,
    blockedBecause,
    onAction,
  })
  const shared = (items: readonly Item[], into: number): readonly MenuAction[] => [
    ...transfer.ofItems(items, into),
    ...ordering.ofItems(items, editBlockOf(items)),
    reading.print(items),
    reading.download(items),
    ...reading.index(items),
    ...publishing(items),
    rights.ofItems(items),
  ]
  const ofOne = (item: Item): readonly MenuAction[] => [
    reading.open(() => open(item)),
    renaming(t('actions.rename'), editBlockOf([item]), () => rename(item)),
    ...(isFolder(item) ? filling.inFolder(item) : []),
    ...shared([item], isFolder(item) ? item.id : item.parent),
    rights.ofOne(item),
    ...(isFolder(item)
      ? ordering.ofFolder(item.id, frozen)
      : [
          {
            id: 'versions',
            label: t('actions.versions'),
            icon: History,
            onAction: () => show('versions', item),
          },
          {
            id: 'activity',
            label: t('actions.activity'),
            icon: Activity,
            onAction: () => showActivity(item),
          },
        ]),
    {
      id: 'properties',
      label: t('actions.properties'),
      icon: Info,
      onAction: () => show('properties', item),
    },
    ...reading.favourite(item),
    reading.copyName(item),
  ]
  const ofMany = (items: readonly Item[], folder: number): readonly MenuAction[] => [
    renaming(t('renaming.action'), textOf(renameObstacle(items)), () => renameMany(items)),
    filling.among(items, folder),
    ...shared(items, folder),
  ]
  const arrange = (actions: readonly MenuAction[]) =>
    arrangeMenu(isContentOperator ? ofContentOperator(actions) : actions)

  return {
    ofPaste: (into: number): MenuAction | undefined => transfer.pasteInto(into)[0],
    ofItems(items: readonly Item[], folder: number): readonly MenuAction[] {
      const [first] = items
      return arrange(first && items.length === 1 ? ofOne(first) : ofMany(items, folder))
    },
    ofGround: (folder: number): readonly MenuAction[] =>
      arrange([
        ...transfer.pasteInto(folder),
        ...filling.ofGround(folder),
        ...ordering.ofFolder(folder, frozen),
        ...rights.ofFolder(),
      ]),
  }
}
