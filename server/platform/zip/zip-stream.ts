import { crc32 } from 'node:zlib'
import { wallClock } from '../../../contract/core/room-time.ts'

/** A file or folder of a zip. */
export interface ZipEntry {
  /** The way to it, with `/` between the steps; that of a folder ends with one. Nothing of it is checked here. */
  readonly name: string
  readonly modified: Date
  /** None for a folder. */
  readonly content?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Written {
  readonly crc: number
  readonly size: number
}

const LOCAL_HEADER = 0x04034b50
const DATA_DESCRIPTOR = 0x08074b50
const CENTRAL_HEADER = 0x02014b50
const ZIP64_END = 0x06064b50
const ZIP64_LOCATOR = 0x07064b50
const END = 0x06054b50

const VERSION = 20
const VERSION_ZIP64 = 45
/** Made on Unix, so that the mode below is understood. */
const MADE_BY = (3 << 8) | VERSION_ZIP64
/** Bit 11: the name is UTF-8, without which Windows takes it for its own code page. Bit 3: sizes and checksum follow the content. */
const FLAGS_FOLDER = 1 << 11
const FLAGS_FILE = FLAGS_FOLDER | (1 << 3)
const STORED = 0
const MODE_FILE = 0o100644
const MODE_FOLDER = 0o040755
/** FILE_ATTRIBUTE_DIRECTORY of MS-DOS. */
const DOS_DIRECTORY = 0x10

const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
/** Headers and small files are joined to pieces of this size. */
const PIECE = 256 * 1024

/**
 * A zip (APPNOTE.TXT 6.3.10) of entries in their order, as it is made: nothing is held but the directory of what has been written. Content is
 * stored, since documents are compressed already, and ZIP64 comes into play where a number needs it. What an entry throws ends the zip
 * without its directory, so that no reader takes it for whole.
 * @param zone IANA name of the time zone of the dates, which have none in a zip; beside them stands each as UTC.
 */
export async function* zipStream(entries: AsyncIterable<ZipEntry>, zone: string): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  const joining = new Joining()
  let offset = 0
  for await (const entry of entries) {
    const head = headOf(entry, zone)
    const localHeader = encodeLocalHeader(head)
    yield* joining.add(localHeader)
    let crc = 0
    let size = 0
    for await (const piece of entry.content ?? []) {
      crc = crc32(piece, crc)
      size += piece.length
      yield* joining.add(piece)
    }
    const descriptor = head.isFolder ? Buffer.alloc(0) : encodeDescriptor({ crc, size })
    yield* joining.add(descriptor)
    directory.push(encodeCentralHeader(head, { crc, size }, offset))
    offset += localHeader.length + size + descriptor.length
  }
  for (const record of directory) yield* joining.add(record)
  const length = directory.reduce((sum, record) => sum + record.length, 0)
  yield* joining.add(encodeEnd(directory.length, length, offset))
  yield* joining.take()
}

/** Small pieces are joined; what is no smaller than a piece passes as it is. */
class Joining {
  #waiting: Uint8Array[] = []
  #length = 0

  /** @returns what goes out now, in order. */
  add(piece: Uint8Array): readonly Uint8Array[] {
    const isLarge = piece.length >= PIECE
    const before = isLarge || this.#length + piece.length > PIECE ? this.take() : []
    if (isLarge) return [...before, piece]
    this.#waiting.push(piece)
    this.#length += piece.length
    return before
  }

  /** @returns what still waits. */
  take(): readonly Uint8Array[] {
    const joined = this.#length > 0 ? [Buffer.concat(this.#waiting, this.#length)] : []
    this.#waiting = []
    this.#length = 0
    return joined
  }
}

interface Head {
  readonly name: Buffer
  readonly isFolder: boolean
  readonly dosDate: number
  readonly dosTime: number
  /** Extended timestamp of Info-ZIP (0x5455): the moment in seconds, whatever the reader's zone is. */
  readonly timestamp: Buffer
}

function headOf({ name, modified, content }: ZipEntry, zone: string): Head {
  const timestamp = Buffer.alloc(9)
  timestamp.writeUInt16LE(0x5455, 0)
  timestamp.writeUInt16LE(5, 2)
  timestamp.writeUInt8(1, 4)
  timestamp.writeInt32LE(within(Math.floor(modified.getTime() / 1000), 0, 0x7fffffff), 5)
  return { name: Buffer.from(name, 'utf8'), isFolder: content === undefined, timestamp, ...dosMoment(modified, zone) }
}

const within = (number: number, least: number, most: number): number => Math.min(Math.max(number, least), most)

/** Date and time as MS-DOS had them, by the clock on the wall of the zone; years from 1980 to 2107, and the nearest of these for others. */
function dosMoment(at: Date, zone: string): { dosDate: number; dosTime: number } {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  return {
    dosDate: (within(Number(year) - 1980, 0, 127) << 9) | (Number(month) << 5) | Number(day),
    dosTime: (Number(hour) << 11) | (Number(minute) << 5) | (Number(second) >> 1),
  }
}

/** What local and central header have in common, from the flags on. */
function encodeCommon(head: Head, { crc, size }: Written, extra: number): Buffer {
  const common = Buffer.alloc(24)
  common.writeUInt16LE(head.isFolder ? FLAGS_FOLDER : FLAGS_FILE, 0)
  common.writeUInt16LE(STORED, 2)
  common.writeUInt16LE(head.dosTime, 4)
  common.writeUInt16LE(head.dosDate, 6)
  common.writeUInt32LE(crc, 8)
  common.writeUInt32LE(Math.min(size, MAX_32), 12)
  common.writeUInt32LE(Math.min(size, MAX_32), 16)
  common.writeUInt16LE(head.name.length, 20)
  common.writeUInt16LE(extra, 22)
  return common
}

function encodeLocalHeader(head: Head): Buffer {
  const start = Buffer.alloc(6)
  start.writeUInt32LE(LOCAL_HEADER, 0)
  start.writeUInt16LE(VERSION, 4)
  return Buffer.concat([start, encodeCommon(head, { crc: 0, size: 0 }, head.timestamp.length), head.name, head.timestamp])
}

function encodeDescriptor({ crc, size }: Written): Buffer {
  const isLarge = size >= MAX_32
  const descriptor = Buffer.alloc(isLarge ? 24 : 16)
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0)
  descriptor.writeUInt32LE(crc, 4)
  for (const at of isLarge ? [8, 16] : [8, 12]) {
    if (isLarge) descriptor.writeBigUInt64LE(BigInt(size), at)
    else descriptor.writeUInt32LE(size, at)
  }
  return descriptor
}

function encodeCentralHeader(head: Head, file: Written, offset: number): Buffer {
  const large = encodeLarge(file.size, offset)
  const start = Buffer.alloc(8)
  start.writeUInt32LE(CENTRAL_HEADER, 0)
  start.writeUInt16LE(MADE_BY, 4)
  start.writeUInt16LE(large.length > 0 ? VERSION_ZIP64 : VERSION, 6)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE((((head.isFolder ? MODE_FOLDER : MODE_FILE) << 16) >>> 0) + (head.isFolder ? DOS_DIRECTORY : 0), 6)
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10)
  const common = encodeCommon(head, file, head.timestamp.length + large.length)
  return Buffer.concat([start, common, rest, head.name, head.timestamp, large])
}

/** The extra field of ZIP64: exactly those numbers that the header cannot hold, in its order; empty where it holds all. */
function encodeLarge(size: number, offset: number): Buffer {
  const numbers = [...(size >= MAX_32 ? [size, size] : []), ...(offset >= MAX_32 ? [offset] : [])]
  if (numbers.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  return field
}

function encodeEnd(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(count, MAX_16), at)
  end.writeUInt32LE(Math.min(length, MAX_32), 12)
  end.writeUInt32LE(Math.min(offset, MAX_32), 16)
  if (count < MAX_16 && length < MAX_32 && offset < MAX_32) return end

  const large = Buffer.alloc(56)
  large.writeUInt32LE(ZIP64_END, 0)
  large.writeBigUInt64LE(BigInt(large.length - 12), 4)
  large.writeUInt16LE(MADE_BY, 12)
  large.writeUInt16LE(VERSION_ZIP64, 14)
  for (const at of [24, 32]) large.writeBigUInt64LE(BigInt(count), at)
  large.writeBigUInt64LE(BigInt(length), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(ZIP64_LOCATOR, 0)
  locator.writeBigUInt64LE(BigInt(offset + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}
