import {
  isRef,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from '../libpdf.ts'
import type { PdfDocument, PdfDocumentPage } from '../pdf-document.ts'
import { PdfError } from '../pdf-error.ts'
import { arrayOf, keyOf } from '../writing/prune.ts'
import { contentBytes } from './content-bytes.ts'
import type { Gap } from './content-gaps.ts'
import { namesIn } from './content-names.ts'
import { contentState } from './content-state.ts'

export interface OwnContent {
  readonly streams: readonly PdfObject[]
  readonly bytes: Uint8Array | undefined
  readonly gaps: readonly Gap[]
  readonly names: ReadonlySet<string>
  readonly form: PdfRef | undefined
}

type PageContentKind = 'plain' | 'form'

/** `refused` keeps overlays visible despite hidden layers, and `closed` wraps the content in a form. */
export type OpenLayers = 'refused' | 'closed'

const MAX_REWRITTEN = 2 ** 20
const NO_NAMES: ReadonlySet<string> = new Set()

export class PageContents {
  readonly #document: PdfDocument
  readonly #openLayers: OpenLayers
  readonly #known = new Map<
    string,
    { readonly kind: PageContentKind; readonly names: ReadonlySet<string> }
  >()

  readonly #uses = new Map<PdfStream, number>()

  constructor(document: PdfDocument, openLayers: OpenLayers) {
    this.#document = document
    this.#openLayers = openLayers
    for (const page of document.pages)
      for (const { stream } of this.#streams(page))
        this.#uses.set(stream, (this.#uses.get(stream) ?? 0) + 1)
  }

  /** @throws PdfError NOT_UNDERSTOOD */
  of(page: PdfDocumentPage, resources: PdfObject): OwnContent {
    const found = this.#streams(page)
    const streams = found.map(({ object }) => object)
    const key = streams.every(isRef) ? streams.map(keyOf).join(' ') : undefined
    const known = key === undefined ? undefined : this.#known.get(key)
    if (known?.kind === 'plain')
      return { streams, bytes: undefined, gaps: [], names: known.names, form: undefined }
    const bytes = Buffer.concat(
      found.flatMap(({ stream }) => [contentBytes(stream), Buffer.from('\n')]),
    )
    const { kind, gaps } = known ? { kind: known.kind, gaps: [] } : read(bytes, this.#openLayers)
    const names = kind === 'plain' ? namesIn(bytes) : NO_NAMES
    if (key !== undefined) this.#known.set(key, { kind, names })
    if (kind === 'form')
      return {
        streams: [],
        bytes: undefined,
        gaps: [],
        names,
        form: this.#document.add(formOf(page, resources, bytes)),
      }
    const isOwn =
      bytes.length <= MAX_REWRITTEN && found.every(({ stream }) => this.#uses.get(stream) === 1)
    return {
      streams,
      ...(isOwn ? { bytes, gaps } : { bytes: undefined, gaps: [] }),
      names,
      form: undefined,
    }
  }

  #streams({
    dict,
  }: PdfDocumentPage): { readonly object: PdfObject; readonly stream: PdfStream }[] {
    const contents = dict.get('Contents')
    const found = this.#document.resolve(contents)
    const items = found instanceof PdfArray ? [...found] : contents ? [contents] : []
    return items.flatMap((object) => {
      const stream = this.#document.resolve(object)
      return stream instanceof PdfStream ? [{ object, stream }] : []
    })
  }
}

function read(
  bytes: Buffer,
  openLayers: OpenLayers,
): { readonly kind: PageContentKind; readonly gaps: readonly Gap[] } {
  const { isBalanced, closesMarks, gaps } = contentState(bytes)
  if (isBalanced && closesMarks) return { kind: 'plain', gaps }
  if (openLayers === 'refused' && LAYERS.some((name) => bytes.includes(name)))
    throw new PdfError('NOT_UNDERSTOOD', 'a page may leave a layer open')
  return { kind: 'form', gaps: [] }
}

const LAYERS = ['/OC', '/O#43', '/#4FC', '/#4fC', '/#4F#43', '/#4f#43']

function formOf({ box }: PdfDocumentPage, resources: PdfObject, bytes: Buffer): PdfStream {
  const entries = PdfDict.of({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: arrayOf(box.seen.map((value) => PdfNumber.of(value))),
    Resources: resources,
  })
  return new PdfStream(entries, bytes)
}
