import { LIMITS } from '../../contract/core/limits.ts'

/** What a person sets rights on. The root has id 0. */
export interface RightsSubject {
  readonly id: number
  readonly name: string
  /** The root is in no folder. */
  readonly parent: number | undefined
  readonly isFolder: boolean
}

/** Whose documents are listed. */
export interface ReachSubject {
  readonly name: string
  readonly who: { readonly groupId: number } | { readonly roomManagerId: number }
}

/** All are set in one transaction. */
export const RIGHTS_SUBJECTS_MAX = LIMITS.grantsPerCall
