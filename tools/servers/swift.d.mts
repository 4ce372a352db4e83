/** Packages that are missing. */
export const lackingSwift: readonly string[]

export interface Swift {
  /** Of the `S3_` settings. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  createBucket(): Promise<string>
  stop(): Promise<void>
}

export function startSwift(): Promise<Swift>
