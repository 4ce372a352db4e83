import type { ActivityParts } from './activity.parts.ts'
import { findNotes } from './tree.store.ts'

/**
 * How many rooms have logs that the key of this installation has not signed. Where it is any, `checkpoint.key` was lost or exchanged, or somebody
 * has changed the database: these logs are not continued.
 */
export async function countStrangeLogs({ database, signer }: Pick<ActivityParts, 'database' | 'signer'>): Promise<number> {
  return (await findNotes(database.db)).filter((note) => !signer.open(note)).length
}
