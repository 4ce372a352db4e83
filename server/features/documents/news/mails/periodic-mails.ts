import { z } from 'zod'
import { isPhaseAtMost } from '../../../../../contract/core/permissions.ts'
import { accessOfMember } from '../../../../access/group-access.ts'
import { visibleItems } from '../../../../access/items.ts'
import { findGroupAccess } from '../../../../access/levels.read.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import { addJob, every, handle, jobType } from '../../../../platform/jobs/job.ts'
import {
  dueReaders,
  type MailedReader,
  memberOf,
  notePlanned,
  roomsDue,
} from '../../../members/index.ts'
import { roomIfAny } from '../../../rooms/index.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { findItems } from '../../listing/subtree.read.ts'
import { holderOf, type MailingParts, placesBy, queueNewsMail } from '../../upload/mail-readers.ts'
import { collectNews } from './collect-news.ts'
import { createMailedListWriter } from './mailed-lists.store.ts'

type PeriodicParts = MailingParts & Pick<DocumentParts, 'database'>

const planDue = jobType('documents.plan-news-mails', z.object({}), { maxAttempts: 1, priority: 5 })
const mailRoom = jobType('documents.mail-news', z.object({ roomId: z.int().positive() }), {
  maxAttempts: 10,
  priority: 5,
})

/** Hourly runs reach each time zone's morning. */
export function periodicMailJobs(parts: PeriodicParts) {
  return {
    handlers: [
      handle(planDue, () => queueRooms(parts)),
      handle(mailRoom, ({ roomId }, { signal }) => mailReadersDue(parts, roomId, signal)),
    ],
    recurring: [every(planDue, '7 * * * *')],
  }
}

async function queueRooms({ database, clock }: PeriodicParts): Promise<void> {
  for (const roomId of await roomsDue(database.db, clock.now()))
    await database.transaction((tx) =>
      addJob(tx, mailRoom, { roomId }, { jobKey: `${mailRoom.name}:${roomId}` }),
    )
}

/** Separate transactions: a crash mails nobody twice, a failure stops no others. */
async function mailReadersDue(
  parts: PeriodicParts,
  roomId: number,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const at = parts.clock.now()
  const { readers, others } = await dueReaders(parts.database.db, roomId, at)
  await parts.database.transaction(async (tx) => {
    for (const memberId of others) await notePlanned(tx, { memberId, at, mailedAt: undefined })
  })
  for (const reader of readers) {
    signal.throwIfAborted()
    await mailReader(parts, roomId, reader).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function mailReader(
  parts: PeriodicParts,
  roomId: number,
  { id: memberId, role_id: roleId, mailedAt, ...reader }: MailedReader,
) {
  const { db } = parts.database
  const at = parts.clock.now()
  const group = accessOfMember(
    await findGroupAccess(db, roomId, at),
    { role_id: roleId, group_id: reader.group_id },
    at,
  )
  const news = await collectNews(db, { roomId, memberId, roleId, group }, mailedAt)
  await parts.database.transaction(async (tx) => {
    const room = await roomIfAny(tx, roomId)
    const isMailed = room?.noti === true && isPhaseAtMost(room.phase, 'frozen')
    if (
      !(await notePlanned(tx, { memberId, at, mailedAt: isMailed ? news.period.now : undefined }))
    )
      return
    const member = await memberOf(tx, roomId, memberId)
    if (!isMailed || !member) return
    const holder = holderOf(
      room,
      member,
      accessOfMember(await findGroupAccess(tx, roomId, at), member, at),
    )
    const seen = await seenOf(tx, holder, news.updates)
    if (seen.length === 0) return
    await queueNewsMail(tx, parts, room, {
      member,
      holder,
      seen,
      writeList: createMailedListWriter(tx, roomId, news.period),
      placesOf: placesBy(tx),
      occasion: reader.pace === 'weekly' ? 'weekly' : 'daily',
      hasMore: news.hasMore,
    })
  })
}

async function seenOf(
  tx: Tx,
  holder: Parameters<typeof visibleItems>[0],
  updates: ReadonlyMap<number, boolean>,
) {
  const found = await findItems(tx, visibleItems(holder), [...updates.keys()])
  const visible = new Map(found.filter(({ level }) => level > 0).map((item) => [item.id, item]))
  return [...updates].flatMap(([id, replaced]) => {
    const item = visible.get(id)
    return item
      ? [{ id, room_id: item.room_id, name: item.name, ancestors: item.ancestors, replaced }]
      : []
  })
}
