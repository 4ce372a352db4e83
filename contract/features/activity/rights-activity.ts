import { z } from 'zod'
import { id } from '../../core/schemas.ts'
import { LEVELS } from '../groups/levels.ts'
import { mailPace } from '../session/preferences.ts'
import { person } from './member-activity.ts'
import { grantDetails, group, groupUpdate, period } from './rights-details.ts'

export const RIGHTS_ACTIVITY = {
  'member.proposed': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-withdrawn': z.object({ ...person, proposed: z.string(), email: z.string() }),
  'member.proposal-declined': z.object({
    ...person,
    proposed: z.string(),
    email: z.string(),
    group: z.string(),
  }),
  'member.proposal-admitted': z.object({
    ...person,
    proposed: z.string(),
    email: z.string(),
    group: z.string(),
  }),
  'member.lead': z.object({ ...person, group: z.string(), isLead: z.boolean() }),
  'member.mail-pace': z.object({ before: mailPace, pace: mailPace }),
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
  /** Later reads are logged as the operator's. */
  'group.view-as-started': z.object(group),
  'group.view-as-ended': z.object({
    ...group,
    reason: z.enum(['left', 'replaced', 'session', 'group']),
  }),
  'group.created': z.object({ ...group, level: z.enum(LEVELS) }),
  'group.updated': groupUpdate,
  /** All members of the removed group move into the group `into`. */
  'group.removed': z.object({ ...group, into: z.string(), members: z.int() }),
  /** Null means that the grant of the folder above counts. Item 0 is the root. */
  'right.granted': grantDetails,
  'right.original': grantDetails,
} as const satisfies Record<string, z.ZodObject>
