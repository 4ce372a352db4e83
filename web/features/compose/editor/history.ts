/** What was, is, and was taken back. */
export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
  /** What the last change was a part of: the next one of the same work is undone with it. */
  readonly work: string | undefined
}

const STEPS = 200

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [], work: undefined })

/**
 * A change.
 * @param work changes of one work, such as presses of an arrow key on one selection, are undone at once; undefined stands for itself.
 */
export function changed<T>(history: History<T>, next: T, work?: string): History<T> {
  if (next === history.now) return history
  if (work !== undefined && work === history.work) return { ...history, now: next, future: [] }
  return { past: [...history.past, history.now].slice(-STEPS), now: next, future: [], work }
}

/** Whatever comes next is a work of its own. */
export const settled = <T>(history: History<T>): History<T> => (history.work === undefined ? history : { ...history, work: undefined })

/** The step before; as it is where there is none. */
export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future], work: undefined }
}

/** The step that was taken back; as it is where there is none. */
export function redone<T>(history: History<T>): History<T> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.now], now: next, future, work: undefined }
}
