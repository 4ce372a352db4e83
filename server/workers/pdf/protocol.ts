/** Messages are JSON lines, bytes base64. */
import { z } from 'zod'
import type { LocalEncryptedFile } from '../../platform/blob/sync-encrypted-file.ts'
import type { EncryptionContext } from '../../platform/encryption/context.ts'
import type { PdfFailure } from './pdf-error.ts'

export interface TaskSource {
  readonly segments: readonly {
    readonly path: string
    readonly key: string
    readonly size: number
  }[]
  readonly context: EncryptionContext
}

export interface TaskTarget {
  readonly path: string
  readonly key: string
  readonly context: EncryptionContext
}

const failures = ['NOT_UNDERSTOOD', 'TOO_LARGE', 'CRASHED'] as const satisfies readonly PdfFailure[]

const question = z.strictObject({ wants: z.enum(['signature', 'time-stamp']), of: z.base64() })
/** The process has no keys or network, so it asks. */
export type Question = z.infer<typeof question>

export interface Reply {
  readonly bytes: string
}

export const answer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('asked'), question }),
  z.strictObject({ type: z.literal('done'), done: z.unknown() }),
  z.strictObject({ type: z.literal('failed'), code: z.enum(failures), detail: z.string() }),
])
export type PdfAnswer = z.infer<typeof answer>

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const taskSource = ({ segments, context }: LocalEncryptedFile): TaskSource => ({
  segments: segments.map((segment) => ({ ...segment, key: base64(segment.key) })),
  context,
})
