import { lazy, type ReactNode, Suspense, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { type EachOutcome, runEach } from './run-each.ts'

const RunProgress = lazy(() =>
  import('./run-progress.tsx').then((module) => ({ default: module.RunProgress })),
)

const SHOWN_AFTER_MS = 400

interface EachRun<T, R> {
  readonly items: readonly T[]
  readonly title: string
  readonly act: (item: T) => Promise<R>
}

interface RunningEach {
  readonly title: string
  readonly total: number
  readonly finished: number
  readonly isShown: boolean
  readonly stop: () => void
}

interface RunEach {
  readonly run: <T, R>(run: EachRun<T, R>) => Promise<EachOutcome<T, R>>
  readonly isRunning: boolean
  readonly progress: ReactNode
}

export function useRunEach(): RunEach {
  const [running, setRunning] = useState<RunningEach>()
  const change = (part: Partial<RunningEach>) =>
    setRunning((current) => current && { ...current, ...part })

  const run = async <T, R>({ items, title, act }: EachRun<T, R>) => {
    const stopping = new AbortController()
    setRunning({
      title,
      total: items.length,
      finished: 0,
      isShown: false,
      stop: () => stopping.abort(),
    })
    const cancelShowing = systemClock.after(SHOWN_AFTER_MS, () =>
      change({ isShown: items.length > 1 }),
    )
    try {
      return await runEach(items, act, {
        signal: stopping.signal,
        onProgress: (finished) => change({ finished }),
      })
    } finally {
      cancelShowing()
      setRunning(undefined)
    }
  }
  const progress = running?.isShown && (
    <Suspense>
      <RunProgress {...running} />
    </Suspense>
  )
  return { run, isRunning: running !== undefined, progress }
}
