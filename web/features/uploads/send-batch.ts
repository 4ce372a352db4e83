import { z } from 'zod'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import { rejection, upload } from '../../../contract/features/documents.ts'
import type { Api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { Progress } from '../../lib/send-form.ts'
import type { PickedFile } from './check-file.ts'

export type Rejection = z.output<typeof rejection>

export interface Batch {
  readonly files: readonly PickedFile[]
  /** The folder below which the paths lie. */
  readonly parent: number
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

/** The reasons that a refusal carries beside its text. */
const rejectedIn = ({ envelope }: ApiError): readonly Rejection[] =>
  z
    .array(rejection)
    .catch([])
    .parse(envelope['rejected'] ?? [])

/** Sends files in one request. The fields go first, so that the server knows the place before the bytes. */
export async function sendBatch(api: Api, caller: Caller, batch: Batch, options: SendOptions): Promise<BatchResult> {
  const form = new FormData()
  const fields = { id: caller.id, parent: batch.parent, roomId: caller.roomId, typeId: ITEM_TYPE.file }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const { file, path } of batch.files) form.append('file', file, path)
  try {
    const { payload, beside } = await api.send(upload, form, options)
    return { stored: Array.isArray(payload) ? payload.map(({ name }) => name) : [], rejected: beside.rejected ?? [] }
  } catch (error) {
    // When every file was refused the whole answer is a refusal, with the reasons in it.
    const rejected = error instanceof ApiError ? rejectedIn(error) : []
    if (rejected.length === 0) throw error
    return { stored: [], rejected }
  }
}
