import type { ErrorCode } from '../../../contract/core/errors.ts'

interface RefusalOptions {
  /** Fills {{variables}} of the text. */
  readonly variables?: Readonly<Record<string, string | number>>
  /** Seconds for the Retry-After header. */
  readonly retryAfter?: number
  /** Fields beside the payload in the envelope. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** A refusal that the caller is told of: a code of the error table. Anything else that is thrown becomes INTERNAL and says nothing. */
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
