import type { ErrorCode } from '../../../contract/core/errors.ts'

/** OFFLINE means that no answer arrived. */
export type FailureCode = ErrorCode | 'OFFLINE'

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: FailureCode
  readonly http: number
  readonly text: string
  readonly envelope: Readonly<Record<string, unknown>>
  /** The value is in seconds, 0 if unnamed. */
  readonly retryAfter: number

  constructor(
    code: FailureCode,
    http: number,
    text: string,
    envelope: Readonly<Record<string, unknown>> = {},
    retryAfter = 0,
  ) {
    super(`${code} (${http})`)
    this.code = code
    this.http = http
    this.text = text
    this.envelope = envelope
    this.retryAfter = retryAfter
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Checks only the form; unknown codes match nothing. No server sends OFFLINE. */
const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && /^[A-Z]+(_[A-Z]+)*$/.test(code) && code !== 'OFFLINE'

/** `fallback` replaces a missing envelope. */
export function errorOf(
  http: number,
  body: unknown,
  fallback: string,
  retryAfter = 0,
): ApiError | undefined {
  const given = isRecord(body) ? body : {}
  if (http < 400 && (given['status'] === 'OK' || 'data' in given)) return undefined
  const envelope = isRecord(given['error'])
    ? { ...given['error'], payload: given['error']['message'] }
    : given
  const code = isErrorCode(envelope['code']) ? envelope['code'] : 'INTERNAL'
  const text =
    typeof envelope['payload'] === 'string' && envelope['payload'] !== ''
      ? envelope['payload']
      : fallback
  return new ApiError(code, http, text, envelope, retryAfter)
}
