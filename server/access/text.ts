import { ROLE } from '../../contract/core/limits.ts'
import { reaches } from '../../contract/core/permissions.ts'
import type { Actor } from './actor.ts'

/**
 * Whether the text of documents may be given to somebody: where the room lets readers select it, to operators, and to those who were
 * granted it since they read with a screen reader.
 */
export function mayHaveText({ state, roleId, text, viewing }: Pick<Actor, 'state' | 'roleId' | 'text' | 'viewing'>): boolean {
  return reaches(state, 'agreed') && (viewing.selection || text || roleId === ROLE.operator)
}
