import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { OPERATOR_SCOPES } from '../../core/permissions.ts'
import { id } from '../../core/schemas.ts'

const place = { division: z.string(), position: z.string() }
export const person = { memberId: id, name: z.string() }
const passkey = { passkeyId: id, name: z.string() }

export const MEMBER_ACTIVITY = {
  /** Anyone who knows the address can cause this entry. `link` means an entry link. */
  'session.pin-asked': z.object({ link: z.boolean() }),
  'session.code-asked': z.object({}),
  'session.refused': z.object({
    reason: z.enum(['blocked', 'expired', 'closed', 'network', 'proof', 'account']),
    inUse: z.literal(true).optional(),
  }),
  'session.agreed': z.object({ noticeVersion: z.string(), language: z.enum(LANGUAGES).optional() }),
  /** The person accepted the room's own agreement. `sha256` is that of the text or PDF, `signed` the typed name. */
  'session.accepted': z.object({
    version: z.int(),
    language: z.enum(LANGUAGES),
    sha256: z.string(),
    signed: z.string().optional(),
  }),
  'session.code-refused': z.object({}),
  'session.passkey-refused': z.object({}),
  'session.ended': z.object({
    reason: z.enum([
      'logout',
      'idle',
      'expired',
      'blocked',
      'removed',
      'replaced',
      'elsewhere',
      'operator',
      'destroyed',
    ]),
  }),
  /** Later reads are logged as the operator's. */
  'member.view-as-started': z.object(person),
  /** `session` means the end of the session or operator area, `person` a blocked or removed person. */
  'member.view-as-ended': z.object({
    ...person,
    reason: z.enum(['left', 'replaced', 'session', 'person']),
  }),
  'member.invited': z.object({
    ...person,
    email: z.string(),
    scope: z.enum(OPERATOR_SCOPES).optional(),
  }),
  'member.invited-again': z.object(person),
  'member.pin-shown': z.object(person),
  'member.renamed': z.object({ ...person, before: z.string() }),
  'member.address': z.object({ ...person, email: z.string(), before: z.string() }),
  'member.code-again': z.object(person),
  'member.copy-again': z.object(person),
  'member.signed-out': z.object({ ...person, sessions: z.int() }),
  'member.mail-dismissed': z.object({ ...person, mail: z.string() }),
  'member.updated': z.object({ ...person, ...place, before: z.object(place) }),
  'member.right': z.object({
    ...person,
    target: z.enum(['print', 'download', 'access', 'text']),
    value: z.boolean(),
  }),
  'member.removed': z.object(person),
  'passkey.added': z.object(passkey),
  'passkey.renamed': z.object({ ...passkey, before: z.string() }),
  'passkey.removed': z.object(passkey),
} as const satisfies Record<string, z.ZodObject>
