/** A refusal as the table of errors has it. Texts may hold {{variables}}. */
export interface ErrorEntry {
  /** 200 marks a business refusal that the client shows; everything else is the HTTP status. */
  readonly http: number
  readonly ko: string
  readonly en: string
}
