import { TROUBLES, type Trouble } from './index.ts'

/** Troubles by kinds. */
export type Kinds = readonly (readonly [kind: string, troubles: readonly Trouble[]])[]

const ALL: Kinds = Object.entries(TROUBLES)

/** For the slow tests: all of them. */
export const allTroubles = (): Kinds => ALL

/** For `npm test`: of each kind the first, and whatever comes to something that none before it came to. */
export function fewTroubles(comesTo: (trouble: Trouble) => string): Kinds {
  const seen = new Set<string>()
  return ALL.map(([kind, troubles]) => {
    const chosen = troubles.filter((trouble, index) => {
      const isNew = !seen.has(comesTo(trouble))
      seen.add(comesTo(trouble))
      return index === 0 || isNew
    })
    return [kind, chosen]
  })
}
