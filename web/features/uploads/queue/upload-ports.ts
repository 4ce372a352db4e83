import type { Language } from '../../../../contract/core/errors.ts'
import type { ConnectionPorts } from './connection.ts'
import type { Batch, BatchResult, SendOptions } from './send-batch.ts'
import type { ResumableOptions } from './send-resumable.ts'
import type { Job, Taken, Unfinished } from './upload-job.ts'

export interface UploadPorts extends ConnectionPorts {
  /** Drop folders receive each file alone under its own name. */
  readonly submits: boolean
  send(batch: Batch, options: SendOptions): Promise<BatchResult>
  /** Existing folders stay. */
  makeFolders(
    place: Pick<Job, 'parent' | 'staged'>,
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<BatchResult>
  sendResumable(job: Job, options: ResumableOptions): Promise<BatchResult>
  taken(parent: number, paths: readonly string[]): Promise<readonly Taken[]>
  unfinished(): Promise<readonly Unfinished[]>
  discard(upload: string): Promise<void>
  language(): Language
  onStored(parent: number): void
}
