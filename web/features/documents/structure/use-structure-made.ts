import { useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import type { Changes } from '../actions/use-changes.ts'
import type { MadeCounts, MadeStructure } from './structure-dialog.tsx'

const NAMES_SHOWN = 3

/** Offers to take back what was made, except to content operators, who remove nothing. */
export function useStructureMade({ offerUndo }: Changes) {
  const { t } = useTranslation()
  const toast = useToast()
  const isContentOperator = useIsContentOperator()
  return ({ top, undo }: MadeStructure, { folders: count, documents }: MadeCounts) => {
    const made = t(documents > 0 ? 'structure.madeAnd' : 'structure.made', { count, documents })
    const text = count === 0 ? t('structure.expectedOnly', { count: documents }) : made
    if (isContentOperator) return toast(text)
    const structure = { id: top?.id ?? 0, name: top?.name ?? t('structure.title') }
    offerUndo(text, [structure], async () => {
      const kept = await undo()
      const names = kept.slice(0, NAMES_SHOWN).map(({ name }) => name)
      if (kept.length > 0) toast(t('structure.kept', { count: kept.length, names: names.join(', ') }))
    })
  }
}
