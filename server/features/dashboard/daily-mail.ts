import { z } from 'zod'
import { ROLE } from '../../../contract/core/limits.ts'
import { isUntil } from '../../../contract/core/permissions.ts'
import { formatDay } from '../../../contract/core/room-time.ts'
import { type ActivityType, kindsOfType } from '../../../contract/features/activity-types.ts'
import { hashInGroups } from '../../../contract/proof/checkpoint.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, every, handle, jobType } from '../../platform/jobs/job.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { type ActivityParts, findTree, tellEntries } from '../activity/index.ts'
import { findEntered } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { countGroups, findDueRooms, holdDailyMail, markDailyMail } from './daily-mail.store.ts'
import { COUNTED, dailyMail } from './dashboard.mails.ts'

interface DailyMailParts extends Pick<ActivityParts, 'database' | 'clock' | 'retention'> {
  readonly outbox: Outbox
  readonly publicUrl: string
  /** SHA-256 of the public key that signs checkpoints. */
  readonly keyHash: Uint8Array
}

/** From this hour of the room's time zone on the day before is told. */
const MORNING = 7

/** Entries that the mail names one by one. */
const NAMED = 10
const NOTABLE: readonly ActivityType[] = ['refusal', 'capture']

/** Steps of what is counted already: a login is one, and so is a view, however long it took. A passage in a search is no view. */
const STEPS: readonly string[] = [
  'session.agreed',
  'session.step-asked',
  'document.passage-shown',
  'document.pages-viewed',
  'document.zip-downloaded',
]

/** What the mail counts, by the kinds that count for it. */
const GROUPS = new Map(
  COUNTED.flatMap((type) => kindsOfType(type).flatMap((kind) => (STEPS.includes(kind) ? [] : [[kind, type] as const]))),
)

const findDue = jobType('dashboard.daily', z.object({}), { maxAttempts: 1, priority: 5 })
const tellDay = jobType('dashboard.tell-day', z.object({ roomId: z.int().positive(), day: z.iso.date() }), { maxAttempts: 10, priority: 5 })

/** Once an hour, so that each room has its morning, and one that passed while no worker ran is made up for. */
export function dailyMailJobs(parts: DailyMailParts) {
  return {
    handlers: [handle(findDue, () => queueDue(parts)), handle(tellDay, ({ roomId, day }) => tellRoom(parts, roomId, day))],
    recurring: [every(findDue, '7 * * * *')],
  }
}

async function queueDue({ database, clock }: DailyMailParts): Promise<void> {
  for (const due of await findDueRooms(database.db, clock.now(), MORNING))
    await database.transaction((tx) => addJob(tx, tellDay, due, { jobKey: `${tellDay.name}:${due.roomId}` }))
}

/** The mails and the mark that says which day is told commit together: whatever fails, either all of it has happened or nothing. */
const tellRoom = (parts: DailyMailParts, roomId: number, day: string): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const told = await holdDailyMail(tx, roomId)
    if (!told || (told.day !== null && told.day >= day)) return
    const room = await findRoom(tx, roomId)
    // What happens while it is off is never told.
    if (room?.daily_mail && isUntil(room.phase, 'closed')) await mailOperators(tx, parts, room, { after: told.day, to: day })
    await markDailyMail(tx, roomId, day)
  })

async function mailOperators(tx: Tx, parts: DailyMailParts, room: RoomRow, days: { after: string | null; to: string }): Promise<void> {
  const place = { roomId: room.id, zone: room.zone }
  const counts = await countGroups(tx, place, days, GROUPS)
  if (counts.length === 0) return
  const from = days.after === null ? formatDay(room.created_at, room.zone) : dayBehind(days.after)
  const [tree, notable] = [
    await findTree(tx, room.id),
    await tellEntries(parts, place, { kinds: NOTABLE.flatMap(kindsOfType), from, to: days.to }, NAMED),
  ]
  const numbers = {
    room: { name: room.name, roomNo: room.room_no, zone: room.zone },
    from,
    to: days.to,
    total: counts.reduce((sum, { entries }) => sum + entries, 0),
    counts,
    notable,
    checkpoint: tree && { note: tree.note, fingerprint: hashInGroups(parts.keyHash) },
    publicUrl: parts.publicUrl,
  }
  for (const { id, name, email, role_id } of await findEntered(tx, room.id)) {
    if (role_id !== ROLE.operator) continue
    await parts.outbox.queue(tx, { roomId: room.id, memberId: id, kind: 'daily', mail: dailyMail({ name, email }, numbers) })
  }
}

const DAY_MS = 24 * 3_600_000

/** Noon, so that no change to summer time gets in between. */
const dayBehind = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
