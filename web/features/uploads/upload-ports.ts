import type { Language } from '../../../contract/core/errors.ts'
import type { ConnectionPorts } from './connection.ts'
import type { Batch, BatchResult, SendOptions } from './send-batch.ts'
import type { ResumableOptions } from './send-resumable.ts'
import type { Job, Taken, Unfinished } from './upload-job.ts'

/** What the queue asks of the world around it. Failures are `ApiError`s. */
export interface UploadPorts extends ConnectionPorts {
  /** Small files, in one request. */
  send(batch: Batch, options: SendOptions): Promise<BatchResult>
  /** Empty folders, by their paths below a folder; those that are there stay. */
  makeFolders(parent: number, paths: readonly string[], signal: AbortSignal): Promise<BatchResult>
  /** One file, from where it stopped. */
  sendResumable(job: Job, options: ResumableOptions): Promise<BatchResult>
  /** Those of the paths below a folder at which there is a file already. */
  taken(parent: number, paths: readonly string[]): Promise<readonly Taken[]>
  /** The uploads of this member of which a part has arrived. */
  unfinished(): Promise<readonly Unfinished[]>
  /** Throws away what has arrived. */
  discard(upload: string): Promise<void>
  language(): Language
  /** Files have arrived below a folder. */
  onStored(parent: number): void
}
