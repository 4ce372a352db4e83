import { LANGUAGES, type Language } from '../../../contract/core/language.ts'
import { sentenceOf } from '../../../contract/features/activity/activity-sentences.ts'
import type { ActivityParts } from './audit.parts.ts'
import { type EntryFilter, findEntries } from './audit.read.ts'
import { openEntry } from './encrypted-entry.ts'

export interface PresentedEntry {
  readonly at: Date
  readonly name: string
  readonly sentence: Readonly<Record<Language, string>>
}

export async function presentEntries(
  { database: { db }, retention }: Pick<ActivityParts, 'database' | 'retention'>,
  room: { readonly roomId: number; readonly zone: string },
  filter: EntryFilter,
  limit: number,
): Promise<PresentedEntry[]> {
  const rows = await findEntries(db, room, filter, { after: undefined, limit })
  return Promise.all(
    rows.map(async (row) => {
      const { entry } = await openEntry(db, retention, row)
      const [ko, en] = LANGUAGES.map((language) => sentenceOf(row.kind, entry?.details, language, entry?.viewAs))
      return { at: row.at, name: entry?.doer.name ?? '', sentence: { ko: ko ?? '', en: en ?? '' } }
    }),
  )
}
