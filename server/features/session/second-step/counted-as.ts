import type { Actor } from '../../../access/actor.ts'
import { TRANSITIONS } from '../session.rules.ts'

/** At the entrance, mailed codes and codes of the app count together, so that nobody tries both. */
export function countedAs({ state }: Actor): { readonly isInside: boolean; readonly kind: 'step-member' | 'fresh-member' } {
  const isInside = TRANSITIONS[state].prove === undefined
  return { isInside, kind: isInside ? 'fresh-member' : 'step-member' }
}
