import { LIMITS } from '../../contract/core/limits.ts'

/** A person sets rights on this item. The root has id 0. */
export interface RightsSubject {
  readonly id: number
  readonly name: string
  readonly parent: number | undefined
  readonly isFolder: boolean
}

/** Whose documents are listed. */
export interface ReachSubject {
  readonly name: string
  readonly who: { readonly groupId: number } | { readonly roomManagerId: number }
}

/** The limit applies, because all rights are set in one transaction. */
export const RIGHTS_SUBJECTS_MAX = LIMITS.grantsPerCall
