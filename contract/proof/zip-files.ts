declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string }

/** Bytes of a zip, which may be larger than memory. */
export interface ZipSource {
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array>
}

/** A file of a zip, and where its content lies. */
export interface ZippedFile {
  readonly path: string
  readonly size: number
  /** @throws NotThatZip where its local header is not where the directory says. */
  offset(): Promise<number>
}

/** It is no zip, or one that archives are not: packed, split, cut. */
export class NotThatZip extends Error {
  override name = 'NotThatZip'
}

// APPNOTE.TXT 6.3.10.
const END = 0x06054b50
const END_SIZE = 22
const LARGE_END = 0x06064b50
const LARGE_LOCATOR = 0x07064b50
const LOCATOR_SIZE = 20
const CENTRAL = 0x02014b50
const CENTRAL_SIZE = 46
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const LARGE_END_SIZE = 56
const LARGE_FIELD = 1
/** Extended timestamp of Info-ZIP. */
const TIME_FIELD = 0x5455
/** A flag: sizes stand behind the content. */
const FOLLOWED = 8
const STORED = 0
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const large = (data: DataView, at: number): number => Number(data.getBigUint64(at, true))

/**
 * The files of a zip as archives are: stored, without a comment, its entries one behind the other from the first byte to the directory, which ends
 * where the end begins. Programs that unpack look for these in ways of their own: where nothing lies between, all of them find the same.
 * Folders are left out.
 * @throws NotThatZip
 */
export async function zippedFiles(source: ZipSource): Promise<readonly ZippedFile[]> {
  const { count, offset, size } = await findDirectory(source)
  const bytes = await source.read(offset, size)
  const entries: Entry[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(bytes, at)
    entries.push(entry)
    at += entry.length
  }
  if (at !== size || (entries[0]?.header ?? offset) !== 0) throw new NotThatZip('something beside its entries')
  const files: ZippedFile[] = []
  for (const [index, entry] of entries.entries()) {
    const end = entries[index + 1]?.header ?? offset
    if (entry.path.endsWith('/')) await contentOffset(source, entry, end)
    else files.push({ path: entry.path, size: entry.size, offset: () => contentOffset(source, entry, end) })
  }
  return files
}

async function findDirectory(source: ZipSource): Promise<{ count: number; offset: number; size: number }> {
  if (source.size < END_SIZE) throw new NotThatZip('too short')
  const end = view(await source.read(source.size - END_SIZE, END_SIZE))
  if (end.getUint32(0, true) !== END || end.getUint16(20, true) !== 0) throw new NotThatZip('no end')
  const told = { count: end.getUint16(10, true), size: end.getUint32(12, true), offset: end.getUint32(16, true) }
  if (told.count < MAX_16 && told.size < MAX_32 && told.offset < MAX_32) return bounded(told, source.size - END_SIZE)
  const at = source.size - END_SIZE - LOCATOR_SIZE - LARGE_END_SIZE
  if (at < 0) throw new NotThatZip('no larger end')
  const locator = view(await source.read(at + LARGE_END_SIZE, LOCATOR_SIZE))
  if (locator.getUint32(0, true) !== LARGE_LOCATOR || large(locator, 8) !== at) throw new NotThatZip('no larger end')
  const record = view(await source.read(at, LARGE_END_SIZE))
  if (record.getUint32(0, true) !== LARGE_END || large(record, 4) !== LARGE_END_SIZE - 12) throw new NotThatZip('no larger end')
  return bounded({ count: large(record, 32), size: large(record, 40), offset: large(record, 48) }, at)
}

function bounded<T extends { readonly offset: number; readonly size: number }>(directory: T, end: number): T {
  if (directory.offset + directory.size !== end) throw new NotThatZip('a directory that does not end where the end begins')
  return directory
}

interface Entry {
  readonly path: string
  readonly size: number
  /** Where its local header begins. */
  readonly header: number
  /** As it is written. */
  readonly name: Uint8Array
  /** CRC-32. */
  readonly crc: number
  /** Bytes of its record. */
  readonly length: number
}

function readEntry(bytes: Uint8Array, at: number): Entry {
  if (at + CENTRAL_SIZE > bytes.length) throw new NotThatZip('a directory that breaks off')
  const data = view(bytes.subarray(at))
  if (data.getUint32(0, true) !== CENTRAL || data.getUint16(10, true) !== STORED) throw new NotThatZip('an entry that is not stored')
  const [nameLength, extraLength, commentLength] = [data.getUint16(28, true), data.getUint16(30, true), data.getUint16(32, true)]
  const length = CENTRAL_SIZE + nameLength + extraLength + commentLength
  if (at + length > bytes.length) throw new NotThatZip('a directory that breaks off')
  const name = bytes.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameLength)
  if ((data.getUint16(8, true) & FOLLOWED) !== 0) throw new NotThatZip('an entry that is not of an archive')
  const wide = largeNumbers(bytes.subarray(at + CENTRAL_SIZE + nameLength, at + CENTRAL_SIZE + nameLength + extraLength))
  const number = (told: number): number => (told === MAX_32 ? (wide.shift() ?? MAX_32) : told)
  const size = number(data.getUint32(24, true))
  if (number(data.getUint32(20, true)) !== size) throw new NotThatZip('an entry that is not stored')
  const header = number(data.getUint32(42, true))
  return { path: new TextDecoder('utf-8').decode(name), size, header, name, crc: data.getUint32(16, true), length }
}

/** The numbers of the ZIP64 field, in its order. @throws NotThatZip where there are fields that archives have not. */
function largeNumbers(extra: Uint8Array): number[] {
  const data = view(extra)
  const numbers: number[] = []
  let at = 0
  while (at + 4 <= extra.length) {
    const [field, length] = [data.getUint16(at, true), data.getUint16(at + 2, true)]
    if (at + 4 + length > extra.length || ![LARGE_FIELD, TIME_FIELD].includes(field)) break
    if (field === LARGE_FIELD) for (let from = 0; from + 8 <= length; from += 8) numbers.push(large(data, at + 4 + from))
    at += 4 + length
  }
  if (at !== extra.length) throw new NotThatZip('an extra field that archives have not')
  return numbers
}

/** Where the content of an entry begins, which its local header must call as the directory does, and which reaches to `end`. */
async function contentOffset(source: ZipSource, { header, name, size, crc }: Entry, end: number): Promise<number> {
  if (header + LOCAL_SIZE + name.length > end) throw new NotThatZip('an entry that lies outside')
  const bytes = await source.read(header, LOCAL_SIZE + name.length)
  const data = view(bytes)
  const extraLength = data.getUint16(28, true)
  const offset = header + LOCAL_SIZE + name.length + extraLength
  const isLocal = data.getUint32(0, true) === LOCAL && data.getUint16(8, true) === STORED && (data.getUint16(6, true) & FOLLOWED) === 0
  const isNamed = data.getUint16(26, true) === name.length && name.every((byte, index) => bytes[LOCAL_SIZE + index] === byte)
  if (!isLocal || !isNamed || offset + size !== end) throw new NotThatZip('an entry that is another one')
  const wide = largeNumbers(await source.read(offset - extraLength, extraLength))
  const number = (told: number): number => (told === MAX_32 ? (wide.shift() ?? MAX_32) : told)
  const isSame = number(data.getUint32(22, true)) === size && number(data.getUint32(18, true)) === size
  if (!isSame || data.getUint32(14, true) !== crc) throw new NotThatZip('an entry that is another one')
  return offset
}
