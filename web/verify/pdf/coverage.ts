import type { FoundSignature } from './find-signatures.ts'

export type RangeFault =
  /** The range is not four ordered numbers. */
  | 'shape'
  /** The range starts later than the file. */
  | 'start'
  | 'gap'
  /** The range exceeds the file, which is incomplete. */
  | 'beyond'
  | 'empty'

/** It covers bytes before `gapStart`, and `gapEnd` to `end`. */
export interface Coverage {
  readonly gapStart: number
  readonly gapEnd: number
  readonly end: number
}

/** Omitted bytes could change, so only the signature's hex string may be uncovered up to `end`. */
export function coverageOf(
  bytes: Uint8Array,
  { range, contents }: FoundSignature,
): Coverage | RangeFault {
  if (range?.length !== 4) return 'shape'
  const [start = 0, first = 0, second = 0, length = 0] = range
  if (first <= 0 || length < 0 || second < first) return 'shape'
  if (start !== 0) return 'start'
  if (second + length > bytes.length) return 'beyond'
  if (!contents?.isHex || contents.start !== first || contents.end !== second) return 'gap'
  // The format allows it, but no signing program writes it.
  if (contents.bytes.length * 2 + 2 !== contents.end - contents.start) return 'gap'
  if (contents.bytes.every((byte) => byte === 0)) return 'empty'
  return { gapStart: first, gapEnd: second, end: second + length }
}

export function coveredBytes(
  bytes: Uint8Array,
  { gapStart, gapEnd, end }: Coverage,
): Uint8Array<ArrayBuffer> {
  const covered = new Uint8Array(gapStart + end - gapEnd)
  covered.set(bytes.subarray(0, gapStart))
  covered.set(bytes.subarray(gapEnd, end), gapStart)
  return covered
}
