/** Files become new versions of documents found here. */
export interface ReplacingPlace {
  /** Ids are of documents and folders; 0 is the root. */
  readonly within: readonly number[]
  readonly name: string | undefined
  readonly folder: number
}

export type ShowReplacing = (place: ReplacingPlace) => void
