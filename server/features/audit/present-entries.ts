import { LANGUAGES, type Language } from '../../../contract/core/language.ts'
import { sentenceOf } from '../../../contract/features/activity/activity-sentences.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { ActivityParts } from './audit.parts.ts'
import { type EntryFilter, findEntries } from './audit.read.ts'
import { openEntry } from './encrypted-entry.ts'

export interface PresentedEntry {
  readonly at: Date
  readonly name: string
  readonly sentence: Readonly<Record<Language, string>>
}

export async function presentEntries(
  db: Queryable,
  { retention }: Pick<ActivityParts, 'retention'>,
  room: { readonly roomId: number; readonly zone: string },
  filter: EntryFilter,
  limit: number,
): Promise<PresentedEntry[]> {
  const rows = await findEntries(db, room, filter, { after: undefined, limit })
  const presented: PresentedEntry[] = []
  for (const row of rows) {
    const { entry } = await openEntry(db, retention, row)
    const [ko, en] = LANGUAGES.map((language) =>
      sentenceOf(row.kind, entry?.details, language, entry?.viewAs),
    )
    presented.push({
      at: row.at,
      name: entry?.doer.name ?? '',
      sentence: { ko: ko ?? '', en: en ?? '' },
    })
  }
  return presented
}
