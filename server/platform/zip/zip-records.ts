import { wallClock } from '../../../contract/core/room-time.ts'

export interface HeadFields {
  /** The name is unvalidated; a folder's ends in `/`. */
  readonly name: string
  readonly modified: Date
  readonly isFolder: boolean
  readonly isFollowed: boolean
}

export interface WrittenZipContent {
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
/** Unix makes readers understand the file mode. */
const MADE_BY = (3 << 8) | VERSION_ZIP64
/** Windows misreads UTF-8 names without this bit. */
const UTF8_NAME = 1 << 11
const FOLLOWED = 1 << 3
const STORED = 0
const MODE_FILE = 0o100644
const MODE_FOLDER = 0o040755
const DOS_DIRECTORY = 0x10

const MAX_16 = 0xffff
const MAX_32 = 0xffffffff
export interface Head {
  readonly name: Buffer
  readonly isFolder: boolean
  readonly isFollowed: boolean
  readonly dosDate: number
  readonly dosTime: number
  /** Info-ZIP's extended timestamp (0x5455) counts seconds UTC. */
  readonly timestamp: Buffer
}

/** @param zone IANA zone of the MS-DOS dates */
export function headOf({ name, modified, isFolder, isFollowed }: HeadFields, zone: string): Head {
  const timestamp = Buffer.alloc(9)
  timestamp.writeUInt16LE(0x5455, 0)
  timestamp.writeUInt16LE(5, 2)
  timestamp.writeUInt8(1, 4)
  timestamp.writeInt32LE(within(Math.floor(modified.getTime() / 1000), 0, 0x7fffffff), 5)
  return {
    name: Buffer.from(name, 'utf8'),
    isFolder,
    isFollowed,
    timestamp,
    ...dosMoment(modified, zone),
  }
}

const within = (number: number, least: number, most: number): number =>
  Math.min(Math.max(number, least), most)

/** Clamps years to 1980 to 2107. */
function dosMoment(at: Date, zone: string): { dosDate: number; dosTime: number } {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  return {
    dosDate: (within(Number(year) - 1980, 0, 127) << 9) | (Number(month) << 5) | Number(day),
    dosTime: (Number(hour) << 11) | (Number(minute) << 5) | (Number(second) >> 1),
  }
}

function encodeCommon(head: Head, { crc, size }: WrittenZipContent, extra: number): Buffer {
  const common = Buffer.alloc(24)
  common.writeUInt16LE(head.isFollowed ? UTF8_NAME | FOLLOWED : UTF8_NAME, 0)
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

/** @param written zeros if size and checksum follow */
export function encodeLocalHeader(head: Head, written: WrittenZipContent): Buffer {
  const large = encodeLarge(written.size, 0)
  const start = Buffer.alloc(6)
  start.writeUInt32LE(LOCAL_HEADER, 0)
  start.writeUInt16LE(large.length > 0 ? VERSION_ZIP64 : VERSION, 4)
  return Buffer.concat([
    start,
    encodeCommon(head, written, head.timestamp.length + large.length),
    head.name,
    head.timestamp,
    large,
  ])
}

export function encodeDescriptor({ crc, size }: WrittenZipContent): Buffer {
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

export function encodeCentralHeader(head: Head, file: WrittenZipContent, offset: number): Buffer {
  const large = encodeLarge(file.size, offset)
  const start = Buffer.alloc(8)
  start.writeUInt32LE(CENTRAL_HEADER, 0)
  start.writeUInt16LE(MADE_BY, 4)
  start.writeUInt16LE(large.length > 0 ? VERSION_ZIP64 : VERSION, 6)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(
    (((head.isFolder ? MODE_FOLDER : MODE_FILE) << 16) >>> 0) + (head.isFolder ? DOS_DIRECTORY : 0),
    6,
  )
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10)
  const common = encodeCommon(head, file, head.timestamp.length + large.length)
  return Buffer.concat([start, common, rest, head.name, head.timestamp, large])
}

/** ZIP64 requires exactly the numbers beyond the header, in order. */
function encodeLarge(size: number, offset: number): Buffer {
  const numbers = [...(size >= MAX_32 ? [size, size] : []), ...(offset >= MAX_32 ? [offset] : [])]
  if (numbers.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + numbers.length * 8)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries())
    field.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  return field
}

/** @param length counts directory bytes from `offset` */
export function encodeEnd(count: number, length: number, offset: number): Buffer {
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
