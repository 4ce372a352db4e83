import { type Actor, isFullOperator } from '../../../access/actor.ts'

/** Uploads of content operators and participants are always staged. Full operators can choose, or leave the choice to the folder. */
export const stagedBy = <Asked extends boolean | undefined>(actor: Pick<Actor, 'roleId' | 'scope'>, asked: Asked): Asked | true =>
  isFullOperator(actor) ? asked : true
