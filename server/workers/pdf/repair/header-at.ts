import type { ReadableBytes } from './find-tokens.ts'

/** ISO 32000-1, Annex H, note 13 gives this range. */
const HEADER_WITHIN = 1_024

/** @returns where a PDF's header begins, counted from `from`, -1 if there is none */
export function headerAt(source: ReadableBytes, from = 0, until = source.size): number {
  const bytes = Buffer.alloc(Math.max(0, Math.min(HEADER_WITHIN, until - from)))
  if (bytes.length > 0) source.readInto(bytes, 0, from, bytes.length)
  return bytes.indexOf('%PDF-')
}
