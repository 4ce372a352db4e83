import { z } from 'zod'
import { ROLE } from '../../../contract/core/limits.ts'
import { isPhaseAtMost } from '../../../contract/core/permissions.ts'
import { formatDay } from '../../../contract/core/room-time.ts'
import {
  type ActivityType,
  kindsOfType,
} from '../../../contract/features/activity/activity-types.ts'
import { hashInGroups } from '../../../contract/proof/checkpoint.ts'
import type { Tx } from '../../platform/db/database.ts'
import { addJob, every, handle, jobType } from '../../platform/jobs/job.ts'
import type { Outbox } from '../../platform/mail/outbox.ts'
import { type ActivityParts, lastTree, presentEntries } from '../audit/index.ts'
import { readersOf } from '../members/index.ts'
import { type RoomRow, roomIfAny } from '../rooms/index.ts'
import {
  countEntries,
  findDueRooms,
  hasSeveralGroups,
  holdDailyMail,
  markDailyMail,
} from './daily-mail.store.ts'
import { COUNTED, type Count, type Counted, dailyMail } from './dashboard.mails.ts'

interface DailyMailParts extends Pick<ActivityParts, 'database' | 'clock' | 'retention'> {
  readonly outbox: Outbox
  readonly publicUrl: string
  readonly keyHash: Uint8Array
}

const MORNING = 7

const NAMED = 10
const NOTABLE: readonly ActivityType[] = ['refusal', 'capture']

/** Other entries count these steps. */
const STEPS: readonly string[] = [
  'session.agreed',
  'session.accepted',
  'session.step-asked',
  'document.passage-shown',
  'document.pages-viewed',
  'document.zip-downloaded',
]

const TYPES = new Map(
  COUNTED.flatMap((type) =>
    kindsOfType(type).flatMap((kind) => (STEPS.includes(kind) ? [] : [[kind, type] as const])),
  ),
)

const findDue = jobType('dashboard.daily', z.object({}), { maxAttempts: 1, priority: 5 })
const notifyDay = jobType(
  'dashboard.tell-day',
  z.object({ roomId: z.int().positive(), day: z.iso.date() }),
  {
    maxAttempts: 10,
    priority: 5,
  },
)

/** Hourly runs reach each room's morning. */
export function dailyMailJobs(parts: DailyMailParts) {
  return {
    handlers: [
      handle(findDue, () => queueDue(parts)),
      handle(notifyDay, ({ roomId, day }) => notifyRoom(parts, roomId, day)),
    ],
    recurring: [every(findDue, '7 * * * *')],
  }
}

async function queueDue({ database, clock }: DailyMailParts): Promise<void> {
  for (const due of await findDueRooms(database.db, clock.now(), MORNING))
    await database.transaction((tx) =>
      addJob(tx, notifyDay, due, { jobKey: `${notifyDay.name}:${due.roomId}` }),
    )
}

const notifyRoom = (parts: DailyMailParts, roomId: number, day: string): Promise<void> =>
  parts.database.transaction(async (tx) => {
    const reported = await holdDailyMail(tx, roomId)
    if (!reported || (reported.day !== null && reported.day >= day)) return
    const room = await roomIfAny(tx, roomId)
    // Activity without daily mails is never reported.
    if (room?.daily_mail && isPhaseAtMost(room.phase, 'closed'))
      await mailOperators(tx, parts, room, { after: reported.day, to: day })
    await markDailyMail(tx, roomId, day)
  })

async function mailOperators(
  tx: Tx,
  parts: DailyMailParts,
  room: RoomRow,
  days: { after: string | null; to: string },
): Promise<void> {
  const place = { roomId: room.id, zone: room.zone }
  const rows = await countEntries(tx, place, days, TYPES)
  if (rows.length === 0) return
  const from = days.after === null ? formatDay(room.created_at, room.zone) : dayBehind(days.after)
  const [tree, notable] = [
    await lastTree(tx, room.id),
    await presentEntries(
      tx,
      parts,
      place,
      { kinds: NOTABLE.flatMap(kindsOfType), from, to: days.to },
      NAMED,
    ),
  ]
  const numbers = {
    room: { name: room.name, roomNo: room.room_no, zone: room.zone },
    from,
    to: days.to,
    total: sumOf(rows.filter(({ isSum }) => !isSum)).entries,
    counts: countsOf(rows),
    groups: (await hasSeveralGroups(tx, room.id)) ? groupsOf(rows) : [],
    notable,
    checkpoint: tree && { note: tree.note, fingerprint: hashInGroups(parts.keyHash) },
    publicUrl: parts.publicUrl,
  }
  for (const { id, name, email, role_id, operator_scope } of await readersOf(
    tx,
    room.id,
    parts.clock.now(),
  )) {
    if (role_id !== ROLE.operator || operator_scope !== 'full') continue
    await parts.outbox.queue(tx, {
      roomId: room.id,
      memberId: id,
      kind: 'daily',
      mail: dailyMail({ name, email }, numbers),
    })
  }
}

type Rows = Awaited<ReturnType<typeof countEntries<Counted>>>

const sumOf = (rows: Rows): Count =>
  rows.reduce(
    (sum, { entries, people }) => ({ entries: sum.entries + entries, people: sum.people + people }),
    { entries: 0, people: 0 },
  )

const countsOf = (rows: Rows): ReadonlyMap<Counted, Count> =>
  new Map(
    COUNTED.map((counted) => [
      counted,
      sumOf(rows.filter(({ type, byOperators }) => type === counted && !byOperators)),
    ]),
  )

const groupsOf = (rows: Rows) =>
  rows
    .filter(({ isSum, groupId }) => isSum && groupId !== null)
    .sort(
      (a, b) => b.entries - a.entries || (a.groupName ?? '').localeCompare(b.groupName ?? '', 'ko'),
    )
    .map(({ groupId, groupName, people }) => ({
      name: groupName ?? '',
      people,
      counts: countsOf(rows.filter((row) => row.groupId === groupId)),
    }))

const DAY_MS = 24 * 3_600_000

/** Noon avoids daylight saving errors. */
const dayBehind = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
