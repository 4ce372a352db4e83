import { randomBytes } from 'node:crypto'
import {
  ACTIVITY,
  type ActivityDetails,
  type ActivityKind,
} from '../../../contract/features/activity.ts'
import type { ViewedAs } from '../../../contract/proof/log-entry.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { holdReading, insertEntries, supersedeEntry } from './audit.store.ts'
import { type EncryptedEntry, purposeOf } from './encrypted-entry.ts'
import { createEntryIds } from './entry-ids.ts'
import { encryptSummary, extendSummary, openSummary } from './reading-summary.ts'
import { type RecentEntry, recentEntries } from './recent-entries.ts'
import { type FindNumbers, withIndexNumbers } from './with-index-numbers.ts'

/** The command line has no membership and no address. */
export interface AuditActor {
  readonly roomId: number
  readonly memberId: number | null
  readonly userId: number | null
  readonly name: string
  readonly position: string
  readonly email: string
  readonly address: string
  readonly viewAs?: ViewedAs
}

export const machine = (roomId: number): AuditActor => ({
  roomId,
  memberId: null,
  userId: null,
  name: '',
  position: '',
  email: '',
  address: '',
})

export interface ActivityLog {
  /** The entry commits with its action. */
  record<K extends ActivityKind>(
    tx: Tx,
    actor: AuditActor,
    kind: K,
    details: ActivityDetails<K>,
  ): Promise<void>
  recordEach<K extends ActivityKind>(
    tx: Tx,
    actor: AuditActor,
    kind: K,
    details: readonly ActivityDetails<K>[],
  ): Promise<void>
  /** Callers serialize a reading. @param after previous entry id, null at its start */
  recordReading<K extends ReadingKind>(
    tx: Tx,
    actor: AuditActor,
    kind: K,
    details: ActivityDetails<K>,
    after: number | null,
  ): Promise<number>
  /** Returns the newest first. */
  recent<K extends ActivityKind>(
    tx: Tx,
    asked: { readonly roomId: number; readonly kind: K; readonly since: Date },
  ): Promise<RecentEntry<K>[]>
}

type AnnounceEntries = (tx: Tx, entries: readonly AnnouncedEntry[]) => Promise<void>

export interface AnnouncedEntry {
  readonly id: number
  readonly roomId: number
  readonly kind: ActivityKind
  readonly details: ActivityDetails<ActivityKind>
  readonly at: Date
}

type ReadingKind = 'document.viewed' | 'document.pages-viewed'

const SALT_SIZE = 16

const subjectOf = (viewAs: ViewedAs): ViewedAs =>
  'groupId' in viewAs
    ? { groupId: viewAs.groupId, name: viewAs.name }
    : { memberId: viewAs.memberId, name: viewAs.name }

/** @param retention uses the key that outlives the room's content */
export function createActivityLog(
  retention: Encryptor,
  clock: Clock,
  findNumbers?: FindNumbers,
  announce?: AnnounceEntries,
): ActivityLog {
  const nextIds = createEntryIds(clock)
  const log: ActivityLog = {
    recent: (tx, asked) => recentEntries(tx, retention, asked),
    record: (tx, actor, kind, details) => log.recordEach(tx, actor, kind, [details]),
    async recordEach(tx, actor, kind, given) {
      if (given.length === 0) return
      const list = await withIndexNumbers(tx, findNumbers, { roomId: actor.roomId, kind }, given)
      const ids = await nextIds(tx, list.length)
      const encrypting = { retention, at: clock.now() }
      const rows = await Promise.all(
        ids.map((id, index) =>
          encryptedRow(tx, encrypting, actor, {
            id,
            kind,
            details: list[index] as ActivityDetails<typeof kind>,
          }),
        ),
      )
      await insertEntries(
        tx,
        rows.map((row) => ({ ...row, reading: null, continues: null, summary: null })),
      )
      await announce?.(
        tx,
        rows.map(({ id, room_id: roomId, at }, index) => ({
          id,
          roomId,
          kind,
          details: list[index] as ActivityDetails<typeof kind>,
          at,
        })),
      )
    },
    async recordReading(tx, actor, kind, given, after) {
      const [details = given] = await withIndexNumbers(
        tx,
        findNumbers,
        { roomId: actor.roomId, kind },
        [given],
      )
      const before =
        after === null ? undefined : await readingBefore(tx, retention, actor.roomId, after)
      const [id = 0] = await nextIds(tx, 1)
      const row = await encryptedRow(tx, { retention, at: clock.now() }, actor, {
        id,
        kind,
        details,
      })
      const summary = extendSummary(before?.summary, 'pages' in details ? details.pages : [])
      const encrypted = await encryptSummary(tx, retention, { id, roomId: actor.roomId }, summary)
      if (before) await supersedeEntry(tx, before.id)
      await insertEntries(tx, [
        {
          ...row,
          reading: before?.reading ?? id,
          continues: before?.id ?? null,
          summary: encrypted,
        },
      ])
      return id
    },
  }
  return log
}

async function encryptedRow<K extends ActivityKind>(
  tx: Tx,
  { retention, at }: { readonly retention: Encryptor; readonly at: Date },
  actor: AuditActor,
  {
    id,
    kind,
    details: given,
  }: { readonly id: number; readonly kind: K; readonly details: ActivityDetails<K> },
) {
  const { name, position, email, address, viewAs } = actor
  const subject = viewAs && { viewAs: subjectOf(viewAs) }
  const details: EncryptedEntry['details'] = ACTIVITY[kind].parse(given)
  const salt = randomBytes(SALT_SIZE).toString('base64')
  const entry: EncryptedEntry = {
    doer: { name, position, email, address },
    ...subject,
    details,
    salt,
  }
  return {
    id,
    room_id: actor.roomId,
    user_id: actor.userId,
    member_id: actor.memberId,
    kind,
    item_id: typeof details['itemId'] === 'number' ? details['itemId'] : null,
    at,
    sealed: await retention.encrypt(
      tx,
      actor.roomId,
      purposeOf(id),
      Buffer.from(JSON.stringify(entry)),
    ),
  }
}

/** Tampered summaries still appear broken. */
async function readingBefore(tx: Tx, retention: Encryptor, roomId: number, entryId: number) {
  const head = await holdReading(tx, roomId, entryId)
  const summary = head?.summary
    ? await openSummary(tx, retention, { id: head.id, roomId, sealed: head.summary })
    : undefined
  return head && summary && { ...head, summary }
}
