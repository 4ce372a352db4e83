import { FileUp } from 'lucide-react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { ShowReplacing } from '../../../room/replacing-place.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { useFolderPath } from '../list/items-query.ts'

interface Situation {
  readonly roomId: number
  readonly here: number
  readonly blockedBecause: string | undefined
}

export function useReplacingActions(
  { roomId, here, blockedBecause }: Situation,
  show: ShowReplacing,
) {
  const { t } = useTranslation()
  const hereName = useFolderPath(roomId, here)?.at(-1)?.folderName ?? t('documents.root')
  const action = (onAction: () => void): MenuAction => ({
    id: 'replace-versions',
    label: t('replacing.menu'),
    icon: FileUp,
    blockedBecause,
    onAction,
  })
  return {
    here: () => action(() => show({ within: [here], name: hereName, folder: here })),
    inFolder: ({ id, name }: Pick<Item, 'id' | 'name'>) =>
      action(() => show({ within: [id], name, folder: id })),
    among: (items: readonly Item[], folder: number) =>
      action(() => show({ within: items.map(({ id }) => id), name: undefined, folder })),
  }
}
