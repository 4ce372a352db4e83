import type { Tx } from '../../platform/db/database.ts'
import { deleteTextsWithout, insertTexts } from './search.store.ts'

export const expectTexts = (tx: Tx, versionIds: readonly number[]): Promise<void> =>
  insertTexts(tx, versionIds)

export const forgetTexts = (tx: Tx, contentUids: readonly string[]): Promise<void> =>
  deleteTextsWithout(tx, contentUids)
