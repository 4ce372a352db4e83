import { encodeCentralHeader, encodeEnd, encodeLocalHeader, headOf, type Written } from './zip-records.ts'

/** A file or folder of a zip of which everything is known before it is written. */
export interface PlannedEntry extends Written {
  /** The way to it, with `/` between the steps; that of a folder ends with one. */
  readonly name: string
  readonly modified: Date
}

const headOfPlanned = ({ name, modified }: PlannedEntry, zone: string) =>
  headOf({ name, modified, isFolder: name.endsWith('/'), isFollowed: false }, zone)

/**
 * What stands before the content of an entry; the same for the same entry at any time, so that any part of a zip can be made again.
 * @param zone IANA name of the time zone of its date.
 */
export const localHeaderOf = (entry: PlannedEntry, zone: string): Buffer => encodeLocalHeader(headOfPlanned(entry, zone), entry)

/** Lays out a zip (APPNOTE.TXT 6.3.10, stored, ZIP64 where a number needs it) of which only the contents are missing. */
export class ZipLayout {
  readonly #zone: string
  #count = 0
  #offset = 0
  #length = 0

  /** @param zone IANA name of the time zone of the dates. */
  constructor(zone: string) {
    this.#zone = zone
  }

  /** The next entry. @returns where its local header begins, how long that is, and its record of the directory. */
  add(entry: PlannedEntry): { readonly offset: number; readonly headerLength: number; readonly record: Buffer } {
    const offset = this.#offset
    const headerLength = localHeaderOf(entry, this.#zone).length
    const record = encodeCentralHeader(headOfPlanned(entry, this.#zone), entry, offset)
    this.#count += 1
    this.#offset += headerLength + entry.size
    this.#length += record.length
    if (!Number.isSafeInteger(this.#offset)) throw new RangeError('a zip of more bytes than can be counted')
    return { offset, headerLength, record }
  }

  /** What ends the zip behind all records of the directory, and where the directory begins. */
  end(): { readonly offset: number; readonly record: Buffer } {
    return { offset: this.#offset, record: encodeEnd(this.#count, this.#length, this.#offset) }
  }
}
