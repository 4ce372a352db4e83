/** Where documents are looked for whose versions files replace. */
export interface ReplacingPlace {
  /** Documents and folders. 0 is the root. */
  readonly within: readonly number[]
  /** Of one folder alone. */
  readonly name: string | undefined
  /** Takes files without a document. */
  readonly folder: number
}

/** Opens the dialog that takes the files. */
export type ShowReplacing = (place: ReplacingPlace) => void
