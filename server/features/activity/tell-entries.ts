import { LANGUAGES, type Language } from '../../../contract/core/language.ts'
import { sentenceOf } from '../../../contract/features/activity-sentences.ts'
import type { ActivityParts } from './activity.parts.ts'
import { type EntryFilter, findEntries } from './activity.read.ts'
import { openEntry } from './sealed-entry.ts'

/** An entry in words. */
export interface ToldEntry {
  readonly at: Date
  /** Empty where nobody of the room did it. */
  readonly name: string
  readonly sentence: Readonly<Record<Language, string>>
}

/** The newest entries of a room that a filter leaves, in words of both languages. */
export async function tellEntries(
  { database: { db }, retention }: Pick<ActivityParts, 'database' | 'retention'>,
  room: { readonly roomId: number; readonly zone: string },
  filter: EntryFilter,
  limit: number,
): Promise<ToldEntry[]> {
  const rows = await findEntries(db, room, filter, { after: undefined, limit })
  return Promise.all(
    rows.map(async (row) => {
      const { entry } = await openEntry(db, retention, row)
      const [ko, en] = LANGUAGES.map((language) => sentenceOf(row.kind, entry?.details, language, entry?.viewAs))
      return { at: row.at, name: entry?.doer.name ?? '', sentence: { ko: ko ?? '', en: en ?? '' } }
    }),
  )
}
