import { randomBytes } from 'node:crypto'
import { ACTIVITY, type ActivityDetails, type ActivityKind } from '../../../contract/features/activity.ts'
import type { PageTime } from '../../../contract/features/reading-words.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Tx } from '../../platform/db/database.ts'
import { foldEntry, holdReading, insertEntries } from './activity.store.ts'
import { createEntryIds } from './entry-ids.ts'
import { openSummary, purposeOf, type ReadingSummary, type SealedEntry, sealSummary } from './sealed-entry.ts'

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
  /**
   * Writes an entry of a reading, which lists show as one item with what came before it. Callers that continue the same reading take turns.
   * @param after the entry that this function returned for the reading before; null begins a reading
   * @returns the id of the entry
   */
  recordReading<K extends ReadingKind>(tx: Tx, doer: Doer, kind: K, details: ActivityDetails<K>, after: number | null): Promise<number>
}

/** The kinds of entries of which a reading consists. */
type ReadingKind = 'document.viewed' | 'document.pages-viewed'

const SALT_SIZE = 16

/** @param retention seals under the room's retention key, which outlives the room's content by the time the law asks for. */
export function createActivityLog(retention: Sealer, clock: Clock): ActivityLog {
  const nextIds = createEntryIds(clock)
  const sealedRow = async <K extends ActivityKind>(tx: Tx, doer: Doer, kind: K, given: ActivityDetails<K>, id: number) => {
    const { name, position, email, address, viewAs } = doer
    const subject = viewAs && { viewAs: { memberId: viewAs.memberId, name: viewAs.name } }
    const details: SealedEntry['details'] = ACTIVITY[kind].parse(given)
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
  }
  /** A reading whose summary was changed in the database is not continued: lists go on to show it as broken. */
  const readingBefore = async (tx: Tx, roomId: number, entryId: number) => {
    const head = await holdReading(tx, roomId, entryId)
    const summary = head?.summary ? await openSummary(tx, retention, { id: head.id, roomId, sealed: head.summary }) : undefined
    return head && summary && { ...head, summary }
  }
  const log: ActivityLog = {
    record: (tx, doer, kind, details) => log.recordEach(tx, doer, kind, [details]),
    async recordEach(tx, doer, kind, list) {
      if (list.length === 0) return
      const ids = await nextIds(tx, list.length)
      const rows = await Promise.all(ids.map((id, index) => sealedRow(tx, doer, kind, list[index] as ActivityDetails<typeof kind>, id)))
      await insertEntries(
        tx,
        rows.map((row) => ({ ...row, reading: null, continues: null, summary: null })),
      )
    },
    async recordReading(tx, doer, kind, details, after) {
      const before = after === null ? undefined : await readingBefore(tx, doer.roomId, after)
      const [id = 0] = await nextIds(tx, 1)
      const row = await sealedRow(tx, doer, kind, details, id)
      const summary = extended(before?.summary, 'pages' in details ? details.pages : [])
      const sealed = await sealSummary(tx, retention, { id, roomId: doer.roomId }, summary)
      if (before) await foldEntry(tx, before.id)
      await insertEntries(tx, [{ ...row, reading: before?.reading ?? id, continues: before?.id ?? null, summary: sealed }])
      return id
    },
  }
  return log
}

/** What a reading comes to with one entry more. */
function extended(before: ReadingSummary | undefined, pages: readonly PageTime[]): ReadingSummary {
  const seconds = new Map<number, number>()
  for (const { page, seconds: more } of [...(before?.pages ?? []), ...pages]) seconds.set(page, (seconds.get(page) ?? 0) + more)
  // Tenths are added, which no binary fraction is.
  const sums = [...seconds].map(([page, sum]) => ({ page, seconds: Math.round(sum * 10) / 10 }))
  return { entries: (before?.entries ?? 0) + 1, pages: sums.sort((one, other) => one.page - other.page) }
}
