import { type ContentReader, MalformedError } from './content-reader.ts'

export interface CompoundEntry {
  readonly name: string
  readonly type: (typeof ENTRY_TYPES)[number]
  readonly start: number
  readonly size: number
  readonly child: number
}

interface DirectoryEntry extends CompoundEntry {
  readonly left: number
  readonly right: number
}

interface Header {
  readonly bytes: Buffer
  readonly sectorSize: number
}

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER_SIZE = 512
const TABLE_PLACES_AT = 76
/** Higher numbers are markers. */
const FIRST_MARK = 0xfffffffa
const NO_ENTRY = 0xffffffff
const ENTRY_SIZE = 128
const ENTRY_TYPES = ['other', 'storage', 'stream'] as const
const SMALL_STREAM = 4_096
const MINI_SECTOR_SIZE = 64

/** Allows 65,536 entries, or 8 MiB of small streams. */
const MAX_CHAIN = 16_384
const MAX_ROOT_ENTRIES = 10_000

/** Legacy Office, HWP 5, password-protected packages, mails and installers use this format. */
export async function isCompoundFile(content: ContentReader): Promise<boolean> {
  return (await content.read(0, SIGNATURE.length)).equals(SIGNATURE)
}

/** [MS-CFB] 2 defines storages. @throws MalformedError, also for cycles and sectors outside the file */
export class CompoundFile {
  readonly #content: ContentReader
  readonly #sectorSize: number
  readonly #table: readonly number[]
  readonly #firstDirectorySector: number
  readonly #firstSmallTable: number

  private constructor(content: ContentReader, header: Header, table: readonly number[]) {
    this.#content = content
    this.#sectorSize = header.sectorSize
    this.#table = table
    this.#firstDirectorySector = header.bytes.readUInt32LE(48)
    this.#firstSmallTable = header.bytes.readUInt32LE(60)
  }

  static async open(content: ContentReader): Promise<CompoundFile> {
    const bytes = await content.read(0, HEADER_SIZE)
    const shift = bytes.readUInt16LE(30)
    if (!(await isCompoundFile(content)) || (shift !== 9 && shift !== 12))
      throw new MalformedError('no compound file')
    const header = { bytes, sectorSize: 2 ** shift }
    return new CompoundFile(content, header, await readTablePlaces(content, header))
  }

  async rootEntries(): Promise<CompoundEntry[]> {
    return this.entriesIn(await this.#entry(await this.#directory(), 0))
  }

  async entriesIn({ child }: Pick<CompoundEntry, 'child'>): Promise<CompoundEntry[]> {
    const directory = await this.#directory()
    const entries: CompoundEntry[] = []
    const seen = new Set<number>()
    const pending = [child]
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (id === NO_ENTRY) continue
      if (seen.has(id) || seen.size === MAX_ROOT_ENTRIES)
        throw new MalformedError('a tree of entries without end')
      seen.add(id)
      const { left, right, ...entry } = await this.#entry(directory, id)
      entries.push(entry)
      pending.push(left, right)
    }
    return entries
  }

  /** `length` is 64 bytes at most, one mini sector. */
  async readStart(stream: CompoundEntry, length: number): Promise<Buffer> {
    if (stream.size < length) throw new MalformedError('a stream that is too short')
    if (stream.size >= SMALL_STREAM) return this.#content.read(this.#offsetOf(stream.start), length)
    const { start } = await this.#entry(await this.#directory(), 0)
    const offset = stream.start * MINI_SECTOR_SIZE
    return this.#readAt(
      await this.#chain(start, Math.floor(offset / this.#sectorSize) + 1),
      offset,
      length,
    )
  }

  async readStream(stream: CompoundEntry, max: number): Promise<Buffer> {
    if (stream.size > max || stream.size > this.#content.size)
      throw new MalformedError('a stream that is too long')
    if (stream.size === 0) return Buffer.alloc(0)
    if (stream.size < SMALL_STREAM) return this.#readSmall(stream)
    const count = Math.ceil(stream.size / this.#sectorSize)
    const sectors = await this.#chain(stream.start, count, count)
    if (sectors.length < count) throw new MalformedError('a stream that is too short')
    const pieces: Buffer[] = []
    for (const [index, sector] of sectors.entries()) {
      const length = Math.min(this.#sectorSize, stream.size - index * this.#sectorSize)
      pieces.push(await this.#content.read(this.#offsetOf(sector), length))
    }
    return Buffer.concat(pieces)
  }

  async #readSmall(stream: CompoundEntry): Promise<Buffer> {
    const root = await this.#entry(await this.#directory(), 0)
    const table = await this.#chain(this.#firstSmallTable)
    const sectors = await this.#chain(root.start)
    const pieces: Buffer[] = []
    for (let at = 0, small = stream.start; at < stream.size; at += MINI_SECTOR_SIZE) {
      pieces.push(
        await this.#readAt(
          sectors,
          small * MINI_SECTOR_SIZE,
          Math.min(MINI_SECTOR_SIZE, stream.size - at),
        ),
      )
      small = (await this.#readAt(table, small * 4, 4)).readUInt32LE(0)
    }
    return Buffer.concat(pieces)
  }

  async #readAt(sectors: readonly number[], offset: number, length: number): Promise<Buffer> {
    const sector = sectors[Math.floor(offset / this.#sectorSize)]
    if (sector === undefined) throw new MalformedError('a place outside the mini stream')
    return this.#content.read(this.#offsetOf(sector) + (offset % this.#sectorSize), length)
  }

  #directory(): Promise<number[]> {
    return this.#chain(this.#firstDirectorySector)
  }

  async #entry(directory: readonly number[], id: number): Promise<DirectoryEntry> {
    const offset = id * ENTRY_SIZE
    const sector = directory[Math.floor(offset / this.#sectorSize)]
    if (sector === undefined) throw new MalformedError('an entry outside the directory')
    const bytes = await this.#content.read(
      this.#offsetOf(sector) + (offset % this.#sectorSize),
      ENTRY_SIZE,
    )
    const nameSize = bytes.readUInt16LE(64)
    return {
      name: bytes.toString('utf16le', 0, Math.min(Math.max(nameSize - 2, 0), 62)).toUpperCase(),
      type: ENTRY_TYPES[bytes.readUInt8(66)] ?? 'other',
      left: bytes.readUInt32LE(68),
      right: bytes.readUInt32LE(72),
      child: bytes.readUInt32LE(76),
      start: bytes.readUInt32LE(116),
      size: bytes.readUInt32LE(120),
    }
  }

  async #chain(start: number, count = MAX_CHAIN, max = MAX_CHAIN): Promise<number[]> {
    const sectors = new Set<number>()
    for (
      let sector = start;
      sector < FIRST_MARK && sectors.size < Math.min(count, max);
      sector = await this.#next(sector)
    ) {
      if (sectors.has(sector)) throw new MalformedError('a chain of sectors without end')
      sectors.add(sector)
    }
    return [...sectors]
  }

  async #next(sector: number): Promise<number> {
    const perSector = this.#sectorSize / 4
    const table = this.#table[Math.floor(sector / perSector)]
    if (table === undefined) throw new MalformedError('a sector outside the allocation table')
    return (
      await this.#content.read(this.#offsetOf(table) + (sector % perSector) * 4, 4)
    ).readUInt32LE(0)
  }

  #offsetOf(sector: number): number {
    return (sector + 1) * this.#sectorSize
  }
}

/** The file size limits the chain. */
async function readTablePlaces(
  content: ContentReader,
  { bytes, sectorSize }: Header,
): Promise<number[]> {
  const places = readNumbers(bytes.subarray(TABLE_PLACES_AT))
  const needed = Math.ceil(content.size / sectorSize / (sectorSize / 4))
  let sector = bytes.readUInt32LE(68)
  while (places.length < needed && sector < FIRST_MARK) {
    const numbers = readNumbers(await content.read((sector + 1) * sectorSize, sectorSize))
    sector = numbers.pop() ?? FIRST_MARK
    places.push(...numbers)
  }
  return places
}

function readNumbers(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32LE(index * 4))
}
