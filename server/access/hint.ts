import { z } from 'zod'
import type { Bus } from '../platform/events/bus.ts'

/** Contains no values, so receivers read the state again. */
export const hint = z.object({
  room: z.number(),
  member: z.number().optional(),
  session: z.string().optional(),
  kind: z.enum(['rights', 'sessions', 'room', 'items', 'signing', 'threads']),
  parent: z.number().optional(),
  group: z.number().optional(),
  regrouped: z.boolean().optional(),
  /** Is undefined if there are too many to name. */
  items: z.array(z.number()).optional(),
  /** Items were removed, so deliveries must be checked again. */
  gone: z.boolean().optional(),
  /** Readers saw these until this change. */
  withdrawn: z.boolean().optional(),
  /** No group sees the changed items, so only operators hear of them. */
  unseen: z.boolean().optional(),
  /** Besides operators, these members see the change of threads or rights. */
  people: z.array(z.number()).optional(),
  isForAll: z.boolean().optional(),
  /** Only the session of the act receives its progress. */
  progress: z.object({ id: z.string(), done: z.number(), total: z.number() }).optional(),
  stop: z.string().optional(),
  template: z.number().optional(),
})
export type Hint = z.infer<typeof hint>

export type HintBus = Bus<Hint>
