import { z } from 'zod'
import { LANGUAGES } from '../../core/language.ts'
import { OPERATOR_SCOPES } from '../../core/permissions.ts'
import { id } from '../../core/schemas.ts'
import { LEVELS } from '../groups/levels.ts'
import { mailPace } from '../session/preferences.ts'
import { THREAD_ROLES } from '../threads/thread-roles.ts'
import { grantDetails, group, groupUpdate, period } from './rights-details.ts'

const place = { division: z.string(), position: z.string() }
const person = { memberId: id, name: z.string() }
const passkey = { passkeyId: id, name: z.string() }
const stepProof = z.enum(['app', 'passkey'])

export const MEMBER_ACTIVITY = {
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
  'session.step-refused': z.object({ by: stepProof.optional(), inside: z.literal(true).optional() }),
  /** Anyone who knows the address can cause this entry. `link` means an entry link. */
  'session.pin-asked': z.object({ link: z.boolean() }),
  'session.code-asked': z.object({}),
  'session.refused': z.object({
    reason: z.enum(['blocked', 'expired', 'closed', 'network', 'proof', 'account']),
    inUse: z.literal(true).optional(),
  }),
  'session.agreed': z.object({ noticeVersion: z.string(), language: z.enum(LANGUAGES).optional() }),
  /** The person accepted the room's own agreement. `sha256` is that of the text or PDF, `signed` the typed name. */
  'session.accepted': z.object({ version: z.int(), language: z.enum(LANGUAGES), sha256: z.string(), signed: z.string().optional() }),
  /** Entries of earlier releases have no `by` and mean a code. */
  'session.raised': z.object({ by: z.enum(['code', 'passkey', 'sign-on']).optional(), passkey: z.string().optional() }),
  'session.code-refused': z.object({}),
  'session.passkey-refused': z.object({}),
  'session.ended': z.object({
    reason: z.enum(['logout', 'idle', 'expired', 'blocked', 'removed', 'replaced', 'elsewhere', 'operator', 'destroyed']),
  }),
  'member.sign-on-bound': z.object({ ...person, provider: z.string() }),
  'member.sign-on-unbound': z.object({ ...person, provider: z.string() }),
  /** Later reads are logged as the operator's. */
  'member.view-as-started': z.object(person),
  /** `session` means the end of the session or operator area, `person` a blocked or removed person. */
  'member.view-as-ended': z.object({ ...person, reason: z.enum(['left', 'replaced', 'session', 'person']) }),
  'member.invited': z.object({ ...person, email: z.string(), scope: z.enum(OPERATOR_SCOPES).optional() }),
  'member.proposed': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-withdrawn': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-declined': z.object({ ...person, proposed: z.string(), email: z.string(), group: z.string() }),
  'member.proposal-admitted': z.object({ ...person, proposed: z.string(), email: z.string(), group: z.string() }),
  'member.lead': z.object({ ...person, group: z.string(), isLead: z.boolean() }),
  'member.invited-again': z.object(person),
  'member.pin-shown': z.object(person),
  'member.renamed': z.object({ ...person, before: z.string() }),
  'member.address': z.object({ ...person, email: z.string(), before: z.string() }),
  'member.mail-pace': z.object({ before: mailPace, pace: mailPace }),
  'member.code-again': z.object(person),
  'member.copy-again': z.object(person),
  'member.signed-out': z.object({ ...person, sessions: z.int() }),
  'member.mail-dismissed': z.object({ ...person, mail: z.string() }),
  'member.updated': z.object({ ...person, ...place, before: z.object(place) }),
  'member.right': z.object({ ...person, target: z.enum(['print', 'download', 'access', 'text']), value: z.boolean() }),
  /** An absent `scope` means a full operator. */
  'member.role': z.object({ ...person, roleId: id, scope: z.literal('content').optional() }),
  'member.grouped': z.object({
    ...person,
    groupId: id,
    group: z.string(),
    before: z.string(),
    ...period,
    was: z.object(period).optional(),
  }),
  'member.removed': z.object(person),
  'member.security-reset': z.object({ ...person, app: z.boolean(), passkeys: z.int() }),
  'member.thread-role': z.object({ ...person, role: z.enum(THREAD_ROLES) }),
  /** Later reads are logged as the operator's. */
  'group.view-as-started': z.object(group),
  'group.view-as-ended': z.object({ ...group, reason: z.enum(['left', 'replaced', 'session', 'group']) }),
  'group.created': z.object({ ...group, level: z.enum(LEVELS) }),
  'group.updated': groupUpdate,
  /** All members of the removed group move into the group `into`. */
  'group.removed': z.object({ ...group, into: z.string(), members: z.int() }),
  /** Null means that the grant of the folder above counts. Item 0 is the root. */
  'right.granted': grantDetails,
  'right.original': grantDetails,
  'passkey.added': z.object(passkey),
  'passkey.renamed': z.object({ ...passkey, before: z.string() }),
  'passkey.removed': z.object(passkey),
  'security.app-added': z.object({}),
  'security.app-removed': z.object({}),
} as const satisfies Record<string, z.ZodObject>
