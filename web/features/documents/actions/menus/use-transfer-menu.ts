import { ClipboardPaste, Copy, FolderInput, Scissors, Trash2 } from 'lucide-react'
import type { Item } from '../../../../../contract/features/documents.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../../room/room-access.ts'
import type { MenuAction } from '../../../../ui/menu/action-menu.tsx'
import { changeObstacle } from '../item-rules.ts'
import { useObstacleText } from '../use-obstacle-text.ts'

export interface TransferCommands {
  readonly take: (mode: 'copy' | 'cut', items: readonly Item[]) => void
  readonly paste: ((into: number) => void) | undefined
  readonly move: (items: readonly Item[]) => void
  readonly remove: (items: readonly Item[]) => void
}

/** What copies, moves and removes items. */
export function useTransferMenu({ take, paste, move, remove }: TransferCommands) {
  const { t } = useTranslation()
  const textOf = useObstacleText()
  const frozen = usePhaseBlock('documents.write')
  const pasteInto = (into: number): MenuAction[] =>
    paste
      ? [
          {
            id: 'paste',
            label: t('actions.paste'),
            icon: ClipboardPaste,
            blockedBecause: frozen,
            onAction: () => paste(into),
          },
        ]
      : []
  return {
    pasteInto,
    ofItems(items: readonly Item[], into: number): readonly MenuAction[] {
      const copyBlock = textOf(changeObstacle(items, 'copy'))
      const editBlock = textOf(changeObstacle(items, 'edit'))
      return [
        {
          id: 'copy',
          label: t('actions.copy'),
          icon: Copy,
          blockedBecause: copyBlock,
          onAction: () => take('copy', items),
        },
        {
          id: 'cut',
          label: t('actions.cut'),
          icon: Scissors,
          blockedBecause: editBlock,
          onAction: () => take('cut', items),
        },
        ...pasteInto(into),
        {
          id: 'move',
          label: t('actions.moveTo'),
          icon: FolderInput,
          blockedBecause: editBlock,
          onAction: () => move(items),
        },
        {
          id: 'delete',
          label: t('actions.delete'),
          icon: Trash2,
          blockedBecause: textOf(changeObstacle(items, 'delete')),
          onAction: () => remove(items),
          isDangerous: true,
        },
      ]
    },
  }
}
