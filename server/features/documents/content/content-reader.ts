/** Random access to an uploaded file. `read` is asked for ranges inside the file only and returns exactly these bytes. */
export interface ContentSource {
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Buffer>
}

/** The bytes are not those of the format that was expected, or it would take too much reading to find out. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

const PAGE_SIZE = 16_384
/** 8 MiB. Headers and directories of sound files need far less. */
const MAX_PAGES = 512

/**
 * Reads untrusted content in pages that are kept, so that a parser may hop about in small steps. Whatever offsets the content makes it
 * follow, no page is read twice, nothing is read outside the file and no more than 8 MiB in all. What the source throws passes through.
 */
export class ContentReader implements ContentSource {
  readonly size: number
  readonly #source: ContentSource
  readonly #pages = new Map<number, Buffer>()

  constructor(source: ContentSource) {
    this.size = source.size
    this.#source = source
  }

  /** Exactly these bytes; throws MalformedError where the file does not hold them all or where too much was read already. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.size) throw new MalformedError(`no ${length} bytes at ${offset}`)
    const first = Math.floor(offset / PAGE_SIZE)
    const last = Math.floor((offset + length - 1) / PAGE_SIZE)
    const start = offset - first * PAGE_SIZE
    if (first === last) return (await this.#page(first)).subarray(start, start + length)
    const pages: Buffer[] = []
    for (let index = first; index <= last; index += 1) pages.push(await this.#page(index))
    return Buffer.concat(pages).subarray(start, start + length)
  }

  async #page(index: number): Promise<Buffer> {
    const known = this.#pages.get(index)
    if (known !== undefined) return known
    if (this.#pages.size === MAX_PAGES) throw new MalformedError('too much would have to be read')
    const offset = index * PAGE_SIZE
    const page = await this.#source.read(offset, Math.min(PAGE_SIZE, this.size - offset))
    this.#pages.set(index, page)
    return page
  }
}
