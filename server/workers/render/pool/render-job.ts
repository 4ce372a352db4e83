import type { Task } from '../protocol.ts'
import type { Line, Owner } from './job-queue.ts'
import type { RenderResult, RenderThread } from './render-thread.ts'

export interface RenderJob {
  readonly task: Task
  line: Line
  readonly room: string
  readonly owner: Owner
  isDropped: boolean
  isRepeated: boolean
  resolve(result: RenderResult): void
  reject(reason: unknown): void
}

export type RunningJob = readonly [thread: RenderThread, job: RenderJob]
