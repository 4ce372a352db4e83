import { Eye, ShieldCheck } from 'lucide-react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { RIGHTS_SUBJECTS_MAX, type RightsSubject } from '../../../room/rights-subject.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { isFolder } from '../file-kind.ts'
import { useFolderPath } from '../list/items-query.ts'

export type ShowRights = (subjects: readonly RightsSubject[], view: 'levels' | 'who') => void

const ROOT: RightsSubject = { id: 0, name: '', parent: undefined, isFolder: true }

const subjectOf = (item: Item): RightsSubject => ({
  id: item.id,
  name: item.name,
  parent: item.parent,
  isFolder: isFolder(item),
})

export function useFolderSubject(roomId: number, folder: number): RightsSubject | undefined {
  const step = useFolderPath(roomId, folder)?.at(-1)
  if (folder === 0) return ROOT
  return step?.id === folder
    ? { id: folder, name: step.folderName, parent: step.parent, isFolder: true }
    : undefined
}

export function useRightsActions(roomId: number, folder: number, showRights: ShowRights) {
  const { t } = useTranslation()
  const here = useFolderSubject(roomId, folder)
  const levels = (
    subjects: readonly RightsSubject[],
    label: string,
    blockedBecause?: string,
  ): MenuAction => ({
    id: 'permissions',
    label,
    icon: ShieldCheck,
    blockedBecause,
    onAction: () => showRights(subjects, 'levels'),
  })
  const who = (subject: RightsSubject): MenuAction => ({
    id: 'who-sees',
    label: t('rights.menuWho'),
    icon: Eye,
    onAction: () => showRights([subject], 'who'),
  })
  return {
    ofItems: (items: readonly Item[]): MenuAction =>
      levels(
        items.map(subjectOf),
        t('rights.menu'),
        items.length > RIGHTS_SUBJECTS_MAX
          ? t('rights.subjectsMax', { limit: RIGHTS_SUBJECTS_MAX })
          : undefined,
      ),
    ofOne: (item: Item): MenuAction => who(subjectOf(item)),
    ofFolder: (): readonly MenuAction[] =>
      here ? [levels([here], t(folder === 0 ? 'rights.menuRoot' : 'rights.menu')), who(here)] : [],
  }
}
