import { ROLE } from './limits.ts'

/** How far a session has come. `unproven`: it waits for the mailed code of the second step. `raised`: the operator area is open. */
export type SessionState = 'unproven' | 'joined' | 'agreed' | 'raised'

interface Requirement {
  /** The least state of the session. */
  readonly state: SessionState
  readonly operatorOnly: boolean
}

const anyone = (state: SessionState): Requirement => ({ state, operatorOnly: false })
const operator = (state: SessionState): Requirement => ({ state, operatorOnly: true })

/** What each permission of a call asks of the session. Rights on single items are decided by the server's `access` beside it. */
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
  'messages.toOperators': anyone('agreed'),
  'messages.toUsers': operator('agreed'),
  'messages.mailUsers': operator('raised'),
  'operator.raise': operator('agreed'),
  'passkeys.manage': operator('raised'),
  'documents.write': operator('raised'),
  'activity.read': operator('raised'),
  'members.read': operator('raised'),
  'members.manage': operator('raised'),
  'room.configure': operator('raised'),
  'compose.write': operator('raised'),
} as const satisfies Record<string, Requirement>

export type Permission = keyof typeof PERMISSIONS

const ORDER: Record<SessionState, number> = { unproven: 0, joined: 1, agreed: 2, raised: 3 }

/** Whether a session has come so far, or further. */
export const reaches = (state: SessionState, least: SessionState): boolean => ORDER[state] >= ORDER[least]

/** The code with which a session is refused a permission, or undefined when it holds. */
export function refusalOf(permission: Permission, session: { state: SessionState; roleId: number }) {
  const needed = PERMISSIONS[permission]
  const isThere = reaches(session.state, needed.state)
  if (!isThere && session.state === 'unproven') return 'NOT_PROVEN' as const
  if (!isThere && session.state === 'joined') return 'NOT_AGREED' as const
  if (needed.operatorOnly && session.roleId !== ROLE.operator) return 'NOT_OPERATOR' as const
  return isThere ? undefined : ('NOT_RAISED' as const)
}
