import type { FoundSignature } from './find-signatures.ts'

export type RangeFault =
  /** The range does not consist of four numbers in order. */
  | 'shape'
  /** The range does not begin with the file. */
  | 'start'
  /** The range omits more than the signature. */
  | 'gap'
  /** The range ends after the file, of which a part is missing. */
  | 'beyond'
  /** The range contains no signature. */
  | 'empty'

/** The signature covers the bytes before `gapStart`, and those from `gapEnd` to `end`. */
export interface Coverage {
  readonly gapStart: number
  readonly gapEnd: number
  readonly end: number
}

/** Requires that everything up to `end` is covered except the signature's hex string, since omitted bytes could change. */
export function coverageOf(bytes: Uint8Array, { range, contents }: FoundSignature): Coverage | RangeFault {
  if (range?.length !== 4) return 'shape'
  const [start = 0, first = 0, second = 0, length = 0] = range
  if (first <= 0 || length < 0 || second < first) return 'shape'
  if (start !== 0) return 'start'
  if (second + length > bytes.length) return 'beyond'
  if (!contents?.isHex || contents.start !== first || contents.end !== second) return 'gap'
  // The format allows such a hex string, but no signing program writes one.
  if (contents.bytes.length * 2 + 2 !== contents.end - contents.start) return 'gap'
  if (contents.bytes.every((byte) => byte === 0)) return 'empty'
  return { gapStart: first, gapEnd: second, end: second + length }
}

export function coveredBytes(bytes: Uint8Array, { gapStart, gapEnd, end }: Coverage): Uint8Array<ArrayBuffer> {
  const covered = new Uint8Array(gapStart + end - gapEnd)
  covered.set(bytes.subarray(0, gapStart))
  covered.set(bytes.subarray(gapEnd, end), gapStart)
  return covered
}
