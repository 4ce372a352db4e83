import { ApiError } from '../../lib/api-error.ts'

export interface Failed<T> {
  readonly item: T
  readonly error: unknown
}

/** What became of each item. Those that were not come to when it was stopped are in neither list. */
export interface Outcome<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[]
  readonly failed: readonly Failed<T>[]
}

interface RunOptions {
  readonly signal: AbortSignal
  /** Hears after each item how many have been come to. */
  readonly onProgress: (finished: number) => void
}

/** The next call would meet the same: the session is over, its rights are gone, or nobody answers. */
const isHopeless = (error: unknown): boolean =>
  error instanceof ApiError && (error.http === 401 || error.http === 403 || error.code === 'NETWORK')

/**
 * Does the same with each item, one after the other: one that fails does not keep the others from being done. After a failure that all
 * others would share, they are not tried and have failed with it.
 */
export async function runEach<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
  { signal, onProgress }: RunOptions,
): Promise<Outcome<T, R>> {
  const done: { item: T; result: R }[] = []
  const failed: Failed<T>[] = []
  for (const [index, item] of items.entries()) {
    if (signal.aborted) break
    try {
      done.push({ item, result: await act(item) })
    } catch (error) {
      const affected = isHopeless(error) ? items.slice(index) : [item]
      failed.push(...affected.map((each) => ({ item: each, error })))
      if (isHopeless(error)) break
    }
    onProgress(index + 1)
  }
  return { done, failed }
}
