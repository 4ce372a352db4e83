import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Bytes } from './mount.ts'
import { Refusal } from './refusal.ts'

/** Bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads a Range header (RFC 9110, 14.2) for content of a size. Several ranges, and what is no range, are answered with the whole, as the
 * RFC lets us.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = match ?? []
  if (!match || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/**
 * The range of content that a request asks for; undefined: the whole. A condition on a range (RFC 9110, 13.1.5) holds where it names the
 * `etag` of the content; most content has none, and is answered with the whole. @throws Refusal RANGE.
 */
export function requestedRange(headers: Readonly<IncomingHttpHeaders>, size: number, etag?: string): ByteRange | undefined {
  const condition = headers['if-range']
  const holds = condition === undefined || (etag !== undefined && condition === `"${etag}"`)
  const range = holds ? parseRange(headers.range, size) : undefined
  if (range === 'unsatisfiable') throw new Refusal('RANGE')
  return range
}

/** Content of which ranges are given out. */
interface Ranged {
  /** Bytes. */
  readonly size: number
  readonly type: string
  /** How it is shown and under which name; see `disposition`. */
  readonly disposition: string
  /** Names exactly these bytes, for content that stays as it is. */
  readonly etag?: string
}

/** The answer with a range of content, or the whole. @param body exactly those bytes. */
export const bytesInRange = (
  { size, type, disposition, etag }: Ranged,
  range: ByteRange | undefined,
  body: Readable,
): Bytes & { readonly body: Readable } => ({
  status: range ? 206 : 200,
  type,
  body,
  headers: {
    'accept-ranges': 'bytes',
    'content-length': String(range ? range.end - range.start : size),
    'content-disposition': disposition,
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
    ...(range ? { 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` } : {}),
  },
})
