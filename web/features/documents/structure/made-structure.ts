import type { PayloadOut } from '../../../../contract/core/operation.ts'
import {
  type createStructure,
  undoStructure,
} from '../../../../contract/features/documents/structures.ts'
import type { Api } from '../../../lib/api/api.ts'
import type { Translate } from '../../../lib/i18n.ts'

const NAMES_SHOWN = 3

export interface MadeStructure {
  readonly text: string
  readonly undo: (act: string) => Promise<string>
}

export function describeMade(
  t: Translate,
  api: Api,
  roomId: number,
  answer: PayloadOut<typeof createStructure>,
): MadeStructure {
  const { counts, folderIds: folders, expectedIds: expected } = answer
  const numbers = { count: counts.new, documents: counts.expected }
  const withFolders = t(counts.expected > 0 ? 'structure.madeAnd' : 'structure.made', numbers)
  return {
    text: counts.new === 0 ? t('structure.expectedOnly', { count: counts.expected }) : withFolders,
    undo: async (act) =>
      describeUndone(
        t,
        await api.call(
          undoStructure,
          { body: { roomId, folders, expected, act } },
          { untimed: true },
        ),
      ),
  }
}

function describeUndone(
  t: Translate,
  { folders, expected, kept }: PayloadOut<typeof undoStructure>,
): string {
  if (kept.length === 0)
    return t(folders + expected > 0 ? 'actions.undone' : 'structure.nothingUndone')
  const shown = kept
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => name)
    .join(', ')
  const more = kept.length - NAMES_SHOWN
  return t('structure.kept', {
    count: kept.length,
    names: more > 0 ? t('structure.andMore', { names: shown, count: more }) : shown,
  })
}
