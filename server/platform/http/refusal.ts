import type { ErrorCode } from '../../../contract/core/errors.ts'

interface RefusalOptions {
  /** They replace {{variables}} in the text. */
  readonly variables?: Readonly<Record<string, string | number>>
  readonly retryAfter?: number
  readonly extra?: Readonly<Record<string, unknown>>
}

/** Other errors become INTERNAL without details. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly variables: Readonly<Record<string, string | number>>
  readonly retryAfter: number | undefined
  readonly extra: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(code)
    this.code = code
    this.variables = options.variables ?? {}
    this.retryAfter = options.retryAfter
    this.extra = options.extra ?? {}
  }
}
