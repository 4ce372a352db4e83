import {
  encodeCentralHeader,
  encodeEnd,
  encodeLocalHeader,
  headOf,
  type WrittenZipContent,
} from './zip-records.ts'

export interface PlannedEntry extends WrittenZipContent {
  /** A folder's name ends in `/`. */
  readonly name: string
  readonly modified: Date
}

const headOfPlanned = ({ name, modified }: PlannedEntry, zone: string) =>
  headOf({ name, modified, isFolder: name.endsWith('/'), isFollowed: false }, zone)

/** Any part can be regenerated. @param zone IANA time zone */
export const localHeaderOf = (entry: PlannedEntry, zone: string): Buffer =>
  encodeLocalHeader(headOfPlanned(entry, zone), entry)

/** Entries are stored, with ZIP64 where needed (APPNOTE.TXT 6.3.10). */
export class ZipLayout {
  readonly #zone: string
  #count = 0
  #offset = 0
  #length = 0

  constructor(zone: string) {
    this.#zone = zone
  }

  add(entry: PlannedEntry): {
    readonly offset: number
    readonly headerLength: number
    readonly record: Buffer
  } {
    const offset = this.#offset
    const headerLength = localHeaderOf(entry, this.#zone).length
    const record = encodeCentralHeader(headOfPlanned(entry, this.#zone), entry, offset)
    this.#count += 1
    this.#offset += headerLength + entry.size
    this.#length += record.length
    if (!Number.isSafeInteger(this.#offset))
      throw new RangeError('a zip of more bytes than can be counted')
    return { offset, headerLength, record }
  }

  end(): { readonly offset: number; readonly record: Buffer } {
    return { offset: this.#offset, record: encodeEnd(this.#count, this.#length, this.#offset) }
  }
}
