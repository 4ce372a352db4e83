import { ROLE } from '../../contract/core/limits.ts'

export type Area = 'entrance' | 'step' | 'agreement' | 'room' | 'operator'

interface GuardedSession {
  readonly step?: unknown
  readonly agreed: boolean
  readonly roleId: number
}

export type GuardedPath = '/login' | '/login/step' | '/login/agree' | '/'

/** Returns undefined with access, which the server enforces. */
export function redirectFor(
  area: Area,
  session: GuardedSession | undefined,
): GuardedPath | undefined {
  if (!session) return area === 'entrance' ? undefined : '/login'
  if (session.step) return area === 'step' ? undefined : '/login/step'
  if (!session.agreed) return area === 'agreement' ? undefined : '/login/agree'
  if (area !== 'room' && area !== 'operator') return '/'
  return area === 'operator' && session.roleId !== ROLE.operator ? '/' : undefined
}
