import { type CompoundEntry, CompoundFile } from '../../upload/content/cfb-directory.ts'
import type { ContentReader } from '../../upload/content/content-reader.ts'
import { saysWho } from './summary-properties.ts'
import type { DocumentTrait } from './trait.ts'

const MAX_STREAM = 32 * 2 ** 20

/** @throws Error if damaged, too large or of an older format */
export async function findOldOfficeTraits(
  content: ContentReader,
  ext: string,
): Promise<ReadonlySet<DocumentTrait>> {
  const file = await CompoundFile.open(content)
  const entries = await file.rootEntries()
  const found = new Set<DocumentTrait>()
  const streamOf = async (...names: readonly string[]): Promise<Buffer> => {
    const entry = entries.find(
      (each: CompoundEntry) => each.type === 'stream' && names.includes(each.name),
    )
    if (!entry) throw new Error(`no stream ${names[0]}`)
    return file.readStream(entry, MAX_STREAM)
  }
  if (await saysWho(file, entries)) found.add('METADATA')
  if (ext === 'xls') {
    if (entries.some(({ name }) => name === 'REVISION LOG')) found.add('TRACKED_CHANGES')
    lookIntoWorkbook(await streamOf('WORKBOOK', 'BOOK'), found)
  } else if (ext === 'ppt') lookIntoSlides(await streamOf('POWERPOINT DOCUMENT'), found)
  else {
    const main = await streamOf('WORDDOCUMENT')
    const table = main.readUInt16LE(10) & USES_TABLE_1 ? '1TABLE' : '0TABLE'
    if (main.readUInt32LE(COMMENTS_SIZE_AT) > ONE_POSITION) found.add('COMMENTS')
    if (hasRevisions(main, await streamOf(table))) found.add('TRACKED_CHANGES')
  }
  return found
}

// [MS-XLS] defines BoundSheet8 in 2.4.28 and Note in 2.4.179.
const SHEET = 0x85
const NOTE = 0x1c
const SHEET_STATE_AT = 4

function lookIntoWorkbook(stream: Buffer, found: Set<DocumentTrait>): void {
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const type = stream.readUInt16LE(at)
    if (type === SHEET && (stream.readUInt8(at + 4 + SHEET_STATE_AT) & 3) !== 0)
      found.add('HIDDEN_PARTS')
    if (type === NOTE) found.add('COMMENTS')
  }
}

// [MS-PPT] defines SlideShowSlideInfoAtom in 2.6.6 and Comment10Container in 2.5.19.
const SLIDE_INFO = 0x3f9
const COMMENT = 0x2ee0
const CONTAINER = 0xf
const FLAGS_AT = 10
const HIDDEN = 4

function lookIntoSlides(stream: Buffer, found: Set<DocumentTrait>): void {
  for (let at = 0; at + 8 <= stream.length; ) {
    const isContainer = (stream.readUInt16LE(at) & 0xf) === CONTAINER
    const type = stream.readUInt16LE(at + 2)
    if (type === COMMENT) found.add('COMMENTS')
    if (type === SLIDE_INFO && (stream.readUInt16LE(at + 8 + FLAGS_AT) & HIDDEN) !== 0)
      found.add('HIDDEN_PARTS')
    at += 8 + (isContainer ? 0 : stream.readUInt32LE(at + 4))
  }
}

// [MS-DOC] 2.5.2 places FibRgFcLcb97 at offset 154.
const USES_TABLE_1 = 0x200
const COMMENTS_SIZE_AT = 154 + 4 * 8 + 4
const FORMAT_PAGES_AT = 154 + 12 * 8
const ONE_POSITION = 4
const PAGE = 512
const REVISIONS: readonly number[] = [0x0800, 0x0801]
const OPERAND_SIZES = [1, 1, 2, 4, 2, 2, undefined, 3]

/** [MS-DOC] 2.8.5 and 2.9.33 describe the formats of characters. */
function hasRevisions(main: Buffer, table: Buffer): boolean {
  const start = main.readUInt32LE(FORMAT_PAGES_AT)
  const size = main.readUInt32LE(FORMAT_PAGES_AT + 4)
  const count = Math.max(0, Math.floor((size - 4) / 8))
  if (count > main.length / PAGE) throw new Error('more pages of formats than the file holds')
  for (let index = 0; index < count; index += 1) {
    const number = table.readUInt32LE(start + (count + 1) * 4 + index * 4) & 0x3fffff
    const page = main.subarray(number * PAGE, (number + 1) * PAGE)
    if (page.length < PAGE) throw new Error('a page of formats outside the file')
    const runs = page.readUInt8(PAGE - 1)
    for (let run = 0; run < runs; run += 1) {
      const at = page.readUInt8((runs + 1) * 4 + run) * 2
      if (at > 0 && marksRevision(page.subarray(at + 1, at + 1 + page.readUInt8(at)))) return true
    }
  }
  return false
}

function marksRevision(properties: Buffer): boolean {
  for (let at = 0; at + 2 < properties.length; ) {
    const property = properties.readUInt16LE(at)
    if (REVISIONS.includes(property) && properties.readUInt8(at + 2) === 1) return true
    at += 2 + (OPERAND_SIZES[property >> 13] ?? 1 + properties.readUInt8(at + 2))
  }
  return false
}
