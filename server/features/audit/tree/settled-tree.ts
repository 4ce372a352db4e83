import { setTimeout as wait } from 'node:timers/promises'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ActivityParts } from '../audit.parts.ts'
import { sequenceEntriesOf } from './sequence-entries.ts'
import { findTree } from './tree.store.ts'

const SETTLE_TRIES = 50
const SETTLE_MS = 100

/** Covers all current entries; undefined if it cannot continue. */
export async function settledTree(parts: ActivityParts, roomId: number) {
  try {
    for (let held = 0; held < SETTLE_TRIES; ) {
      const state = await sequenceEntriesOf(parts, roomId)
      if (state === 'done') return await findTree(parts.database.db, roomId)
      if (state === 'held') {
        held += 1
        await wait(SETTLE_MS)
      }
    }
  } catch (err) {
    parts.log.error(
      { err, roomId },
      'an activity log cannot be continued and is told without proof',
    )
  }
  return undefined
}

/** Covers entries up to the last run; undefined before the first. */
export const lastTree = (db: Queryable, roomId: number) => findTree(db, roomId)
