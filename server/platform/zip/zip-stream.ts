import { crc32 } from 'node:zlib'
import { encodeCentralHeader, encodeDescriptor, encodeEnd, encodeLocalHeader, headOf } from './zip-records.ts'

/** A file or folder of a zip. */
export interface ZipEntry {
  /** The way to it, with `/` between the steps; that of a folder ends with one. Nothing of it is checked here. */
  readonly name: string
  readonly modified: Date
  /** None for a folder. */
  readonly content?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Headers and small files are joined to pieces of this size. The first are smaller, so that the zip begins at once. */
const PIECE = 256 * 1024
const FIRST_PIECE = 4 * 1024

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
    const isFolder = entry.content === undefined
    const head = headOf({ ...entry, isFolder, isFollowed: !isFolder }, zone)
    const localHeader = encodeLocalHeader(head, { crc: 0, size: 0 })
    yield* joining.add(localHeader)
    let crc = 0
    let size = 0
    for await (const piece of entry.content ?? []) {
      crc = crc32(piece, crc)
      size += piece.length
      yield* joining.add(piece)
    }
    const descriptor = isFolder ? Buffer.alloc(0) : encodeDescriptor({ crc, size })
    yield* joining.add(descriptor)
    directory.push(encodeCentralHeader(head, { crc, size }, offset))
    offset += localHeader.length + size + descriptor.length
  }
  for (const record of directory) yield* joining.add(record)
  const length = directory.reduce((sum, record) => sum + record.length, 0)
  yield* joining.add(encodeEnd(directory.length, length, offset))
  yield* joining.take()
}

/** Small pieces are joined, to twice as much each time; what is no smaller than a piece passes as it is. */
class Joining {
  #waiting: Uint8Array[] = []
  #most = FIRST_PIECE
  #length = 0

  /** @returns what goes out now, in order. */
  add(piece: Uint8Array): readonly Uint8Array[] {
    const isLarge = piece.length >= PIECE
    const before = isLarge || this.#length + piece.length > this.#most ? this.take() : []
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
    this.#most = Math.min(2 * this.#most, PIECE)
    return joined
  }
}
