/** What the server and a process that works on PDFs say to each other: one line of JSON each. Keys and bytes are in base64. */
import { z } from 'zod'
import type { LocalSealedFile } from '../../platform/blob/sync-sealed-file.ts'
import type { SealingContext } from '../../platform/crypto/context.ts'
import type { PdfFailure } from './pdf-error.ts'

/** A sealed PDF that is read. */
export interface TaskSource {
  readonly segments: readonly { readonly path: string; readonly key: string; readonly size: number }[]
  readonly context: SealingContext
}

/** Where the outcome goes: sealed, into a file that is there and empty. */
export interface TaskTarget {
  readonly path: string
  readonly key: string
  readonly context: SealingContext
}

const failures = ['NOT_UNDERSTOOD', 'TOO_LARGE', 'CRASHED'] as const satisfies readonly PdfFailure[]

const question = z.strictObject({ wants: z.enum(['signature', 'time-stamp']), of: z.base64() })
/** What a process cannot do by itself, since it has neither keys nor the network: a signature over these bytes, a time stamp for this SHA-256. */
export type Question = z.infer<typeof question>

/** What it is told. */
export interface Reply {
  readonly bytes: string
}

export const answer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('asked'), question }),
  z.strictObject({ type: z.literal('done'), done: z.unknown() }),
  z.strictObject({ type: z.literal('failed'), code: z.enum(failures), detail: z.string() }),
])
export type Answer = z.infer<typeof answer>

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const taskSource = ({ segments, context }: LocalSealedFile): TaskSource => ({
  segments: segments.map((segment) => ({ ...segment, key: base64(segment.key) })),
  context,
})
