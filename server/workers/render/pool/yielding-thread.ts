import type { JobQueue } from './job-queue.ts'
import { SLOW_MS } from './render-budgets.ts'
import type { RenderJob, RunningJob } from './render-job.ts'
import type { RenderThread } from './render-thread.ts'

/** Then pages also yield within their room. */
const PATIENCE_MS = 5_000

interface Demand {
  readonly size: number
  readonly queue: JobQueue<RenderJob>
  readonly running: readonly RunningJob[]
}

interface Yielding {
  readonly thread: RenderThread
  readonly afterMs: number
  /** The next job must be a visible page. */
  readonly isForPage: boolean
}

/** One of several threads stays free for pages. */
export const mostLater = (size: number): number => Math.max(1, size - 1)

export const laterOf = (running: readonly RunningJob[]): RunningJob[] =>
  running.filter(([, { line }]) => line !== 'visible')

/** Finds the thread that a waiting room takes over, and when. */
export function yieldingThread({ size, queue, running }: Demand): Yielding | undefined {
  const forPage = takenFrom(running, size, queue.rooms('visible'))
  if (forPage) return { thread: forPage, afterMs: SLOW_MS, isForPage: true }
  const forRoom = takenFrom(laterOf(running), mostLater(size), queue.rooms('prefetch'))
  if (forRoom) return { thread: forRoom, afterMs: SLOW_MS, isForPage: false }
  const newest =
    running.length < size || queue.rooms('visible').length === 0
      ? undefined
      : newestVisible(running)
  return newest && { thread: newest, afterMs: PATIENCE_MS, isForPage: true }
}

/** Stopped jobs count as slow, never stopped again. */
const newestVisible = (running: readonly RunningJob[]): RenderThread | undefined =>
  running.findLast(([, { line }]) => line === 'visible')?.[0]

function takenFrom(
  running: readonly RunningJob[],
  most: number,
  waiting: readonly string[],
): RenderThread | undefined {
  if (running.length < most) return undefined
  const held = new Map<string, number>()
  for (const [, { room }] of running) held.set(room, (held.get(room) ?? 0) + 1)
  if (waiting.every((room) => held.has(room))) return undefined
  const slow = running.findLast(([, job]) => job.line === 'last')
  const newest = running.findLast(([, { room }]) => most === 1 || (held.get(room) ?? 0) > 1)
  return (slow ?? newest)?.[0]
}
