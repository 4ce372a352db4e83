import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { portionsOf } from '../../../platform/db/portions.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { holdAct, isActHeld } from './acts.store.ts'

export type ActParts = Pick<DocumentParts, 'database' | 'bus' | 'clock'>

export interface Act {
  /** A second stage counts from zero. @throws Refusal ACT_STOPPED */
  expect(total: number): void
  /** The refusal rolls back the whole transaction. @throws Refusal ACT_STOPPED */
  advance(by: number): void
}

export const UNWATCHED: Act = { expect: () => {}, advance: () => {} }

const PORTION = 500

export const actPortionsOf = <T>(rows: readonly T[]): Generator<readonly T[]> =>
  portionsOf(rows, PORTION)

interface RunActInput {
  readonly actor: Actor
  readonly id: string | undefined
}

/** A lost connection does not stop the act. @throws Refusal ACT_STOPPED */
export async function runAct<T>(
  parts: ActParts,
  { actor, id }: RunActInput,
  work: (tx: Tx, act: Act) => Promise<T>,
): Promise<T> {
  if (id === undefined) return parts.database.transaction((tx) => work(tx, UNWATCHED))
  let isStopped = false
  const release = parts.bus.subscribe((heard) => {
    if (heard !== 'unknown' && heard.session === actor.sessionId && heard.stop === id)
      isStopped = true
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
      state.done = 0
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

/** Publishes outside the transaction, which would delay reports. Reports use at most one connection. */
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
          // The next report replaces a lost one.
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
  readonly ask?: boolean | undefined
}

/** @throws Refusal NOT_FOUND if no act of this name is running */
export async function stopAct(
  { database, bus }: ActParts,
  { sessionId, roomId }: Actor,
  { act: id, ask }: StopActInput,
): Promise<void> {
  if (!(await isActHeld(database.db, sessionId, id))) throw new Refusal('NOT_FOUND')
  if (ask) return
  await bus.publish(database.db, { room: roomId, session: sessionId, kind: 'sessions', stop: id })
}
