import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Bytes } from './mount.ts'
import { Refusal } from './refusal.ts'

/** `end` is exclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Follows RFC 9110, section 14.2. Several ranges and invalid headers yield the whole content. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
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

/** Undefined means everything. If-Range (RFC 9110, section 13.1.5) needs a matching `etag`. @throws Refusal RANGE. */
export function requestedRange(
  headers: Readonly<IncomingHttpHeaders>,
  size: number,
  etag?: string,
): ByteRange | undefined {
  const condition = headers['if-range']
  const holds = condition === undefined || (etag !== undefined && condition === `"${etag}"`)
  const range = holds ? parseRange(headers.range, size) : undefined
  if (range === 'unsatisfiable') throw new Refusal('RANGE')
  return range
}

interface Ranged {
  readonly size: number
  readonly type: string
  readonly disposition: string
  /** The content must be immutable. */
  readonly etag?: string
}

/** @param body has exactly the range's bytes. */
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
