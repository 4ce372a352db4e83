import { useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { Changes } from '../actions/use-changes.ts'
import type { MadeCounts, MadeStructure, Undone } from './structure-dialog.tsx'

const NAMES_SHOWN = 3

/** Offers to take back what was made, except to content operators, who remove nothing. */
export function useStructureMade({ offerUndo }: Changes) {
  const { t } = useTranslation()
  const toast = useToast()
  const isContentOperator = useIsContentOperator()
  const namesOf = (kept: Undone['kept']): string => {
    const names = kept
      .slice(0, NAMES_SHOWN)
      .map(({ name }) => name)
      .join(', ')
    return kept.length > NAMES_SHOWN ? t('structure.andMore', { names, count: kept.length - NAMES_SHOWN }) : names
  }
  return ({ top, undo }: MadeStructure, { folders: count, documents }: MadeCounts) => {
    const made = t(documents > 0 ? 'structure.madeAnd' : 'structure.made', { count, documents })
    const text = count === 0 ? t('structure.expectedOnly', { count: documents }) : made
    if (isContentOperator) return toast(text)
    const structure = { id: top?.id ?? 0, name: top?.name ?? t('structure.title') }
    offerUndo(text, [structure], undo, ([undone]) => {
      if (undone === undefined || undone.kept.length === 0)
        return t(undone && undone.folders + undone.expected > 0 ? 'actions.undone' : 'structure.nothingUndone')
      return t('structure.kept', { count: undone.kept.length, names: namesOf(undone.kept) })
    })
  }
}
