import type { ActivityParts } from '../audit.parts.ts'
import { findNotes } from './tree.store.ts'

/** Such logs indicate a lost or replaced `checkpoint.key` or tampering, so the server does not continue them. */
export async function countStrangeLogs({ database, signer }: Pick<ActivityParts, 'database' | 'signer'>): Promise<number> {
  return (await findNotes(database.db)).filter((note) => !signer.open(note)).length
}
