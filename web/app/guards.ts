import { ROLE } from '../../contract/core/limits.ts'

/** What a screen asks of the session: the entrance wants none, the others each more than the one before. */
export type Area = 'entrance' | 'agreement' | 'room' | 'operator'

interface Held {
  readonly agreed: boolean
  readonly roleId: number
}

export type Place = '/login' | '/login/agree' | '/'

/** Where a person is sent who may not be in an area, or undefined. It spares a refusal and protects nothing: that is the server's. */
export function placeInstead(area: Area, session: Held | undefined): Place | undefined {
  if (!session) return area === 'entrance' ? undefined : '/login'
  if (!session.agreed) return area === 'agreement' ? undefined : '/login/agree'
  if (area === 'entrance' || area === 'agreement') return '/'
  return area === 'operator' && session.roleId !== ROLE.operator ? '/' : undefined
}
