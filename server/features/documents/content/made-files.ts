import type { ContentSource } from './content-reader.ts'

/** For tests: a source that throws where it is asked for what the file does not hold, and counts what it hands out. */
export class StrictSource implements ContentSource {
  readonly size: number
  bytesRead = 0
  readonly #fill: (offset: number, length: number) => Buffer

  constructor(size: number, fill: (offset: number, length: number) => Buffer) {
    this.size = size
    this.#fill = fill
  }

  static of(bytes: Buffer): StrictSource {
    return new StrictSource(bytes.length, (offset, length) => bytes.subarray(offset, offset + length))
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const inside = Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length > 0 && offset + length <= this.size
    if (!inside) throw new RangeError(`${length} bytes at ${offset} of ${this.size}`)
    this.bytesRead += length
    return this.#fill(offset, length)
  }
}

/** An entry of an archive to be made; what it claims may be false. */
export interface MadeEntry {
  readonly name: string
  readonly data?: Buffer
  readonly size?: number
  readonly compressedSize?: number
  readonly mode?: number
  readonly flags?: number
  readonly method?: number
  readonly extra?: Buffer
}

/** What the end record of an archive claims other than the truth. */
export interface MadeEnd {
  readonly count?: number
  readonly comment?: Buffer
  /** A ZIP64 record that claims this number of entries. */
  readonly wideCount?: number
}

/** For tests: a ZIP archive of stored entries. */
export function makeZip(
  entries: readonly MadeEntry[],
  { count = entries.length, comment = Buffer.alloc(0), wideCount }: MadeEnd = {},
): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const data = entry.data ?? Buffer.alloc(0)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(data.length, 22)
    local.writeUInt16LE(name.length, 26)
    locals.push(local, name, data)
    directory.push(...makeDirectoryEntry(entry, name, data.length, at))
    at += 30 + name.length + data.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const wide = wideCount === undefined ? Buffer.alloc(0) : makeWideEnd(wideCount, size, at)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count % 65_536, 8)
  end.writeUInt16LE(count % 65_536, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...locals, ...directory, wide, end, comment])
}

function makeDirectoryEntry(entry: MadeEntry, name: Buffer, length: number, at: number): Buffer[] {
  const { size = length, compressedSize = length, mode = 0, flags = 0, method = 0, extra = Buffer.alloc(0) } = entry
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt32LE(compressedSize, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt16LE(mode, 40)
  header.writeUInt32LE(at, 42)
  return [header, name, extra]
}

function makeWideEnd(count: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20)
  record.writeUInt32LE(0x06064b50)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  record.writeUInt32LE(0x07064b50, 56)
  record.writeBigUInt64LE(BigInt(offset + size), 64)
  record.writeUInt32LE(1, 72)
  return record
}

const SECTOR = 512
const NONE = 0xffffffff
const END_OF_CHAIN = 0xfffffffe

/** For tests: where `makeCompound` puts the allocation table and the directory. */
export const COMPOUND_PLACES = { table: SECTOR, directory: 2 * SECTOR, entrySize: 128 } as const

/** For tests: a compound file; null makes a storage. Sector 0 is the allocation table, 1 and on the directory, then small and large streams. */
export function makeCompound(contents: Readonly<Record<string, Buffer | null>>): Buffer {
  const names = Object.keys(contents)
  const data = names.map((name) => contents[name] ?? Buffer.alloc(0))
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(0xfffffffd)
  let next = 1
  const chain = (bytes: Buffer): number => {
    const first = next
    next += Math.max(1, Math.ceil(bytes.length / SECTOR))
    for (let sector = first; sector < next; sector += 1) table.writeUInt32LE(sector + 1 === next ? END_OF_CHAIN : sector + 1, sector * 4)
    return first
  }
  const directory = Buffer.alloc(Math.ceil((names.length + 1) / 4) * SECTOR)
  chain(directory)
  const minis = data.filter(({ length }) => length < 4_096).map((bytes) => padded(bytes, 64))
  const miniStream = Buffer.concat(minis)
  writeCompoundEntry(directory, 0, {
    name: 'Root Entry',
    type: 5,
    right: NONE,
    child: names.length === 0 ? NONE : 1,
    start: chain(miniStream),
    size: miniStream.length,
  })
  const large: Buffer[] = []
  let mini = 0
  for (const [index, bytes] of data.entries()) {
    const small = bytes.length < 4_096
    const start = small ? mini : chain(bytes)
    if (small) mini += Math.ceil(bytes.length / 64)
    else large.push(padded(bytes, SECTOR))
    const name = names[index] ?? ''
    const right = index + 1 === names.length ? NONE : index + 2
    writeCompoundEntry(directory, index + 1, { name, type: contents[name] === null ? 1 : 2, right, child: NONE, start, size: bytes.length })
  }
  const miniSectors = padded(miniStream.length === 0 ? Buffer.alloc(1) : miniStream, SECTOR)
  return Buffer.concat([makeCompoundHeader(), table, directory, miniSectors, ...large])
}

function padded(bytes: Buffer, unit: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((unit - (bytes.length % unit)) % unit)])
}

function makeCompoundHeader(): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff, undefined)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(4_096, 56)
  header.writeUInt32LE(END_OF_CHAIN, 60)
  header.writeUInt32LE(END_OF_CHAIN, 68)
  header.writeUInt32LE(0, 76)
  return header
}

interface MadeCompoundEntry {
  readonly name: string
  readonly type: number
  readonly right: number
  readonly child: number
  readonly start: number
  readonly size: number
}

function writeCompoundEntry(directory: Buffer, id: number, { name, type, right, child, start, size }: MadeCompoundEntry): void {
  const entry = directory.subarray(id * 128, (id + 1) * 128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt32LE(NONE, 68)
  entry.writeUInt32LE(right, 72)
  entry.writeUInt32LE(child, 76)
  entry.writeUInt32LE(start, 116)
  entry.writeUInt32LE(size, 120)
}

/** The parts of a Hangul document in the open form, as few as a reader wants. */
export const hwpxParts = (type = 'application/hwp+zip'): MadeEntry[] => [
  { name: 'mimetype', data: Buffer.from(type) },
  { name: 'Contents/content.hpf', data: Buffer.from('<opf/>') },
  { name: 'Contents/section0.xml', data: Buffer.from('<sec/>') },
]

/** For tests: the header of a PNG and nothing else. */
export function makePng(width: number, height: number): Buffer {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000ffffffff', 'hex')
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

/** For tests: a JPEG up to its frame header, behind these segments. */
export function makeJpeg(width: number, height: number, segments = Buffer.alloc(0), frameCode = 0xc0): Buffer {
  const frame = Buffer.from('ffc0000b08000000000101110000', 'hex')
  frame.writeUInt8(frameCode, 1)
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from('ffd8', 'hex'), segments, frame])
}

/** For tests: the headers of a BMP; a header of 12 bytes is that of OS/2. */
export function makeBmp(width: number, height: number, headerSize = 40): Buffer {
  const bmp = Buffer.alloc(14 + headerSize)
  bmp.write('BM', 'latin1')
  bmp.writeUInt32LE(bmp.length, 10)
  bmp.writeUInt32LE(headerSize, 14)
  if (headerSize === 12) {
    bmp.writeUInt16LE(width, 18)
    bmp.writeUInt16LE(height, 20)
  } else {
    bmp.writeInt32LE(width, 18)
    bmp.writeInt32LE(height, 22)
  }
  bmp.writeUInt16LE(1, headerSize === 12 ? 22 : 26)
  bmp.writeUInt16LE(24, headerSize === 12 ? 24 : 28)
  return bmp
}
