import { z } from 'zod'
import { ITEM_TYPE } from '../../../../contract/core/limits.ts'
import { rejection, upload } from '../../../../contract/features/documents/upload.ts'
import type { Api } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { Progress } from '../../../lib/api/send-form.ts'
import type { PickedFile } from '../choose/check-file.ts'
import type { Conflict } from './upload-job.ts'

export type Rejection = z.output<typeof rejection>

export interface Batch {
  readonly files: readonly PickedFile[]
  readonly parent: number
  readonly conflict: Conflict
  readonly staged: boolean | undefined
}

interface Caller {
  readonly id: number
  readonly roomId: number
}

export interface BatchResult {
  readonly stored: readonly string[]
  readonly rejected: readonly Rejection[]
}

export interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: Progress
}

export function rejectedIn(error: unknown): BatchResult {
  const reasons = error instanceof ApiError ? error.envelope['rejected'] : undefined
  const { data: rejected = [] } = z.array(rejection).safeParse(reasons)
  if (rejected.length === 0) throw error
  return { stored: [], rejected }
}

/** Fields precede files, so the server knows the target. */
export async function sendBatch(
  api: Api,
  caller: Caller,
  batch: Batch,
  options: SendOptions,
): Promise<BatchResult> {
  const form = new FormData()
  const fields = {
    id: caller.id,
    parent: batch.parent,
    roomId: caller.roomId,
    typeId: ITEM_TYPE.file,
    conflict: batch.conflict,
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (batch.staged !== undefined) form.append('staged', String(batch.staged))
  for (const { file, path } of batch.files) form.append('file', file, path)
  try {
    const { payload, beside } = await api.send(upload, form, options)
    return {
      stored: Array.isArray(payload) ? payload.map(({ name }) => name) : [],
      rejected: beside.rejected ?? [],
    }
  } catch (error) {
    return rejectedIn(error)
  }
}
