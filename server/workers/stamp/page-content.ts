import { inflateSync } from 'node:zlib'
import { contentState } from './content-state.ts'
import { isRef, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream } from './libpdf.ts'
import type { Page, PdfDocument } from './pdf-document.ts'
import { arrayOf, keyOf } from './prune.ts'
import { StampError } from './stamp-error.ts'

/** A page with more drawing orders than this is no page that people read. */
const MAX_CONTENT = 128 * 2 ** 20

/** A page's own content, so that what is drawn after it is drawn as if it were not there. */
export interface OwnContent {
  readonly streams: readonly PdfObject[]
  /** Set where the content is drawn as one form; `streams` do not hold it then. */
  readonly form: PdfRef | undefined
}

type Kind = 'plain' | 'form'

/** Reads contents of pages. What several pages share is read once. */
export class PageContents {
  readonly #document: PdfDocument
  readonly #kinds = new Map<string, Kind>()

  constructor(document: PdfDocument) {
    this.#document = document
  }

  /** @throws StampError UNSTAMPABLE where it cannot be read. */
  of(page: Page, resources: PdfObject): OwnContent {
    const streams = this.#streams(page.dict.get('Contents'))
    const key = streams.every(isRef) ? streams.map(keyOf).join(' ') : undefined
    const known = key === undefined ? undefined : this.#kinds.get(key)
    if (known === 'plain') return { streams, form: undefined }
    const bytes = this.#bytes(streams)
    const kind = known ?? kindOf(bytes)
    if (key !== undefined) this.#kinds.set(key, kind)
    return kind === 'plain' ? { streams, form: undefined } : { streams: [], form: this.#document.add(formOf(page, resources, bytes)) }
  }

  #streams(contents: PdfObject | undefined): PdfObject[] {
    const found = this.#document.resolve(contents)
    const items = found instanceof PdfArray ? [...found] : contents ? [contents] : []
    return items.filter((item) => this.#document.resolve(item) instanceof PdfStream)
  }

  #bytes(streams: readonly PdfObject[]): Buffer {
    const parts = streams.flatMap((stream) => [this.#decoded(stream), Buffer.from('\n')])
    return Buffer.concat(parts)
  }

  #decoded(object: PdfObject): Uint8Array {
    const stream = this.#document.resolve(object)
    if (!(stream instanceof PdfStream)) return Buffer.alloc(0)
    const bytes = this.#unpacked(stream)
    if (bytes.length > MAX_CONTENT) throw new StampError('UNSTAMPABLE', 'a page is too long')
    return bytes
  }

  #unpacked(stream: PdfStream): Uint8Array {
    const filter = stream.get('Filter')
    const parameters = stream.get('DecodeParms')
    try {
      if (filter instanceof PdfName && filter.value === 'FlateDecode' && parameters === undefined)
        return inflateSync(stream.data, { maxOutputLength: MAX_CONTENT })
      // The library follows no references to filters, and would take packed bytes for plain ones.
      if (isDirect(filter) && isDirect(parameters)) return stream.getDecodedData()
    } catch (error) {
      throw new StampError('UNSTAMPABLE', `a page cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`)
    }
    throw new StampError('UNSTAMPABLE', 'a page is packed in an unusual way')
  }
}

const isDirect = (object: PdfObject | undefined): boolean =>
  !isRef(object) && !(object instanceof PdfArray && [...object].some((item) => isRef(item)))

function kindOf(bytes: Buffer): Kind {
  const state = contentState(bytes)
  if (state.isBalanced && state.closesMarks) return 'plain'
  if (LAYERS.some((name) => bytes.includes(name))) throw new StampError('UNSTAMPABLE', 'a page may leave a layer open')
  return 'form'
}

/** The tag under which content belongs to a layer that can be hidden, in all its spellings. */
const LAYERS = ['/OC', '/O#43', '/#4FC', '/#4fC', '/#4F#43', '/#4f#43']

function formOf({ box }: Page, resources: PdfObject, bytes: Buffer): PdfStream {
  const entries = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: arrayOf(box.seen.map((value) => PdfNumber.of(value))),
    Resources: resources,
  })
  return new PdfStream(entries, bytes)
}
