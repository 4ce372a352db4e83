import { crc32 } from 'node:zlib'
import {
  encodeCentralHeader,
  encodeDescriptor,
  encodeEnd,
  encodeLocalHeader,
  headOf,
} from './zip-records.ts'

export interface ZipEntry {
  /** The name is unvalidated; a folder's ends in `/`. */
  readonly name: string
  readonly modified: Date
  readonly content?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Small first pieces start quickly. */
const PIECE = 256 * 1024
const FIRST_PIECE = 4 * 1024

/** Memory holds the directory (APPNOTE.TXT 6.3.10). An error omits it, so no partial zip looks complete. @param zone IANA time zone */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry>,
  zone: string,
): AsyncGenerator<Uint8Array> {
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

class Joining {
  #waiting: Uint8Array[] = []
  #most = FIRST_PIECE
  #length = 0

  add(piece: Uint8Array): readonly Uint8Array[] {
    const isLarge = piece.length >= PIECE
    const before = isLarge || this.#length + piece.length > this.#most ? this.take() : []
    if (isLarge) return [...before, piece]
    this.#waiting.push(piece)
    this.#length += piece.length
    return before
  }

  take(): readonly Uint8Array[] {
    const joined = this.#length > 0 ? [Buffer.concat(this.#waiting, this.#length)] : []
    this.#waiting = []
    this.#length = 0
    this.#most = Math.min(2 * this.#most, PIECE)
    return joined
  }
}
