export interface ErrorEntry {
  /** Status 200 marks a business error. */
  readonly http: number
  readonly ko: string
  readonly en: string
}
