/** What a person sets rights on. The root has id 0. */
export interface RightsSubject {
  readonly id: number
  readonly name: string
  /** The root is in no folder. */
  readonly parent: number | undefined
  readonly isFolder: boolean
}

/** One dialog shows so many items at most. */
export const RIGHTS_SUBJECTS_MAX = 50
