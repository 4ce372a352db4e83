import { PdfError } from '../pdf-error.ts'
import type { ReadableBytes } from './find-tokens.ts'
import { type AttachedSpan, outerObjects } from './outer-objects.ts'

const SPACE = 0x20

/** Programs that search a damaged document for objects would find those of an attached one. @throws PdfError NOT_UNDERSTOOD */
export function withoutAttached(bytes: Buffer): Buffer | undefined {
  const spans = outerObjects(sourceOf(bytes))?.attached
  if (!spans) throw new PdfError('NOT_UNDERSTOOD', 'it is damaged, and has too many objects')
  if (spans.length === 0) return undefined
  if (!spans.every(({ isCertain }) => isCertain))
    throw new PdfError('NOT_UNDERSTOOD', 'it is damaged, and perhaps prints objects')
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
  for (let index = firstBehind(offset, spans); index < spans.length; index += 1) {
    const { from = 0, until = 0 } = spans[index] ?? {}
    if (from >= offset + length) return
    const [first, last] = [Math.max(from, offset), Math.min(until, offset + length)]
    if (first < last)
      target.fill(SPACE, targetOffset + first - offset, targetOffset + last - offset)
  }
}

/** Reads are many and small. */
function firstBehind(offset: number, spans: readonly AttachedSpan[]): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((spans[middle]?.until ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

const sourceOf = (bytes: Buffer): ReadableBytes => ({
  size: bytes.length,
  readInto: (target, targetOffset, offset, length) =>
    target.set(bytes.subarray(offset, offset + length), targetOffset),
})
