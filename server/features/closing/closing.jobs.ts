import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { confirmByTime } from './ask-destruction.ts'
import type { ClosingParts } from './closing.parts.ts'
import {
  findClosing,
  findDestroyed,
  findDueDestructions,
  findForgettable,
  findLiving,
  findUnfinished,
} from './closing.read.ts'
import { destroyRoom, queueDestruction } from './destroy.job.ts'
import { resumeDestruction } from './destroy-room.ts'
import { deleteHoldings } from './empty-room.store.ts'
import { lookAtClosing } from './notify-of-closing.ts'
import { destroyReturned, endRestored } from './restored-rooms.ts'

const look = jobType('ending.look', z.object({}), { maxAttempts: 1 })
const forget = jobType('ending.forget', z.object({}), { maxAttempts: 3, priority: 10 })

/** Deletes logs, certificates and members after statutory retention. */
async function forgetRooms(
  { database, keyStore, clock, log }: ClosingParts,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.retentionMs)
  for (const { id, vault } of await findForgettable(database.db, before)) {
    await keyStore.destroyRetentionKey(vault)
    await deleteHoldings(database, id, ['gone', 'log', 'blank'], signal)
    log.info({ roomId: id }, 'the log of a destroyed room is past its time and gone')
  }
}

export function closingJobs(parts: ClosingParts) {
  return {
    handlers: [
      handle(look, () => lookAtAll(parts)),
      handle(destroyRoom, ({ roomId }, { signal }) => resumeDestruction(parts, roomId, signal)),
      handle(forget, (_, { signal }) => forgetRooms(parts, signal)),
    ],
    recurring: [every(look, '* * * * *'), every(forget, '37 18 * * *')],
  }
}

export async function lookAtAll(parts: ClosingParts): Promise<void> {
  const { db } = parts.database
  const now = parts.clock.now()
  for (const roomId of await findClosing(db, now))
    await alone(parts, roomId, () => lookAtClosing(parts, roomId))
  for (const roomId of await findDueDestructions(db, now))
    await alone(parts, roomId, () => confirmByTime(parts, roomId))
  for (const { id, vault } of await findLiving(db))
    await alone(parts, id, () => endRestored(parts, id, vault))
  for (const { id, vault } of await findDestroyed(db))
    await alone(parts, id, () => destroyReturned(parts, id, vault))
  for (const roomId of await findUnfinished(db))
    await parts.database.transaction((tx) => queueDestruction(tx, roomId))
}

async function alone(
  { log }: ClosingParts,
  roomId: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (err) {
    log.error({ err, roomId }, 'the end of a room could not be looked after')
  }
}
