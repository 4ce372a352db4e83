import { stop as stopAct } from '../../../contract/features/documents/acts.ts'
import type { LiveEvent } from '../../../contract/features/session.ts'
import type { Api } from '../../lib/api/api.ts'
import { ACT_PROGRESS } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { pause, systemClock } from '../../lib/browser/clock.ts'

export interface Hearing {
  readonly onProgress?: (done: number, total: number) => void
  readonly onLost?: () => void
}

interface Following extends Hearing {
  readonly api: Api
  readonly roomId: number
  readonly unknownText: string
  readonly onUnknown: () => void
}

export interface Followed<T> {
  /** Rejects with ACT_STOPPED if nothing was done, OFFLINE if the outcome is unknowable. */
  readonly outcome: Promise<T>
  readonly stop: () => void
}

/** A connection may break silently. */
const ASK_AFTER_MS = 20_000
const ASK_MS = 5_000
/** Applies while a stop is pending or the answer was lost. */
const AGAIN_MS = 500
/** The answer may arrive after the act is over. */
const ANSWER_MS = 5_000
const QUESTION_MS = 5_000
/** After a lost answer, this much silence ends the wait. */
const PATIENCE_MS = 10_000

/** Pages over plain HTTP lack `randomUUID`. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Without an answer or with a proxy's, the server may still be working. */
const isLostAnswer = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'OFFLINE' || (error.code === 'INTERNAL' && error.http > 501))

/** The act runs in one transaction; the server counts progress. The call's answer decides; a stop may come too late. */
export function followAct<T>(following: Following, work: (act: string) => Promise<T>): Followed<T> {
  const { api, roomId, onProgress, onLost, unknownText, onUnknown } = following
  const act = newName()
  const over = new AbortController()
  const { signal } = over
  let isStopping = false
  let isSeen = false
  let lostAt: number | undefined
  let hurry = () => {}
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<Extract<LiveEvent, { readonly type: 'progress' }>>
    if (detail.act !== act) return
    isSeen = true
    onProgress?.(detail.done, detail.total)
  }
  const rest = (ms: number) => {
    const woken = new AbortController()
    hurry = () => woken.abort()
    return pause(systemClock, ms, AbortSignal.any([signal, woken.signal]))
  }
  /** @returns true to ask again: the act may not have begun, or the server may have missed a stop. */
  const ask = async (): Promise<boolean> => {
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(QUESTION_MS)]) }
    try {
      await api.call(
        stopAct,
        { body: { roomId, act, ...(isStopping ? {} : { ask: true }) } },
        options,
      )
      isSeen = true
      if (lostAt !== undefined) lostAt = systemClock.now()
      return true
    } catch (error) {
      const isRefused =
        error instanceof ApiError && error.http >= 400 && error.http < 500 && error.http !== 429
      if (isRefused && (error.code !== 'NOT_FOUND' || isSeen)) return false
      return lostAt === undefined || systemClock.now() - lostAt < PATIENCE_MS
    }
  }
  const watch = async () => {
    await rest(ASK_AFTER_MS)
    while (!signal.aborted && (await ask()))
      await rest(isStopping || lostAt !== undefined ? AGAIN_MS : ASK_MS)
  }
  const find = async (): Promise<T> => {
    const watching = watch()
    const unknown = (): never => {
      onUnknown()
      throw new ApiError('OFFLINE', 0, unknownText)
    }
    const answer = async () => {
      try {
        return await work(act)
      } catch (error) {
        if (!isLostAnswer(error) || signal.aborted) throw error
        lostAt = systemClock.now()
        onLost?.()
        hurry()
        await watching
        return unknown()
      }
    }
    const giveUp = async () => {
      await watching
      await pause(systemClock, ANSWER_MS, signal)
      return signal.aborted ? new Promise<never>(() => {}) : unknown()
    }
    try {
      return await Promise.race([answer(), giveUp()])
    } finally {
      over.abort()
    }
  }
  addEventListener(ACT_PROGRESS, hear, { signal })
  return {
    outcome: find(),
    stop() {
      if (isStopping) return
      isStopping = true
      hurry()
    },
  }
}
