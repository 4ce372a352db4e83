import { type Actor, isFullOperator } from '../../../access/actor.ts'

/** Content operators and participants always stage. Full operators can choose. */
export const stagedBy = <Asked extends boolean | undefined>(
  actor: Pick<Actor, 'roleId' | 'scope'>,
  asked: Asked,
): Asked | true => (isFullOperator(actor) ? asked : true)
