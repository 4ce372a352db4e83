import { z } from 'zod'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import { rejection, upload } from '../../../contract/features/documents.ts'
import type { Api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { Progress } from '../../lib/send-form.ts'
import type { PickedFile } from './check-file.ts'
import type { Conflict } from './upload-job.ts'

export type Rejection = z.output<typeof rejection>

export interface Batch {
  readonly files: readonly PickedFile[]
  /** The folder below which the paths lie. */
  readonly parent: number
  /** What becomes of those whose names are taken. */
  readonly conflict: Conflict
}

interface Caller {
  readonly id: number
  readonly roomId: number
}

/** What became of a batch. */
export interface BatchResult {
  /** Names under which files were stored, in the order in which they were sent. */
  readonly stored: readonly string[]
  readonly rejected: readonly Rejection[]
}

export interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: Progress
}

/** When every file was refused the whole answer is a refusal, with the reasons in it. Any other failure is thrown on. */
export function rejectedIn(error: unknown): BatchResult {
  const reasons = error instanceof ApiError ? error.envelope['rejected'] : undefined
  const { data: rejected = [] } = z.array(rejection).safeParse(reasons)
  if (rejected.length === 0) throw error
  return { stored: [], rejected }
}

/** Sends files in one request. The fields go first, so that the server knows the place before the bytes. */
export async function sendBatch(api: Api, caller: Caller, batch: Batch, options: SendOptions): Promise<BatchResult> {
  const form = new FormData()
  const fields = { id: caller.id, parent: batch.parent, roomId: caller.roomId, typeId: ITEM_TYPE.file, conflict: batch.conflict }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const { file, path } of batch.files) form.append('file', file, path)
  try {
    const { payload, beside } = await api.send(upload, form, options)
    return { stored: Array.isArray(payload) ? payload.map(({ name }) => name) : [], rejected: beside.rejected ?? [] }
  } catch (error) {
    return rejectedIn(error)
  }
}
