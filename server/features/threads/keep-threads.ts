import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { dropReadPositionsOfGroup } from './reading/read-positions.store.ts'
import type { ThreadParts } from './threads.parts.ts'
import { regroupThreads } from './threads.store.ts'

interface Group {
  readonly id: number
  readonly name: string
  readonly kind: 'participants' | 'experts'
}

interface KeepThreadsInput {
  readonly from: Group
  readonly into: Group
  readonly isShown: boolean
}

/**
 * Moves a removed group's threads with their numbers.
 * @returns how many.
 * @throws Refusal BAD_REQUEST for a group of experts
 */
export async function keepThreads(
  tx: Tx,
  { activity, bus }: Pick<ThreadParts, 'activity' | 'bus'>,
  actor: Actor,
  { from, into, isShown }: KeepThreadsInput,
): Promise<number> {
  const threads = await regroupThreads(tx, { from: from.id, into: into.id, isShown })
  if (threads === 0) return 0
  if (into.kind === 'experts') throw new Refusal('BAD_REQUEST')
  await dropReadPositionsOfGroup(tx, into.id)
  await activity.record(tx, actor, 'thread.regrouped', {
    from: from.name,
    into: into.name,
    threads,
    shown: isShown,
  })
  await bus.publish(tx, { room: actor.roomId, kind: 'threads', group: into.id })
  return threads
}
