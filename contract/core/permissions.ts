import { ROLE } from './limits.ts'

/** How far a session has come. `raised`: the operator area is open. */
export type SessionState = 'joined' | 'agreed' | 'raised'

interface Requirement {
  /** The least state of the session. */
  readonly state: SessionState
  readonly operatorOnly: boolean
}

const anyone = (state: SessionState): Requirement => ({ state, operatorOnly: false })
const operator = (state: SessionState): Requirement => ({ state, operatorOnly: true })

/** What each permission of a call asks of the session. Rights on single items are decided by the server's `access` beside it. */
export const PERMISSIONS = {
  'room.read': anyone('joined'),
  'agreement.accept': anyone('joined'),
  'session.end': anyone('joined'),
  'session.use': anyone('agreed'),
  'documents.read': anyone('agreed'),
  'documents.view': anyone('agreed'),
  'documents.download': anyone('agreed'),
  'documents.print': anyone('agreed'),
  'messages.toOperators': anyone('agreed'),
  'messages.toUsers': operator('agreed'),
  'messages.mailUsers': operator('raised'),
  'operator.raise': operator('agreed'),
  'passkeys.manage': operator('raised'),
  'documents.write': operator('raised'),
  'members.read': operator('raised'),
  'members.manage': operator('raised'),
  'room.configure': operator('raised'),
} as const satisfies Record<string, Requirement>

export type Permission = keyof typeof PERMISSIONS

const ORDER: Record<SessionState, number> = { joined: 0, agreed: 1, raised: 2 }

/** The code with which a session is refused a permission, or undefined when it holds. */
export function refusalOf(permission: Permission, session: { state: SessionState; roleId: number }) {
  const needed = PERMISSIONS[permission]
  if (ORDER[session.state] < ORDER.agreed && needed.state !== 'joined') return 'NOT_AGREED' as const
  if (needed.operatorOnly && session.roleId !== ROLE.operator) return 'NOT_OPERATOR' as const
  if (ORDER[session.state] < ORDER[needed.state]) return 'NOT_RAISED' as const
  return undefined
}
