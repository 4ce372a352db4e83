import type { ReadableBytes } from './find-tokens.ts'
import { type AttachedSpan, outerObjects } from './outer-objects.ts'

const SPACE = 0x20

/** Programs that search a damaged document for objects would find those of an attached one. */
export function withoutAttached(bytes: Buffer): Buffer | undefined {
  const spans = outerObjects(sourceOf(bytes))?.attached
  if (!spans || spans.length === 0) return undefined
  const copy = Buffer.from(bytes)
  for (const { from, until } of spans) copy.fill(SPACE, from, until)
  return copy
}

export function blank(
  target: Uint8Array,
  targetOffset: number,
  { offset, length }: { offset: number; length: number },
  spans: readonly AttachedSpan[],
): void {
  for (const { from, until } of spans) {
    const [first, last] = [Math.max(from, offset), Math.min(until, offset + length)]
    if (first < last) target.fill(SPACE, targetOffset + first - offset, targetOffset + last - offset)
  }
}

const sourceOf = (bytes: Buffer): ReadableBytes => ({
  size: bytes.length,
  readInto: (target, targetOffset, offset, length) => target.set(bytes.subarray(offset, offset + length), targetOffset),
})
