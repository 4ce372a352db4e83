import { ROLE } from './limits.ts'
import type { Phase } from './phase.ts'

export const OPERATOR_SCOPES = ['full', 'content'] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]

/** `unproven` waits for the second-step code. `raised` means that the operator area is open. */
export type SessionState = 'unproven' | 'joined' | 'agreed' | 'raised'

interface Requirement {
  readonly state: SessionState
  readonly operatorOnly: boolean
  /** This is the last permitted phase. Participants never access a closed room. */
  readonly until: 'open' | 'frozen' | 'closed'
  /** Participants who submit or lead need only an agreed session. */
  readonly or?: 'submits' | 'leads'
}

type Until = Requirement['until']

const anyone = (state: SessionState, until: Until = 'closed'): Requirement => ({
  state,
  operatorOnly: false,
  until,
})
const operator = (state: SessionState, until: Until = 'closed'): Requirement => ({
  state,
  operatorOnly: true,
  until,
})

/** `server/access` decides the rights on single items. */
export const PERMISSIONS = {
  'session.prove': anyone('unproven'),
  'session.end': anyone('unproven'),
  'room.read': anyone('joined'),
  'agreement.accept': anyone('joined'),
  'session.use': anyone('agreed'),
  'documents.read': anyone('agreed'),
  'documents.view': anyone('agreed'),
  'documents.download': anyone('agreed'),
  'documents.print': anyone('agreed'),
  'activity.readOwn': anyone('agreed'),
  'archive.own': anyone('agreed'),
  'messages.toOperators': anyone('agreed', 'frozen'),
  'messages.receive': anyone('agreed'),
  'messages.toUsers': operator('agreed', 'frozen'),
  'messages.mailUsers': operator('raised', 'frozen'),
  'messages.read': anyone('agreed'),
  'threads.read': anyone('agreed'),
  'threads.write': anyone('agreed', 'open'),
  /** In a frozen room, submitted threads can still be answered. */
  'threads.answer': anyone('agreed', 'frozen'),
  'threads.manage': operator('raised'),
  'threads.publish': operator('raised', 'open'),
  'operator.raise': operator('agreed'),
  'passkeys.manage': operator('raised'),
  'documents.write': operator('raised', 'open'),
  /** Participants upload into drop folders only. */
  'documents.upload': { ...operator('raised', 'open'), or: 'submits' },
  'documents.publish': operator('raised', 'open'),
  'documents.remove': operator('raised', 'open'),
  'documents.survey': operator('raised'),
  'activity.read': operator('raised'),
  'members.read': operator('raised'),
  'members.manage': operator('raised'),
  'members.propose': { ...operator('raised', 'open'), or: 'leads' },
  'members.viewAs': operator('raised', 'frozen'),
  'rights.read': operator('raised'),
  'rights.manage': operator('raised'),
  'disclosure.manage': operator('raised'),
  'room.configure': operator('raised'),
  'room.end': operator('raised'),
  'compose.read': operator('raised'),
  'compose.write': operator('raised', 'open'),
} as const satisfies Record<string, Requirement>

export type Permission = keyof typeof PERMISSIONS

const OF_CONTENT_OPERATORS: ReadonlySet<Permission> = new Set([
  'session.prove',
  'session.end',
  'session.use',
  'room.read',
  'agreement.accept',
  'documents.read',
  'documents.view',
  'documents.download',
  'documents.print',
  'documents.write',
  'documents.upload',
  'documents.survey',
  'activity.readOwn',
  'messages.receive',
  'operator.raise',
  'passkeys.manage',
])

const ORDER: Record<SessionState, number> = { unproven: 0, joined: 1, agreed: 2, raised: 3 }
const PHASE_ORDER: Record<Phase, number> = {
  open: 0,
  frozen: 1,
  closed: 2,
  destroying: 3,
  destroyed: 4,
}

export const hasSessionState = (state: SessionState, least: SessionState): boolean =>
  ORDER[state] >= ORDER[least]

export const isPhaseAtMost = (phase: Phase, last: Phase): boolean =>
  PHASE_ORDER[phase] <= PHASE_ORDER[last]

export const isRoomAccessible = (phase: Phase, roleId: number): boolean =>
  isPhaseAtMost(phase, roleId === ROLE.operator ? 'closed' : 'frozen')

interface Asking {
  readonly state: SessionState
  readonly roleId: number
  readonly phase: Phase
  readonly scope: OperatorScope
  readonly submits: boolean
  readonly leads: boolean
}

function requirementFor(permission: Permission, session: Asking): Requirement {
  const needed: Requirement = PERMISSIONS[permission]
  const isMeant = needed.or !== undefined && session[needed.or] && session.roleId !== ROLE.operator
  return isMeant ? anyone('agreed', needed.until) : needed
}

export function refusalOf(permission: Permission, session: Asking) {
  const needed = requirementFor(permission, session)
  if (!isRoomAccessible(session.phase, session.roleId)) return 'ROOM_CLOSED' as const
  const isThere = hasSessionState(session.state, needed.state)
  if (!isThere && session.state === 'unproven') return 'NOT_PROVEN' as const
  if (!isThere && session.state === 'joined') return 'NOT_AGREED' as const
  if (needed.operatorOnly && session.roleId !== ROLE.operator) return 'NOT_OPERATOR' as const
  const isContentOperator = session.roleId === ROLE.operator && session.scope === 'content'
  if (isContentOperator && !OF_CONTENT_OPERATORS.has(permission)) return 'RIGHTS_DENIED' as const
  if (!isThere) return 'NOT_RAISED' as const
  return isPhaseAtMost(session.phase, needed.until) ? undefined : ('ROOM_FROZEN' as const)
}
