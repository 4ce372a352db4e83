export interface ErrorEntry {
  /** Status 200 marks a business error that the client shows. */
  readonly http: number
  readonly ko: string
  readonly en: string
}
