import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findNumbering, type NumberingSettings } from './rooms.read.ts'
import { updateNumbering } from './rooms.store.ts'

export const numberingOf = (db: Queryable, roomId: number): Promise<NumberingSettings> =>
  findNumbering(db, roomId)

/** The items are placed first. */
export const changeNumbering = (
  tx: Tx,
  roomId: number,
  settings: Omit<NumberingSettings, 'isOrdered'>,
): Promise<void> => updateNumbering(tx, roomId, settings)
