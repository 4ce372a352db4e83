import type { ActivityParts } from '../audit.parts.ts'
import { findNotes } from './tree.store.ts'

/** A lost or replaced `checkpoint.key` or tampering causes such logs. */
export async function countStrangeLogs({
  database,
  signer,
}: Pick<ActivityParts, 'database' | 'signer'>): Promise<number> {
  return (await findNotes(database.db)).filter((note) => !signer.open(note)).length
}
