import { z } from 'zod'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { confirmByTime } from './ask-destruction.ts'
import { destroyRoom, queueDestruction } from './destroy.job.ts'
import { carryOn } from './destroy-room.ts'
import type { EndingParts } from './ending.parts.ts'
import { findClosing, findDestroyed, findDueDestructions, findLiving, findUnfinished } from './ending.read.ts'
import { forgetRooms } from './forget-rooms.ts'
import { destroyReturned, endRestored } from './restored-rooms.ts'
import { lookAtClosing } from './tell-closing.ts'

const look = jobType('ending.look', z.object({}), { maxAttempts: 1 })
const forget = jobType('ending.forget', z.object({}), { maxAttempts: 3, priority: 10 })

/** Each minute what is due is begun and what was cut off goes on; each night what is past its time goes. */
export function endingJobs(parts: EndingParts) {
  return {
    handlers: [
      handle(look, () => lookAtAll(parts)),
      handle(destroyRoom, ({ roomId }, { signal }) => carryOn(parts, roomId, signal)),
      handle(forget, (_, { signal }) => forgetRooms(parts, signal)),
    ],
    recurring: [every(look, '* * * * *'), every(forget, '37 18 * * *')],
  }
}

/** Looks at the ends of all rooms: what is due, what was cut off, what was put back. */
export async function lookAtAll(parts: EndingParts): Promise<void> {
  const { db } = parts.database
  const now = parts.clock.now()
  for (const roomId of await findClosing(db, now)) await alone(parts, roomId, () => lookAtClosing(parts, roomId))
  for (const roomId of await findDueDestructions(db, now)) await alone(parts, roomId, () => confirmByTime(parts, roomId))
  for (const { id, vault } of await findLiving(db)) await alone(parts, id, () => endRestored(parts, id, vault))
  for (const { id, vault } of await findDestroyed(db)) await alone(parts, id, () => destroyReturned(parts, id, vault))
  for (const roomId of await findUnfinished(db)) await parts.database.transaction((tx) => queueDestruction(tx, roomId))
}

/** What fails with one room is in the log of the server and keeps no other one waiting. */
async function alone({ log }: EndingParts, roomId: number, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    log.error({ err, roomId }, 'the end of a room could not be looked after')
  }
}
