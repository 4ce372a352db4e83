import type { ErrorCode } from '../../contract/core/errors.ts'

/** Codes of the error table, and NETWORK for a request that got no answer. */
export type FailureCode = ErrorCode | 'NETWORK'

/** A call that was refused or got no answer; `text` can be shown as it is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: FailureCode
  /** The HTTP status; 0 without an answer. */
  readonly http: number
  readonly text: string
  /** The whole envelope, for refusals that carry more than a text. */
  readonly envelope: Readonly<Record<string, unknown>>
  /** After how many seconds to ask again; 0 where that was not told. */
  readonly retryAfter: number

  constructor(code: FailureCode, http: number, text: string, envelope: Readonly<Record<string, unknown>> = {}, retryAfter = 0) {
    super(`${code} (${http})`)
    this.code = code
    this.http = http
    this.text = text
    this.envelope = envelope
    this.retryAfter = retryAfter
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * By its shape: the table with all its texts would be a twentieth of what the entrance loads, and a code that it does not have compares equal to
 * none. NETWORK is no server's to say.
 */
const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(code) && code !== 'NETWORK'

/** The error that an answer means, or undefined when it is a success. What is no envelope says `fallback`. */
export function errorOf(http: number, body: unknown, fallback: string, retryAfter = 0): ApiError | undefined {
  const given = isRecord(body) ? body : {}
  if (http < 400 && (given['status'] === 'OK' || 'data' in given)) return undefined
  const envelope = isRecord(given['error']) ? { ...given['error'], payload: given['error']['message'] } : given
  const code = isErrorCode(envelope['code']) ? envelope['code'] : 'INTERNAL'
  const text = typeof envelope['payload'] === 'string' && envelope['payload'] !== '' ? envelope['payload'] : fallback
  return new ApiError(code, http, text, envelope, retryAfter)
}
