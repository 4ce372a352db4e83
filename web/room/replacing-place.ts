/** The client looks in this place for the documents that receive the files as new versions. */
export interface ReplacingPlace {
  /** The ids may be those of documents and folders; 0 is the root. */
  readonly within: readonly number[]
  /** The name is undefined unless the place is a single folder. */
  readonly name: string | undefined
  /** This folder takes files without a matching document. */
  readonly folder: number
}

export type ShowReplacing = (place: ReplacingPlace) => void
