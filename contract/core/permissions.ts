import { ROLE } from './limits.ts'
import type { Phase } from './phase.ts'

/** How far a session has come. `unproven`: it waits for the mailed code of the second step. `raised`: the operator area is open. */
export type SessionState = 'unproven' | 'joined' | 'agreed' | 'raised'

interface Requirement {
  /** The least state of the session. */
  readonly state: SessionState
  readonly operatorOnly: boolean
  /** The last phase of the room in which it can be used; participants have nothing of a closed room, whatever stands here. */
  readonly until: 'open' | 'frozen' | 'closed'
}

type Until = Requirement['until']

const anyone = (state: SessionState, until: Until = 'closed'): Requirement => ({ state, operatorOnly: false, until })
const operator = (state: SessionState, until: Until = 'closed'): Requirement => ({ state, operatorOnly: true, until })

/** What each permission of a call asks of the session and of its room. Rights on single items are decided by the server's `access` beside it. */
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
  'operator.raise': operator('agreed'),
  'passkeys.manage': operator('raised'),
  'documents.write': operator('raised', 'open'),
  /** What operators alone see of documents: trash, versions, what an item holds. */
  'documents.survey': operator('raised'),
  'activity.read': operator('raised'),
  'members.read': operator('raised'),
  'members.manage': operator('raised'),
  'members.viewAs': operator('raised', 'frozen'),
  'room.configure': operator('raised'),
  'room.end': operator('raised'),
  'compose.read': operator('raised'),
  'compose.write': operator('raised', 'open'),
} as const satisfies Record<string, Requirement>

export type Permission = keyof typeof PERMISSIONS

const ORDER: Record<SessionState, number> = { unproven: 0, joined: 1, agreed: 2, raised: 3 }
const PHASE_ORDER: Record<Phase, number> = { open: 0, frozen: 1, closed: 2, destroying: 3, destroyed: 4 }

/** Whether a session has come so far, or further. */
export const reaches = (state: SessionState, least: SessionState): boolean => ORDER[state] >= ORDER[least]

/** Whether a room has not come further than this. */
export const isUntil = (phase: Phase, last: Phase): boolean => PHASE_ORDER[phase] <= PHASE_ORDER[last]

/** Whether a room lets somebody in at all: operators until it is closed, everybody else until it is frozen. */
export const letsIn = (phase: Phase, roleId: number): boolean => isUntil(phase, roleId === ROLE.operator ? 'closed' : 'frozen')

interface Asking {
  readonly state: SessionState
  readonly roleId: number
  /** Of its room. */
  readonly phase: Phase
}

/** The code with which a session is refused a permission, or undefined when it holds. */
export function refusalOf(permission: Permission, session: Asking) {
  const needed: Requirement = PERMISSIONS[permission]
  if (!letsIn(session.phase, session.roleId)) return 'ROOM_CLOSED' as const
  const isThere = reaches(session.state, needed.state)
  if (!isThere && session.state === 'unproven') return 'NOT_PROVEN' as const
  if (!isThere && session.state === 'joined') return 'NOT_AGREED' as const
  if (needed.operatorOnly && session.roleId !== ROLE.operator) return 'NOT_OPERATOR' as const
  if (!isThere) return 'NOT_RAISED' as const
  return isUntil(session.phase, needed.until) ? undefined : ('ROOM_FROZEN' as const)
}
