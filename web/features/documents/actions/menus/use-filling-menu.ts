import { FolderPlus, FolderTree } from 'lucide-react'
import type { Item } from '../../../../../contract/features/documents.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { ShowReplacing } from '../../../../room/replacing-place.ts'
import { usePhaseBlock } from '../../../../room/room-access.ts'
import type { MenuAction } from '../../../../ui/menu/action-menu.tsx'
import { useReplacingActions } from '../use-replacing-actions.ts'

export interface FillingCommands {
  readonly showReplacing: ShowReplacing
  readonly buildStructure: (folder: number) => void
  readonly startFolder: () => void
}

/** What puts folders and new versions into a folder. */
export function useFillingMenu(
  roomId: number,
  here: number,
  { showReplacing, buildStructure, startFolder }: FillingCommands,
) {
  const { t } = useTranslation()
  const blockedBecause = usePhaseBlock('documents.write')
  const replacing = useReplacingActions({ roomId, here, blockedBecause }, showReplacing)
  const structureIn = (folder: number): MenuAction => ({
    id: 'structure',
    label: t('structure.menu'),
    icon: FolderTree,
    blockedBecause,
    onAction: () => buildStructure(folder),
  })
  return {
    among: replacing.among,
    inFolder: (folder: Item): readonly MenuAction[] => [
      structureIn(folder.id),
      replacing.inFolder(folder),
    ],
    ofGround: (folder: number): readonly MenuAction[] => [
      {
        id: 'new-folder',
        label: t('actions.newFolder'),
        icon: FolderPlus,
        blockedBecause,
        onAction: startFolder,
      },
      structureIn(folder),
      replacing.here(),
    ],
  }
}
