import { type ContentReader, MalformedError } from './content-reader.ts'

/** A file of an archive as the central directory claims it. */
export interface ZipEntry {
  /** One character for each byte, so that different names stay different whatever their encoding is. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly compressedSize: number
  /** Type and permissions in the manner of Unix, 0 where the writer gave none. */
  readonly mode: number
}

/** Where the central directory stands, and what it should hold. */
interface DirectoryPlace {
  readonly count: number
  readonly offset: number
  readonly size: number
}

const LOCAL_SIGNATURE = 0x04034b50
const ENTRY_SIGNATURE = 0x02014b50
const END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const WIDE_END_SIGNATURE = 0x06064b50
const WIDE_LOCATOR_SIGNATURE = 0x07064b50

const END_SIZE = 22
const MAX_COMMENT = 0xffff
const ENTRY_SIZE = 46
const WIDE_END_SIZE = 56
const WIDE_LOCATOR_SIZE = 20

/** What editors and transfers leave behind an archive: white space and zeros. */
const MAX_PADDING = 64_000
const PADDING: ReadonlySet<number> = new Set(Buffer.from('\0\t\n\v\f\r ', 'latin1'))

const MAX_ENTRIES = 10_000
const MAX_DIRECTORY_SIZE = 4 * 2 ** 20

/** Whether a ZIP end record closes exactly at the end of the file: unpackers take such a file for an archive, whatever it begins with. */
export async function endsAsZip(content: ContentReader): Promise<boolean> {
  return (await findEnd(content)) !== undefined
}

/**
 * Where a ZIP archive ends behind which there is padding and nothing else, 64 kB of it at most; undefined where there is none. Whether the
 * archive is sound is not looked at.
 */
export async function endBeforePadding(content: ContentReader): Promise<number | undefined> {
  if (content.size < END_SIZE || (await content.read(0, 4)).readUInt32LE(0) !== LOCAL_SIGNATURE || (await endsAsZip(content)))
    return undefined
  const length = Math.min(content.size, END_SIZE + MAX_COMMENT + MAX_PADDING)
  const tail = await content.read(content.size - length, length)
  const at = tail.lastIndexOf(END_SIGNATURE)
  if (at === -1 || at + END_SIZE > length) return undefined
  const end = at + END_SIZE + tail.readUInt16LE(at + 20)
  const padding = tail.subarray(end)
  if (padding.length === 0 || padding.length > MAX_PADDING || !padding.every((byte) => PADDING.has(byte))) return undefined
  return content.size - padding.length
}

/**
 * All entries of a ZIP archive that fills its file from the first byte to the last, without encryption, stored or deflated (APPNOTE.TXT
 * 6.3.10, 4.3). Sizes are what the directory claims; no entry is opened. Throws MalformedError, also beyond 10,000 entries or 4 MiB.
 */
export async function readZipDirectory(content: ContentReader): Promise<ZipEntry[]> {
  const end = await findEnd(content)
  if (end === undefined || (await content.read(0, 4)).readUInt32LE(0) !== LOCAL_SIGNATURE) throw new MalformedError('no ZIP archive')
  // A reader that does not compare the length of the comment would find the record in the comment instead.
  const record = await content.read(end, content.size - end)
  if (record.lastIndexOf(END_SIGNATURE) !== 0) throw new MalformedError('two end records')
  const { place, directoryEnd } = await widen(content, end, readEnd(record))
  if (place.count > MAX_ENTRIES || place.size > MAX_DIRECTORY_SIZE) throw new MalformedError('a directory that is too large')
  if (place.offset + place.size !== directoryEnd) throw new MalformedError('a directory that does not reach its end record')
  const entries = parseEntries(await content.read(place.offset, place.size), place.count)
  const packed = entries.reduce((sum, entry) => sum + entry.compressedSize, 0)
  if (packed > place.offset) throw new MalformedError('entries that overlap')
  return entries
}

async function findEnd(content: ContentReader): Promise<number | undefined> {
  const length = Math.min(content.size, END_SIZE + MAX_COMMENT)
  if (length < END_SIZE) return undefined
  const tail = await content.read(content.size - length, length)
  for (let at = length - END_SIZE; at >= 0; at -= 1) {
    at = tail.lastIndexOf(END_SIGNATURE, at)
    if (at === -1) return undefined
    if (at + END_SIZE + tail.readUInt16LE(at + 20) === length) return content.size - length + at
  }
  return undefined
}

function readEnd(record: Buffer): DirectoryPlace {
  const split = record.readUInt16LE(4) !== 0 || record.readUInt16LE(6) !== 0 || record.readUInt16LE(8) !== record.readUInt16LE(10)
  if (split) throw new MalformedError('an archive of several disks')
  return { count: record.readUInt16LE(10), size: record.readUInt32LE(12), offset: record.readUInt32LE(16) }
}

/** A ZIP64 end record before the usual one is believed by some readers and overlooked by others: both must say the same. */
async function widen(content: ContentReader, end: number, place: DirectoryPlace): Promise<{ place: DirectoryPlace; directoryEnd: number }> {
  const locatorAt = end - WIDE_LOCATOR_SIZE
  const locator = locatorAt < 0 ? undefined : await content.read(locatorAt, WIDE_LOCATOR_SIZE)
  if (locator?.readUInt32LE(0) !== WIDE_LOCATOR_SIGNATURE) return { place, directoryEnd: end }
  const directoryEnd = readWide(locator, 8)
  const record = await content.read(directoryEnd, WIDE_END_SIZE)
  const closed = directoryEnd + 12 + readWide(record, 4) === locatorAt
  const wide = { count: readWide(record, 32), size: readWide(record, 40), offset: readWide(record, 48) }
  const agreed =
    (place.count === wide.count || place.count === 0xffff) &&
    (place.size === wide.size || place.size === 0xffffffff) &&
    (place.offset === wide.offset || place.offset === 0xffffffff)
  if (record.readUInt32LE(0) !== WIDE_END_SIGNATURE || !closed || !agreed) throw new MalformedError('two end records that differ')
  return { place: wide, directoryEnd }
}

function parseEntries(directory: Buffer, count: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < count) {
    const header = take(directory, at, ENTRY_SIZE)
    const nameLength = header.readUInt16LE(28)
    const extraLength = header.readUInt16LE(30)
    const rest = take(directory, at + ENTRY_SIZE, nameLength + extraLength + header.readUInt16LE(32))
    entries.push(parseEntry(header, rest.toString('latin1', 0, nameLength), rest.subarray(nameLength, nameLength + extraLength)))
    at += ENTRY_SIZE + rest.length
  }
  if (at !== directory.length) throw new MalformedError('more directory than entries')
  return entries
}

function parseEntry(header: Buffer, name: string, extra: Buffer): ZipEntry {
  const encrypted = (header.readUInt16LE(8) & 0x2041) !== 0
  const method = header.readUInt16LE(10)
  if (header.readUInt32LE(0) !== ENTRY_SIGNATURE || encrypted || (method !== 0 && method !== 8)) {
    throw new MalformedError('an entry that is no file of an open archive')
  }
  const wide = findWideField(extra)
  let at = 0
  const widened = (size: number): number => {
    if (size !== 0xffffffff) return size
    at += 8
    return readWide(take(wide, at - 8, 8), 0)
  }
  // The wide field holds, in this order, only what the header marks as standing there.
  const size = widened(header.readUInt32LE(24))
  const compressedSize = widened(header.readUInt32LE(20))
  return { name, size, compressedSize, mode: header.readUInt16LE(40) }
}

/** The ZIP64 field among the extra fields, empty where there is none. */
function findWideField(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 1) return take(extra, at + 4, extra.readUInt16LE(at + 2))
  }
  return Buffer.alloc(0)
}

function take(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new MalformedError('a field that is cut off')
  return bytes.subarray(at, at + length)
}

/** Beyond 2^53 this is not exact, and beyond every limit. */
function readWide(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}
