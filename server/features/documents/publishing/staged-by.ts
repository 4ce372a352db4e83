import type { Actor } from '../../../access/actor.ts'

/** What content operators bring always waits; others may ask for either, or leave it to the folder. */
export const stagedBy = <Asked extends boolean | undefined>({ scope }: Pick<Actor, 'scope'>, asked: Asked): Asked | true =>
  scope === 'content' ? true : asked
