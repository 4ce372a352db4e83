/** Texts may contain {{variables}}. */
export interface ErrorEntry {
  /** 200 marks a business error that the client shows. */
  readonly http: number
  readonly ko: string
  readonly en: string
}
