import { randomBytes } from 'node:crypto'
import { ACTIVITY, type ActivityDetails, type ActivityKind } from '../../../contract/features/activity.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertEntries, nextEntryIds } from './activity.store.ts'
import { purposeOf, type SealedEntry } from './sealed-entry.ts'

/** Whose action it was. A person at the machine has no membership and no address. */
export interface Doer {
  readonly roomId: number
  readonly memberId: number | null
  readonly userId: number | null
  readonly name: string
  readonly position: string
  readonly email: string
  readonly address: string
  /** Whose screen it was, where an operator views the room as another person. */
  readonly viewAs?: { readonly memberId: number; readonly name: string }
}

/** Of what happens by itself. */
export const machine = (roomId: number): Doer => ({
  roomId,
  memberId: null,
  userId: null,
  name: '',
  position: '',
  email: '',
  address: '',
})

/** The activity log as other features see it. */
export interface ActivityLog {
  /** Writes the entry of an action into that action's own transaction. */
  record<K extends ActivityKind>(tx: Tx, doer: Doer, kind: K, details: ActivityDetails<K>): Promise<void>
  /** The entries of an action that was done to several things at once, one for each. */
  recordEach<K extends ActivityKind>(tx: Tx, doer: Doer, kind: K, details: readonly ActivityDetails<K>[]): Promise<void>
}

const SALT_SIZE = 16

/** @param retention seals under the room's retention key, which outlives the room's content by the time the law asks for. */
export function createActivityLog(retention: Sealer, clock: Clock): ActivityLog {
  const log: ActivityLog = {
    record: (tx, doer, kind, details) => log.recordEach(tx, doer, kind, [details]),
    async recordEach(tx, doer, kind, list) {
      if (list.length === 0) return
      const ids = await nextEntryIds(tx, list.length)
      const { name, position, email, address, viewAs } = doer
      const subject = viewAs && { viewAs: { memberId: viewAs.memberId, name: viewAs.name } }
      const entries = ids.map(async (id, index) => {
        const details: SealedEntry['details'] = ACTIVITY[kind].parse(list[index])
        const salt = randomBytes(SALT_SIZE).toString('base64')
        const entry: SealedEntry = { doer: { name, position, email, address }, ...subject, details, salt }
        return {
          id,
          room_id: doer.roomId,
          user_id: doer.userId,
          member_id: doer.memberId,
          kind,
          item_id: typeof details['itemId'] === 'number' ? details['itemId'] : null,
          at: clock.now(),
          sealed: await retention.seal(tx, doer.roomId, purposeOf(id), Buffer.from(JSON.stringify(entry))),
        }
      })
      await insertEntries(tx, await Promise.all(entries))
    },
  }
  return log
}
