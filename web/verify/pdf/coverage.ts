import type { FoundSignature } from './find-signatures.ts'

/** Why ByteRange and Contents of a signature are not those of a file that was signed whole. */
export type RangeFault =
  /** No four numbers, or numbers that are out of order. */
  | 'shape'
  /** It does not begin with the file. */
  | 'start'
  /** What is left out is something else than the signature itself. */
  | 'gap'
  /** It ends behind the file: some of it is missing. */
  | 'beyond'
  /** There is no signature in it. */
  | 'empty'

/** The bytes that a signature covers: all before `gapStart`, and from `gapEnd` to `end`. */
export interface Coverage {
  readonly gapStart: number
  readonly gapEnd: number
  readonly end: number
}

/**
 * What a signature covers: all bytes of the file up to `end` save the hexadecimal string that is the signature. Everything else is a fault, since
 * what a signature leaves out could be changed.
 */
export function coverageOf(bytes: Uint8Array, { range, contents }: FoundSignature): Coverage | RangeFault {
  if (range?.length !== 4) return 'shape'
  const [start = 0, first = 0, second = 0, length = 0] = range
  if (first <= 0 || length < 0 || second < first) return 'shape'
  if (start !== 0) return 'start'
  if (second + length > bytes.length) return 'beyond'
  if (!contents?.isHex || contents.start !== first || contents.end !== second) return 'gap'
  // Blanks between the digits are allowed by the format and written by nobody who leaves room for a signature.
  if (contents.bytes.length * 2 + 2 !== contents.end - contents.start) return 'gap'
  if (contents.bytes.every((byte) => byte === 0)) return 'empty'
  return { gapStart: first, gapEnd: second, end: second + length }
}

/** The covered bytes in one piece. */
export function coveredBytes(bytes: Uint8Array, { gapStart, gapEnd, end }: Coverage): Uint8Array<ArrayBuffer> {
  const covered = new Uint8Array(gapStart + end - gapEnd)
  covered.set(bytes.subarray(0, gapStart))
  covered.set(bytes.subarray(gapEnd, end), gapStart)
  return covered
}
