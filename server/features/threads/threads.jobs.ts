import { z } from 'zod'
import { ROLE } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { roomOf } from '../rooms/index.ts'
import { type ConvertingParts, conversionHandlers } from './files/convert-files.ts'
import { mailPeriod } from './mails/mail-period.ts'
import {
  findDigestReaders,
  hasUnread,
  holdDueThreads,
  holdEndingGroups,
  type MailedPerson,
} from './mails/mails.read.ts'
import { markDigest, markGroupReminded, markReminded } from './mails/mails.store.ts'
import { mailEach, operatorsOf } from './mails/notify.ts'
import { threadMail } from './mails/threads.mails.ts'
import { findAnswerers } from './thread-people.read.ts'
import type { ThreadParts } from './threads.parts.ts'

type JobParts = Pick<ThreadParts, 'database' | 'clock' | 'outbox' | 'publicUrl'>

const remind = jobType('threads.remind', z.object({}), { maxAttempts: 1, priority: 5 })

/** Hourly runs reach each room's morning. */
export function threadJobs(parts: JobParts & ConvertingParts) {
  return {
    handlers: [handle(remind, () => remindAll(parts)), ...conversionHandlers(parts)],
    recurring: [every(remind, '11 * * * *')],
  }
}

const AT_ONCE = 200

async function remindAll(parts: JobParts): Promise<void> {
  while ((await remindOfDue(parts)) === AT_ONCE);
  while ((await remindOfEnd(parts)) === AT_ONCE);
  await mailDigests(parts)
}

function remindOfDue(parts: JobParts): Promise<number> {
  const at = parts.clock.now()
  return parts.database.transaction(async (tx) => {
    const threads = await holdDueThreads(tx, at, AT_ONCE)
    for (const roomId of new Set(threads.map(({ room_id }) => room_id))) {
      const own = threads.filter(({ room_id }) => room_id === roomId)
      const answerers = new Map(
        (await findAnswerers(tx, roomId, at)).map((person) => [person.id, person]),
      )
      const assigned = own.map(({ assignee_id }) => answerers.get(assignee_id ?? 0))
      const experts = assigned.filter((person) => person !== undefined)
      const people = [
        ...experts,
        ...(experts.length < own.length ? await operatorsOf(tx, roomId, at) : []),
      ]
      const once = [...new Map(people.map((person) => [person.id, person])).values()]
      await mailEach(tx, parts, { roomId, waiting: 'due', people: once, actorId: undefined })
    }
    await markReminded(
      tx,
      threads.map(({ id }) => id),
    )
    return threads.length
  })
}

function remindOfEnd(parts: JobParts): Promise<number> {
  return parts.database.transaction(async (tx) => {
    const groups = await holdEndingGroups(tx, parts.clock.now(), AT_ONCE)
    for (const { id: groupId, room_id: roomId, last_day: lastDay, mark } of groups) {
      await markGroupReminded(tx, groupId, mark)
      await mailPeriod(tx, parts, { roomId, groupId, lastDay, isExtended: false })
    }
    return groups.length
  })
}

async function mailDigests(parts: JobParts): Promise<void> {
  const { db } = parts.database
  for (let after = 0; ; ) {
    const people = await findDigestReaders(db, parts.clock.now(), after, AT_ONCE)
    for (const person of people) await mailDigest(parts, person)
    if (people.length < AT_ONCE) return
    after = people.at(-1)?.id ?? after
  }
}

function mailDigest(
  { database, clock, outbox, publicUrl }: JobParts,
  person: MailedPerson & { readonly room_id: number },
): Promise<void> {
  const { id: memberId, room_id: roomId, role_id } = person
  return database.transaction(async (tx) => {
    if (!(await markDigest(tx, memberId, clock.now())) || !(await hasUnread(tx, memberId))) return
    const { name, room_no: roomNo } = await roomOf(tx, roomId)
    const mail = threadMail('digest', {
      room: { name, roomNo },
      to: person,
      isOperator: role_id === ROLE.operator,
      publicUrl,
    })
    await outbox.queue(tx, { roomId, memberId, kind: 'thread', mail, itemIds: [] })
  })
}
