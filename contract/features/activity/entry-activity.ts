import { z } from 'zod'
import { person } from './member-activity.ts'

const stepProof = z.enum(['app', 'passkey'])

export const ENTRY_ACTIVITY = {
  'room.sign-on': z.object({
    pin: z.enum(['everyone', 'operators']),
    providers: z.array(z.string()),
    code: z.array(z.string()),
    /** The order is that of `providers`; entries of earlier releases have none. */
    issuers: z.array(z.string()).optional(),
    groups: z.int(),
  }),
  'room.step-rules': z.object({
    proofs: z.enum(['any', 'strong']),
    pin: z.array(z.string()),
    signOn: z.array(z.string()),
  }),
  /**
   * `proof` is a proof of the address by a mailed link. `device` means a known browser. `step` means that the second-step code was
   * entered. `shown` means that an operator saw this unused PIN.
   */
  'session.joined': z.object({
    by: z.enum(['pin', 'link', 'proof', 'sign-on']),
    provider: z.string().optional(),
    device: z.enum(['known', 'new']),
    step: z.literal(true).optional(),
    /** Absent means the mailed code. */
    stepBy: stepProof.optional(),
    shown: z.literal(true).optional(),
  }),
  /** `again` means that an earlier code is replaced, and `inside` that a person who has entered changes their proofs. */
  'session.step-asked': z.object({ again: z.boolean(), inside: z.literal(true).optional() }),
  /** Absent `by` means the mailed code. `inside` is as in `session.step-asked`. */
  'session.step-refused': z.object({
    by: stepProof.optional(),
    inside: z.literal(true).optional(),
  }),
  /** Entries of earlier releases have no `by` and mean a code. */
  'session.raised': z.object({
    by: z.enum(['code', 'passkey', 'sign-on']).optional(),
    passkey: z.string().optional(),
  }),
  'member.sign-on-bound': z.object({ ...person, provider: z.string() }),
  'member.sign-on-unbound': z.object({ ...person, provider: z.string() }),
  'member.security-reset': z.object({ ...person, app: z.boolean(), passkeys: z.int() }),
  'security.app-added': z.object({}),
  'security.app-removed': z.object({}),
} as const satisfies Record<string, z.ZodObject>
