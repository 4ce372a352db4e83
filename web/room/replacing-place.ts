export interface ReplacingPlace {
  /** 0 is the root. */
  readonly within: readonly number[]
  readonly name: string | undefined
  readonly folder: number
}

export type ShowReplacing = (place: ReplacingPlace) => void
