import { LIMITS } from '../../contract/core/limits.ts'

/** The root has id 0. */
export interface RightsSubject {
  readonly id: number
  readonly name: string
  readonly parent: number | undefined
  readonly isFolder: boolean
}

export interface ReachSubject {
  readonly name: string
  readonly who: { readonly groupId: number } | { readonly roomManagerId: number }
}

/** All rights are set in one transaction. */
export const RIGHTS_SUBJECTS_MAX = LIMITS.grantsPerCall
