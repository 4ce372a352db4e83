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
const LARGE_FIELD = 1
const STORED = 0
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const large = (data: DataView, at: number): number => Number(data.getBigUint64(at, true))

/** The files of a zip without a comment whose contents are stored, in the order of its directory; folders are left out. @throws NotThatZip */
export async function zippedFiles(source: ZipSource): Promise<readonly ZippedFile[]> {
  const { count, offset, size } = await findDirectory(source)
  if (offset + size > source.size) throw new NotThatZip('a directory that lies outside')
  const bytes = await source.read(offset, size)
  const files: ZippedFile[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(bytes, at)
    if (!entry.path.endsWith('/')) files.push({ path: entry.path, size: entry.size, offset: () => contentOffset(source, entry) })
    at += entry.length
  }
  return files
}

async function findDirectory(source: ZipSource): Promise<{ count: number; offset: number; size: number }> {
  if (source.size < END_SIZE) throw new NotThatZip('too short')
  const end = view(await source.read(source.size - END_SIZE, END_SIZE))
  if (end.getUint32(0, true) !== END) throw new NotThatZip('no end')
  const told = { count: end.getUint16(10, true), size: end.getUint32(12, true), offset: end.getUint32(16, true) }
  if (told.count < MAX_16 && told.size < MAX_32 && told.offset < MAX_32) return told
  const locator = view(await source.read(source.size - END_SIZE - LOCATOR_SIZE, LOCATOR_SIZE))
  if (locator.getUint32(0, true) !== LARGE_LOCATOR) throw new NotThatZip('no larger end')
  const record = view(await source.read(large(locator, 8), 56))
  if (record.getUint32(0, true) !== LARGE_END) throw new NotThatZip('no larger end')
  return { count: large(record, 32), size: large(record, 40), offset: large(record, 48) }
}

interface Entry {
  readonly path: string
  readonly size: number
  readonly header: number
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
  const wide = largeNumbers(bytes.subarray(at + CENTRAL_SIZE + nameLength, at + CENTRAL_SIZE + nameLength + extraLength))
  const number = (told: number): number => (told === MAX_32 ? (wide.shift() ?? MAX_32) : told)
  const size = number(data.getUint32(24, true))
  if (number(data.getUint32(20, true)) !== size) throw new NotThatZip('an entry that is not stored')
  return { path: new TextDecoder('utf-8').decode(name), size, header: number(data.getUint32(42, true)), length }
}

/** The numbers of the ZIP64 field, in its order. */
function largeNumbers(extra: Uint8Array): number[] {
  const data = view(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + data.getUint16(at + 2, true)) {
    if (data.getUint16(at, true) !== LARGE_FIELD) continue
    const count = Math.floor(Math.min(data.getUint16(at + 2, true), extra.length - at - 4) / 8)
    return Array.from({ length: count }, (_, index) => large(data, at + 4 + index * 8))
  }
  return []
}

async function contentOffset(source: ZipSource, { header, size }: Entry): Promise<number> {
  if (header + LOCAL_SIZE > source.size) throw new NotThatZip('an entry that lies outside')
  const data = view(await source.read(header, LOCAL_SIZE))
  const offset = header + LOCAL_SIZE + data.getUint16(26, true) + data.getUint16(28, true)
  if (data.getUint32(0, true) !== LOCAL || offset + size > source.size) throw new NotThatZip('an entry that lies outside')
  return offset
}
