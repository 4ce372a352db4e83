import { ROLE } from '../../contract/core/limits.ts'

/** What a screen asks of the session: the entrance wants none, the others each more than the one before. */
export type Area = 'entrance' | 'step' | 'agreement' | 'room' | 'operator'

interface Held {
  /** There until the second step is taken. */
  readonly step?: unknown
  readonly agreed: boolean
  readonly roleId: number
}

export type Place = '/login' | '/login/step' | '/login/agree' | '/'

/** Where a person is sent who may not be in an area, or undefined. It spares a refusal and protects nothing: that is the server's. */
export function placeInstead(area: Area, session: Held | undefined): Place | undefined {
  if (!session) return area === 'entrance' ? undefined : '/login'
  if (session.step) return area === 'step' ? undefined : '/login/step'
  if (!session.agreed) return area === 'agreement' ? undefined : '/login/agree'
  if (area !== 'room' && area !== 'operator') return '/'
  return area === 'operator' && session.roleId !== ROLE.operator ? '/' : undefined
}
