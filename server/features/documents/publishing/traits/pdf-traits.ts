import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { ContentSource } from '../../upload/content/content-reader.ts'
import type { DocumentTrait } from './trait.ts'

const unpack = promisify(inflate)

const MAX_SCANNED = 256 * 2 ** 20
const STEP = 2 ** 20
/** An overlap loses no match at a boundary. */
const OVERLAP = 4_096
const FIRST_READ = 64 * 2 ** 10
const READ_MORE = 8
const MAX_STREAM = 4 * 2 ** 20
const MAX_UNPACKED = 16 * 2 ** 20
const MAX_UNPACKED_IN_ALL = 128 * 2 ** 20
const MAX_STREAMS = 5_000

// ISO 32000-2 defines annotations (12.5.6), embedded files (7.11.4) and the information dictionary (14.3.3).
const ANNOTATION =
  /\/Subtype\s{0,8}\/(?:Text|FreeText|Line|Square|Circle|Polygon|PolyLine|Highlight|Underline|Squiggly|StrikeOut|Stamp|Caret|Ink|Redact|Sound)\b/
const ATTACHMENT =
  /\/Type\s{0,8}\/EmbeddedFile\b|\/EF\s{0,8}(?:<<|\d)|\/Subtype\s{0,8}\/FileAttachment\b/
const AUTHOR =
  /\/Author\s{0,8}(?:\((?!\s{0,8}(?:\xfe\xff)?\))|<(?!\s{0,8}(?:feff|FEFF)?\s{0,8}>)|\d)/
/** Bookmarks also have titles, but no dates or programs. */
const TITLE =
  /\/Title\s{0,8}(?:\((?!\s{0,8}(?:\xfe\xff)?\))|<(?!\s{0,8}(?:feff|FEFF)?\s{0,8}>)|\d)/g
const OF_INFORMATION = /\/(?:Producer|CreationDate|ModDate)\b/
const BESIDE = 600
const MAX_TITLES = 5_000
const XMP_NAME =
  /<dc:(?:creator|title)>[\s]{0,200}<rdf:(?:Seq|Alt|Bag)>[\s]{0,200}<rdf:li[^>]{0,100}>[^<\s]/
const PACKED = /\/Type\s{0,8}\/(?:ObjStm|Metadata)\b/g
const STREAM = /\bstream\r?\n/
const FILTER = /\/Filter\s{0,8}\[?\s{0,8}\/(\w+)/
const HEAD = 1_024

function isOfInformation(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - BESIDE), at)
  const after = text.slice(at, at + BESIDE)
  const start = Math.max(before.lastIndexOf('<<'), before.lastIndexOf('endobj'), 0)
  const end = after.search(/>>|endobj/)
  return OF_INFORMATION.test(before.slice(start) + (end === -1 ? after : after.slice(0, end)))
}

function lookInto(text: string, found: Set<DocumentTrait>): void {
  if (!found.has('COMMENTS') && ANNOTATION.test(text)) found.add('COMMENTS')
  if (!found.has('ATTACHMENTS') && ATTACHMENT.test(text)) found.add('ATTACHMENTS')
  if (found.has('METADATA')) return
  if (AUTHOR.test(text) || XMP_NAME.test(text)) found.add('METADATA')
  let titles = 0
  for (const { index } of text.matchAll(TITLE)) {
    if (isOfInformation(text, index)) {
      found.add('METADATA')
      return
    }
    titles += 1
    // A book can have this many bookmarks.
    if (titles === MAX_TITLES) break
  }
}

/** Includes earlier saved states. Nothing is parsed, so cycles are harmless. */
export async function findPdfTraits(source: ContentSource): Promise<ReadonlySet<DocumentTrait>> {
  const found = new Set<DocumentTrait>()
  const size = Math.min(source.size, MAX_SCANNED)
  if (size < source.size) found.add('UNCHECKED')
  const budget = { streams: MAX_STREAMS, bytes: MAX_UNPACKED_IN_ALL }
  for (let at = 0; at < size; at += STEP) {
    const offset = Math.max(0, at - HEAD)
    const text = (
      await source.read(offset, Math.min(at + STEP + OVERLAP, source.size) - offset)
    ).toString('latin1')
    lookInto(text, found)
    for (const { index } of text.matchAll(PACKED)) {
      // The neighbouring step also sees this match.
      if (offset + index < at || offset + index >= at + STEP) continue
      const unpacked = await unpackAt(source, { text, offset, index }, budget)
      if (unpacked === undefined) found.add('UNCHECKED')
      else lookInto(unpacked, found)
    }
  }
  return found
}

interface PdfStreamPosition {
  readonly text: string
  readonly offset: number
  readonly index: number
}

/** @returns undefined if encrypted, damaged, too large or of another filter */
async function unpackAt(
  source: ContentSource,
  { text, offset, index }: PdfStreamPosition,
  budget: { streams: number; bytes: number },
): Promise<string | undefined> {
  const head = text.slice(index, index + HEAD)
  const stream = STREAM.exec(head)
  if (!stream) return undefined
  const before = text.slice(Math.max(0, index - HEAD), index)
  const dictionary =
    before.slice(Math.max(before.lastIndexOf('obj'), 0)) + head.slice(0, stream.index)
  const filter = FILTER.exec(dictionary)?.[1]
  if (filter === undefined) return ''
  budget.streams -= 1
  if (filter !== 'FlateDecode' || budget.streams < 0 || budget.bytes <= 0) return undefined
  const start = offset + index + stream.index + stream[0].length
  const bytes = await unpackFrom(source, start)
  // A failed stream may have unpacked up to the limit.
  budget.bytes -= bytes?.length ?? MAX_UNPACKED
  return bytes?.toString('latin1')
}

async function unpackFrom(source: ContentSource, start: number): Promise<Buffer | undefined> {
  for (let length = FIRST_READ; ; length *= READ_MORE) {
    const packed = await source.read(start, Math.min(length, source.size - start))
    const bytes = await unpack(packed, { maxOutputLength: MAX_UNPACKED }).catch(
      ({ code }: NodeJS.ErrnoException) => code,
    )
    if (typeof bytes !== 'string' && bytes !== undefined) return bytes
    if (bytes !== 'Z_BUF_ERROR' || length >= MAX_STREAM || packed.length < length) return undefined
  }
}
