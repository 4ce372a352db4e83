import { crc32 } from 'node:zlib'

/** A file or folder of a zip as a reader sees it. */
export interface UnpackedEntry {
  readonly name: string
  readonly content: Buffer
  /** By the wall clock that it was packed under: `YYYY-MM-DD HH:mm:ss`. */
  readonly modified: string
  /** Whether the name says that it is UTF-8. */
  readonly isUtf8: boolean
  /** The extended timestamp, in seconds. */
  readonly timestamp: number
}

const digits = (number: number): string => String(number).padStart(2, '0')

/**
 * Reads a zip of stored entries by its directory, as programs do, and holds each local header, descriptor and checksum against it.
 * @throws Error where anything does not fit.
 */
export function readZip(zip: Buffer): UnpackedEntry[] {
  const end = zip.length - 22
  if (end < 0 || zip.readUInt32LE(end) !== 0x06054b50) throw new Error('this zip has no end')
  const { count, offset } = directoryOf(zip, end)
  const entries: UnpackedEntry[] = []
  let at = offset
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`entry ${index} is not in the directory`)
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]
    const name = zip.subarray(at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} is not where the directory says`)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    if (!zip.subarray(local + 30, local + 30 + nameLength).equals(name)) throw new Error(`${name} has two names`)
    const content = zip.subarray(start, start + size)
    if (crc32(content) !== crc) throw new Error(`${name} is damaged`)
    const hasDescriptor = (zip.readUInt16LE(at + 8) & 8) !== 0
    if (hasDescriptor && zip.readUInt32LE(start + size + 4) !== crc) throw new Error(`${name} is followed by something else`)
    const [time, date] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)]
    entries.push({
      name: name.toString('utf8'),
      content,
      modified: `${(date >> 9) + 1980}-${digits((date >> 5) & 15)}-${digits(date & 31)} ${digits(time >> 11)}:${digits((time >> 5) & 63)}:${digits((time & 31) * 2)}`,
      isUtf8: (zip.readUInt16LE(at + 8) & 0x800) !== 0,
      timestamp: zip.readUInt32LE(at + 46 + nameLength + 5),
    })
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32)
  }
  return entries
}

/** Where the directory lies; beyond 65,535 entries or 4 GiB the older record points to one with larger numbers. */
function directoryOf(zip: Buffer, end: number): { count: number; offset: number } {
  const count = zip.readUInt16LE(end + 10)
  const offset = zip.readUInt32LE(end + 16)
  if (count < 0xffff && offset < 0xffffffff) return { count, offset }
  if (zip.readUInt32LE(end - 20) !== 0x07064b50) throw new Error('this zip says that it is large, and is not')
  const large = Number(zip.readBigUInt64LE(end - 20 + 8))
  if (zip.readUInt32LE(large) !== 0x06064b50) throw new Error('the large record is not where it should be')
  return { count: Number(zip.readBigUInt64LE(large + 32)), offset: Number(zip.readBigUInt64LE(large + 48)) }
}
