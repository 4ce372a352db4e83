/** What the pool and a stamping process say to each other: one line of JSON for each task and each answer. Keys are in base64. */
import { z } from 'zod'
import type { SealingContext } from '../../platform/crypto/context.ts'
import type { StampFailure } from './stamp-error.ts'

interface Segment {
  readonly path: string
  readonly key: string
  readonly size: number
}

/** A sealed PDF that is to be stamped, and where the outcome goes: sealed, into a file that is there and empty. */
export interface Task {
  readonly source: { readonly segments: readonly Segment[]; readonly context: SealingContext }
  readonly target: { readonly path: string; readonly key: string; readonly context: SealingContext }
  readonly mark: string
}

const failures = ['UNSTAMPABLE', 'TOO_LARGE', 'CRASHED'] as const satisfies readonly StampFailure[]

export const answer = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('stamped'),
    size: z.int().positive(),
    pageCount: z.int().positive(),
    rebuilt: z.array(z.int().positive()),
  }),
  z.strictObject({ type: z.literal('failed'), code: z.enum(failures), detail: z.string() }),
])
export type Answer = z.infer<typeof answer>
