export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
  readonly work: string | undefined
}

const STEPS = 200

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [], work: undefined })

/** @param work groups repeated changes into one undo. */
export function changed<T>(history: History<T>, next: T, work?: string): History<T> {
  if (next === history.now) return history
  if (work !== undefined && work === history.work) return { ...history, now: next, future: [] }
  return { past: [...history.past, history.now].slice(-STEPS), now: next, future: [], work }
}

export const settled = <T>(history: History<T>): History<T> =>
  history.work === undefined ? history : { ...history, work: undefined }

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
    work: undefined,
  }
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.now], now: next, future, work: undefined }
}
