export interface ZipSource {
  /** The size is in bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array>
}

/** Truncated or unwanted zips throw this too. */
export class NotThatZip extends Error {
  override name = 'NotThatZip'
}

/** The directory may declare false values. */
export interface ZipRecord {
  /** The name is raw. */
  readonly name: Uint8Array
  readonly extra: Uint8Array
  readonly flags: number
  /** 0 means stored, and 8 means deflated. */
  readonly method: number
  readonly crc: number
  readonly size: number
  readonly compressedSize: number
  /** The value is the Unix mode, or 0. */
  readonly mode: number
  /** The offset is that of the local header. */
  readonly header: number
}

export interface ZipDirectory {
  readonly records: readonly ZipRecord[]
  readonly offset: number
  /** ZIP64 records take these bytes before the end record. */
  readonly wideSize: number
  readonly needsWide: boolean
}

interface ZipDirectoryExtent {
  readonly count: number
  readonly offset: number
  readonly size: number
}

// APPNOTE.TXT 6.3.10, section 4.3, defines these.
const END = 0x06054b50
const WIDE_END = 0x06064b50
const WIDE_LOCATOR = 0x07064b50
const RECORD = 0x02014b50
export const END_SIZE = 22
export const MAX_COMMENT = 0xffff
const WIDE_END_SIZE = 56
const WIDE_LOCATOR_SIZE = 20
const RECORD_SIZE = 46
/** The bits mean traditional, strong and masked encryption. */
const ENCRYPTED = 0x2041
const MAX_16 = 0xffff
const MAX_32 = 0xffffffff

export const view = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Values above 2^53 are inexact, but they exceed every limit anyway. */
const wide = (data: DataView, at: number): number => Number(data.getBigUint64(at, true))

/** The record and its comment must end the file. */
export async function findZipEnd(source: ZipSource): Promise<number | undefined> {
  const length = Math.min(source.size, END_SIZE + MAX_COMMENT)
  if (length < END_SIZE) return undefined
  const tail = await source.read(source.size - length, length)
  const data = view(tail)
  for (
    let at = tail.lastIndexOf(0x50, length - END_SIZE);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(0x50, at - 1)
  ) {
    if (
      data.getUint32(at, true) === END &&
      at + END_SIZE + data.getUint16(at + 20, true) === length
    )
      return source.size - length + at
  }
  return undefined
}

interface ZipLimits extends Pick<ZipDirectoryExtent, 'count' | 'size'> {
  /** The caller then checks `isEncrypted` of each entry. */
  readonly allowsEncrypted?: boolean
}

export const isEncrypted = ({ flags }: Pick<ZipRecord, 'flags'>): boolean =>
  (flags & ENCRYPTED) !== 0

/**
 * Refuses encrypted archives.
 * @param end from `findZipEnd`
 * @throws NotThatZip
 */
export async function readZipRecords(
  source: ZipSource,
  end: number,
  limits: ZipLimits = { count: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY },
): Promise<ZipDirectory> {
  const declared = readEnd(view(await source.read(end, END_SIZE)))
  const { place, directoryEnd } = await widen(source, end, declared)
  if (place.count > limits.count || place.size > limits.size)
    throw new NotThatZip('a directory that is too large')
  if (place.offset + place.size !== directoryEnd)
    throw new NotThatZip('a directory that does not reach its end record')
  return {
    records: readRecords(
      await source.read(place.offset, place.size),
      place.count,
      limits.allowsEncrypted,
    ),
    offset: place.offset,
    wideSize: end - directoryEnd,
    needsWide: declared.count === MAX_16 || declared.size === MAX_32 || declared.offset === MAX_32,
  }
}

function readEnd(data: DataView): ZipDirectoryExtent {
  const isSplit =
    data.getUint32(4, true) !== 0 || data.getUint16(8, true) !== data.getUint16(10, true)
  if (data.getUint32(0, true) !== END || isSplit)
    throw new NotThatZip('no end of a zip on one disk')
  return {
    count: data.getUint16(10, true),
    size: data.getUint32(12, true),
    offset: data.getUint32(16, true),
  }
}

/** Only some readers use a ZIP64 end record, so both must agree. */
async function widen(
  source: ZipSource,
  end: number,
  declared: ZipDirectoryExtent,
): Promise<{ place: ZipDirectoryExtent; directoryEnd: number }> {
  const locatorAt = end - WIDE_LOCATOR_SIZE
  const locator = locatorAt < 0 ? undefined : view(await source.read(locatorAt, WIDE_LOCATOR_SIZE))
  if (locator?.getUint32(0, true) !== WIDE_LOCATOR) return { place: declared, directoryEnd: end }
  const directoryEnd = wide(locator, 8)
  if (directoryEnd + WIDE_END_SIZE > locatorAt)
    throw new NotThatZip('a ZIP64 end record outside of its place')
  const record = view(await source.read(directoryEnd, WIDE_END_SIZE))
  const isClosed = directoryEnd + 12 + wide(record, 4) === locatorAt
  const place = { count: wide(record, 32), size: wide(record, 40), offset: wide(record, 48) }
  const isSame =
    (declared.count === place.count || declared.count === MAX_16) &&
    (declared.size === place.size || declared.size === MAX_32) &&
    (declared.offset === place.offset || declared.offset === MAX_32)
  if (record.getUint32(0, true) !== WIDE_END || !isClosed || !isSame)
    throw new NotThatZip('two end records that differ')
  return { place, directoryEnd }
}

function readRecords(directory: Uint8Array, count: number, allowsEncrypted = false): ZipRecord[] {
  const records: ZipRecord[] = []
  let at = 0
  while (records.length < count) {
    const data = view(take(directory, at, RECORD_SIZE))
    const [nameLength, extraLength, commentLength] = [
      data.getUint16(28, true),
      data.getUint16(30, true),
      data.getUint16(32, true),
    ]
    const rest = take(directory, at + RECORD_SIZE, nameLength + extraLength + commentLength)
    const record = readRecord(
      data,
      rest.subarray(0, nameLength),
      rest.subarray(nameLength, nameLength + extraLength),
    )
    if (isEncrypted(record) && !allowsEncrypted)
      throw new NotThatZip('an entry that is no file of an open archive')
    records.push(record)
    at += RECORD_SIZE + rest.length
  }
  if (at !== directory.length) throw new NotThatZip('more directory than entries')
  return records
}

function readRecord(data: DataView, name: Uint8Array, extra: Uint8Array): ZipRecord {
  const flags = data.getUint16(8, true)
  if (data.getUint32(0, true) !== RECORD)
    throw new NotThatZip('an entry that is no file of an open archive')
  const declared = [
    data.getUint32(24, true),
    data.getUint32(20, true),
    data.getUint32(42, true),
  ] as const
  const [size, compressedSize, header] = widenNumbers(extra, declared)
  return {
    ...{ name, extra, flags, size, compressedSize, header },
    method: data.getUint16(10, true),
    crc: data.getUint32(16, true),
    mode: data.getUint16(40, true),
  }
}

/** ZIP64 replaces only values of 0xffffffff, in this order. */
export function widenNumbers<T extends readonly number[]>(
  extra: Uint8Array,
  declared: T,
): { [K in keyof T]: number } {
  const field = findWideField(extra)
  let at = 0
  const widened = (number: number): number => {
    if (number !== MAX_32) return number
    at += 8
    return wide(view(take(field, at - 8, 8)), 0)
  }
  return declared.map(widened) as { [K in keyof T]: number }
}

function findWideField(extra: Uint8Array): Uint8Array {
  const data = view(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + data.getUint16(at + 2, true)) {
    if (data.getUint16(at, true) === 1) return take(extra, at + 4, data.getUint16(at + 2, true))
  }
  return extra.subarray(0, 0)
}

function take(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (at + length > bytes.length) throw new NotThatZip('a field that is cut off')
  return bytes.subarray(at, at + length)
}
