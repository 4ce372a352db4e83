import type { ReadableBytes } from './find-tokens.ts'
import { headerAt } from './header-at.ts'

/** PDFium looks as far. */
const TAIL = 4_096
const POINTER = /^startxref\s{1,4}(\d{1,10})\b/
const TABLE = /^\s{0,8}(?:xref\b|\d{1,10}\s{1,4}\d{1,5}\s{1,4}obj\b(?:(?!stream)[\s\S])*?\/XRef\b)/

export function hasPlausibleTable(source: ReadableBytes): boolean {
  const tail = textAt(source, Math.max(0, source.size - TAIL), TAIL)
  const [, place] = POINTER.exec(tail.slice(Math.max(0, tail.lastIndexOf('startxref')))) ?? []
  if (place === undefined) return false
  const lead = Math.max(0, headerAt(source))
  return TABLE.test(textAt(source, lead + Number(place), TAIL))
}

function textAt(source: ReadableBytes, offset: number, length: number): string {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, source.size - offset)))
  if (bytes.length > 0) source.readInto(bytes, 0, offset, bytes.length)
  return bytes.toString('latin1')
}
