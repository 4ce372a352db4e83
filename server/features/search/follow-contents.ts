import type { Tx } from '../../platform/db/database.ts'
import { deleteTextsWithout, insertTexts } from './search.store.ts'

/** Marks the texts of stored versions as unread. */
export const expectTexts = (tx: Tx, versionIds: readonly number[]): Promise<void> => insertTexts(tx, versionIds)

/** Forgets what was read of destroyed contents, unless another version has them. */
export const forgetTexts = (tx: Tx, contentUids: readonly string[]): Promise<void> => deleteTextsWithout(tx, contentUids)
