import { z } from 'zod'
import type { Bus } from '../platform/events/bus.ts'

/** Carries no value. Receivers read the state again. */
export const hint = z.object({
  room: z.number(),
  member: z.number().optional(),
  session: z.string().optional(),
  kind: z.enum(['rights', 'sessions', 'room', 'items', 'signing', 'threads']),
  parent: z.number().optional(),
  /** Rights of this group changed. */
  group: z.number().optional(),
  /** The member came into another group, so that lists show something else. */
  regrouped: z.boolean().optional(),
  /** The items that changed, or undefined for too many. */
  items: z.array(z.number()).optional(),
  /** Items were removed, so deliveries must check theirs. */
  gone: z.boolean().optional(),
  /** Folder and items were seen until this change. */
  withdrawn: z.boolean().optional(),
  /** Only operators see what changed. */
  unseen: z.boolean().optional(),
  /** Of threads: the members who see what changed, besides operators and the group. Of rights: whom a move concerns, besides full operators. */
  people: z.array(z.number()).optional(),
  isForAll: z.boolean().optional(),
  /** Of an act of the session, which concerns nobody else. */
  progress: z.object({ id: z.string(), done: z.number(), total: z.number() }).optional(),
  /** The act that the session stops. */
  stop: z.string().optional(),
  /** The document whose signing links changed. */
  template: z.number().optional(),
})
export type Hint = z.infer<typeof hint>

export type HintBus = Bus<Hint>
