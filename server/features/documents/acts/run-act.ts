import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { portionsOf } from '../../../platform/db/portions.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { holdAct, isActHeld } from './acts.store.ts'

export type ActParts = Pick<DocumentParts, 'database' | 'bus' | 'clock'>

/** What a long act says between portions of its work. */
export interface Act {
  /** How much there is in all. */
  expect(total: number): void
  /** @throws Refusal ACT_STOPPED, which takes all of the transaction back. */
  advance(by: number): void
}

/** Of an act that nobody watches. */
export const UNWATCHED: Act = { expect: () => {}, advance: () => {} }

/** A long act notices a stop and reports progress between portions of this many rows. */
const PORTION = 500

export const actPortionsOf = <T>(rows: readonly T[]): Generator<readonly T[]> => portionsOf(rows, PORTION)

interface RunActInput {
  readonly actor: Actor
  /** Named by the client. Undefined where it neither watches nor stops. */
  readonly id: string | undefined
}

/** One transaction that its session can watch and stop, in whichever process. A client that is merely lost stops nothing. @throws Refusal ACT_STOPPED. */
export async function runAct<T>(parts: ActParts, { actor, id }: RunActInput, work: (tx: Tx, act: Act) => Promise<T>): Promise<T> {
  if (id === undefined) return parts.database.transaction((tx) => work(tx, UNWATCHED))
  let isStopped = false
  const release = parts.bus.subscribe((heard) => {
    if (heard !== 'unknown' && heard.session === actor.sessionId && heard.stop === id) isStopped = true
  })
  const goOn = (): void => {
    if (isStopped) throw new Refusal('ACT_STOPPED')
  }
  const reports = reportsOf(parts, actor, id)
  const state = { done: 0, total: 0 }
  const act: Act = {
    expect(total) {
      goOn()
      state.total = total
      reports.give(state)
    },
    advance(by) {
      goOn()
      state.done = Math.min(state.done + by, state.total)
      reports.give(state)
    },
  }
  try {
    return await parts.database.transaction(async (tx) => {
      await holdAct(tx, actor.sessionId, id)
      const result = await work(tx, act)
      goOn()
      return result
    })
  } finally {
    release()
    await reports.sent()
  }
}

const REPORT_EVERY_MS = 250

/** Beside the transaction, which would hold them back. None waits for another, so that they take one connection at most. */
function reportsOf({ bus, clock, database }: ActParts, { roomId, sessionId }: Actor, id: string) {
  let last = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined
  return {
    give({ done, total }: { readonly done: number; readonly total: number }): void {
      const now = clock.now().getTime()
      if (sending || now - last < REPORT_EVERY_MS) return
      last = now
      const progress = { id, done: Math.floor(done), total }
      sending = bus
        .publish(database.db, { room: roomId, session: sessionId, kind: 'sessions', progress })
        .catch(() => {
          // The next report takes its place.
        })
        .finally(() => {
          sending = undefined
        })
    },
    sent: async () => sending,
  }
}

interface StopActInput {
  readonly act: string
  /** Stops nothing. */
  readonly ask?: boolean | undefined
}

/** Of the same session. @throws Refusal NOT_FOUND if none of this name goes on. */
export async function stopAct({ database, bus }: ActParts, { sessionId, roomId }: Actor, { act: id, ask }: StopActInput): Promise<void> {
  if (!(await isActHeld(database.db, sessionId, id))) throw new Refusal('NOT_FOUND')
  if (ask) return
  await bus.publish(database.db, { room: roomId, session: sessionId, kind: 'sessions', stop: id })
}
