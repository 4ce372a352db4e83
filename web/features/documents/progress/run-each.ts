import { ApiError } from '../../../lib/api/api-error.ts'

export interface Failed<T> {
  readonly item: T
  readonly error: unknown
}

export interface EachOutcome<T, R> {
  readonly done: readonly { readonly item: T; readonly result: R }[]
  readonly failed: readonly Failed<T>[]
}

export class StoppedRun extends Error {
  override name = 'StoppedRun'
}

interface RunOptions {
  readonly signal: AbortSignal
  readonly onProgress: (finished: number) => void
}

const isHopeless = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.http === 401 || error.http === 403 || error.code === 'OFFLINE')

/** A shared failure fails all remaining items. */
export async function runEach<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
  { signal, onProgress }: RunOptions,
): Promise<EachOutcome<T, R>> {
  const done: { item: T; result: R }[] = []
  const failed: Failed<T>[] = []
  for (const [index, item] of items.entries()) {
    if (signal.aborted) break
    try {
      done.push({ item, result: await act(item) })
    } catch (error) {
      if (error instanceof StoppedRun) break
      const affected = isHopeless(error) ? items.slice(index) : [item]
      failed.push(...affected.map((each) => ({ item: each, error })))
      if (isHopeless(error)) break
    }
    onProgress(index + 1)
  }
  return { done, failed }
}
