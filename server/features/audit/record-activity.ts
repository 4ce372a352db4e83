import { randomBytes } from 'node:crypto'
import type { PageTime } from '../../../contract/features/activity/reading-words.ts'
import { ACTIVITY, type ActivityDetails, type ActivityKind } from '../../../contract/features/activity.ts'
import type { ViewedAs } from '../../../contract/proof/log-entry.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { holdReading, insertEntries, supersedeEntry } from './audit.store.ts'
import { type EncryptedEntry, encryptSummary, openSummary, purposeOf, type ReadingSummary } from './encrypted-entry.ts'
import { createEntryIds } from './entry-ids.ts'

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
  record<K extends ActivityKind>(tx: Tx, actor: AuditActor, kind: K, details: ActivityDetails<K>): Promise<void>
  recordEach<K extends ActivityKind>(tx: Tx, actor: AuditActor, kind: K, details: readonly ActivityDetails<K>[]): Promise<void>
  /** Callers serialize a reading. @param after previous entry id, null at its start */
  recordReading<K extends ReadingKind>(
    tx: Tx,
    actor: AuditActor,
    kind: K,
    details: ActivityDetails<K>,
    after: number | null,
  ): Promise<number>
}

/** Returns index numbers as everybody sees them, none without an index. */
type FindNumbers = (tx: Tx, roomId: number, itemIds: readonly number[]) => Promise<ReadonlyMap<number, string>>

type AnnounceEntries = (tx: Tx, entries: readonly AnnouncedEntry[]) => Promise<void>

export interface AnnouncedEntry {
  readonly id: number
  readonly roomId: number
  readonly kind: ActivityKind
  readonly details: ActivityDetails<ActivityKind>
  readonly at: Date
}

/** These reports are too frequent for numbers. */
const NUMBERED: ReadonlySet<ActivityKind> = new Set([
  ...(['document.viewed', 'document.printed', 'document.downloaded', 'document.uploaded', 'document.submitted'] as const),
  ...(['document.replaced', 'document.folder-created', 'document.published', 'document.unpublished'] as const),
  ...(['document.moved', 'document.ordered', 'document.renamed', 'document.restored', 'right.granted', 'right.original'] as const),
])

type ReadingKind = 'document.viewed' | 'document.pages-viewed'

const SALT_SIZE = 16

const subjectOf = (viewAs: ViewedAs): ViewedAs =>
  'groupId' in viewAs ? { groupId: viewAs.groupId, name: viewAs.name } : { memberId: viewAs.memberId, name: viewAs.name }

/** @param retention uses the key that outlives the room's content */
export function createActivityLog(retention: Encryptor, clock: Clock, findNumbers?: FindNumbers, announce?: AnnounceEntries): ActivityLog {
  const nextIds = createEntryIds(clock)
  const encryptedRow = async <K extends ActivityKind>(tx: Tx, actor: AuditActor, kind: K, given: ActivityDetails<K>, id: number) => {
    const { name, position, email, address, viewAs } = actor
    const subject = viewAs && { viewAs: subjectOf(viewAs) }
    const details: EncryptedEntry['details'] = ACTIVITY[kind].parse(given)
    const salt = randomBytes(SALT_SIZE).toString('base64')
    const entry: EncryptedEntry = { doer: { name, position, email, address }, ...subject, details, salt }
    return {
      id,
      room_id: actor.roomId,
      user_id: actor.userId,
      member_id: actor.memberId,
      kind,
      item_id: typeof details['itemId'] === 'number' ? details['itemId'] : null,
      at: clock.now(),
      sealed: await retention.encrypt(tx, actor.roomId, purposeOf(id), Buffer.from(JSON.stringify(entry))),
    }
  }
  const numbered = async <K extends ActivityKind>(
    tx: Tx,
    roomId: number,
    kind: K,
    list: readonly ActivityDetails<K>[],
  ): Promise<readonly ActivityDetails<K>[]> => {
    if (!findNumbers || !NUMBERED.has(kind)) return list
    const idOf = (details: ActivityDetails<K>) => ('itemId' in details && typeof details.itemId === 'number' ? details.itemId : 0)
    const ids = [...new Set(list.map(idOf))].filter((id) => id > 0)
    const numbers = ids.length === 0 ? undefined : await findNumbers(tx, roomId, ids)
    return list.map((details) => {
      const index = numbers?.get(idOf(details))
      return index === undefined ? details : { ...details, index }
    })
  }
  /** Tampered summaries still appear broken. */
  const readingBefore = async (tx: Tx, roomId: number, entryId: number) => {
    const head = await holdReading(tx, roomId, entryId)
    const summary = head?.summary ? await openSummary(tx, retention, { id: head.id, roomId, sealed: head.summary }) : undefined
    return head && summary && { ...head, summary }
  }
  const log: ActivityLog = {
    record: (tx, actor, kind, details) => log.recordEach(tx, actor, kind, [details]),
    async recordEach(tx, actor, kind, given) {
      if (given.length === 0) return
      const list = await numbered(tx, actor.roomId, kind, given)
      const ids = await nextIds(tx, list.length)
      const rows = await Promise.all(ids.map((id, index) => encryptedRow(tx, actor, kind, list[index] as ActivityDetails<typeof kind>, id)))
      await insertEntries(
        tx,
        rows.map((row) => ({ ...row, reading: null, continues: null, summary: null })),
      )
      await announce?.(
        tx,
        rows.map(({ id, room_id: roomId, at }, index) => ({ id, roomId, kind, details: list[index] as ActivityDetails<typeof kind>, at })),
      )
    },
    async recordReading(tx, actor, kind, given, after) {
      const [details = given] = await numbered(tx, actor.roomId, kind, [given])
      const before = after === null ? undefined : await readingBefore(tx, actor.roomId, after)
      const [id = 0] = await nextIds(tx, 1)
      const row = await encryptedRow(tx, actor, kind, details, id)
      const summary = extended(before?.summary, 'pages' in details ? details.pages : [])
      const encrypted = await encryptSummary(tx, retention, { id, roomId: actor.roomId }, summary)
      if (before) await supersedeEntry(tx, before.id)
      await insertEntries(tx, [{ ...row, reading: before?.reading ?? id, continues: before?.id ?? null, summary: encrypted }])
      return id
    },
  }
  return log
}

function extended(before: ReadingSummary | undefined, pages: readonly PageTime[]): ReadingSummary {
  const seconds = new Map<number, number>()
  for (const { page, seconds: more } of [...(before?.pages ?? []), ...pages]) seconds.set(page, (seconds.get(page) ?? 0) + more)
  // Tenths have no exact binary form.
  const sums = [...seconds].map(([page, sum]) => ({ page, seconds: Math.round(sum * 10) / 10 }))
  return { entries: (before?.entries ?? 0) + 1, pages: sums.sort((one, other) => one.page - other.page) }
}
