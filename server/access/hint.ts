import { z } from 'zod'
import type { Bus } from '../platform/events/bus.ts'

/**
 * What nodes tell each other: that something changed, never what it is now. Whoever hears it reads the truth again.
 * `member` and `session` narrow it down to those it concerns.
 */
export const hint = z.object({
  room: z.number(),
  member: z.number().optional(),
  session: z.string().optional(),
  kind: z.enum(['rights', 'sessions', 'room', 'items', 'signing']),
  parent: z.number().optional(),
  /** Items were taken away: whoever hands one out looks whether it is still there. */
  gone: z.boolean().optional(),
  /** The document whose links to sign have changed. */
  template: z.number().optional(),
})
export type Hint = z.infer<typeof hint>

export type HintBus = Bus<Hint>
