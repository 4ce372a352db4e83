import { ROLE } from '../../contract/core/limits.ts'
import { hasSessionState } from '../../contract/core/permissions.ts'
import type { Actor } from './actor.ts'

/** `text` is a personal right for users of screen readers. */
export function mayHaveText({
  state,
  roleId,
  text,
  viewing,
}: Pick<Actor, 'state' | 'roleId' | 'text' | 'viewing'>): boolean {
  return hasSessionState(state, 'agreed') && (viewing.selection || text || roleId === ROLE.operator)
}
