import type { Actor } from '../../../access/actor.ts'

/** What content operators bring always waits. @param asked undefined: as the folder says */
export const stagedBy = ({ scope }: Pick<Actor, 'scope'>, asked: boolean | undefined): boolean | undefined =>
  scope === 'content' ? true : asked
