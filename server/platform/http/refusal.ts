import type { ErrorCode } from '../../../contract/core/errors.ts'

interface RefusalOptions {
  /** These values replace {{variables}} in the text. */
  readonly variables?: Readonly<Record<string, string | number>>
  /** The Retry-After header gets this number of seconds. */
  readonly retryAfter?: number
  /** The envelope contains these fields next to the payload. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** The caller sees this error. Any other error becomes INTERNAL without details. */
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
