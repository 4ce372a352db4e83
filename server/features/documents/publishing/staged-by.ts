import { type Actor, isFullOperator } from '../../../access/actor.ts'

/** What content operators and participants bring always waits; others may ask for either, or leave it to the folder. */
export const stagedBy = <Asked extends boolean | undefined>(actor: Pick<Actor, 'roleId' | 'scope'>, asked: Asked): Asked | true =>
  isFullOperator(actor) ? asked : true
