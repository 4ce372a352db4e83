import { LIMITS } from '../../contract/core/limits.ts'

/** What a person sets rights on. The root has id 0. */
export interface RightsSubject {
  readonly id: number
  readonly name: string
  /** The root is in no folder. */
  readonly parent: number | undefined
  readonly isFolder: boolean
}

/** All are set in one transaction. */
export const RIGHTS_SUBJECTS_MAX = LIMITS.grantsPerCall
