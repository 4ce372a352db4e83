import { deflateSync } from 'node:zlib'
import type { OwnContent } from '../content/page-content.ts'
import { PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream } from '../libpdf.ts'
import type { InlinePiece } from '../mark/inline-marks.ts'
import { randomName } from '../mark/random-name.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { dealOut, type PlacedPiece, pieceOrders, shuffled } from './deal-out.ts'
import { keyOf } from './prune.ts'
import type { UsedParts } from './used-parts.ts'

const BEGIN = 'q\n'
/** Higher levels take a third longer and save a tenth. */
const PACKED = 3

export interface Drawing {
  readonly form: PdfRef
  readonly placement: string | undefined
}

export interface Above {
  readonly drawings: readonly Drawing[]
  readonly marks: readonly string[]
  readonly pieces: readonly InlinePiece[]
}

/** Writes the content of pages: their own, then forms and pieces. */
export class ContentStreams {
  readonly #document: PdfDocument
  readonly #used: UsedParts
  readonly #isTagged: boolean
  readonly #pieces = new Map<string, PdfRef>()
  readonly #names = new Map<number, string>()

  constructor(document: PdfDocument, used: UsedParts) {
    this.#document = document
    this.#used = used
    this.#isTagged = document.catalog.has('StructTreeRoot')
  }

  nameOf(form: PdfRef | undefined): string {
    const key = form ? keyOf(form) : 0
    const name = this.#names.get(key) ?? randomName()
    this.#names.set(key, name)
    return name
  }

  /** @param name of the only form of the page */
  ofForm(name: string): PdfRef {
    return this.#shared(this.#isTagged ? `/Artifact BMC /${name} Do EMC` : `/${name} Do`)
  }

  of({ streams, bytes, gaps }: OwnContent, { drawings, marks, pieces }: Above): PdfObject[] {
    // Annotations may cover insertions.
    const { among, behind } = dealOut(pieces, drawings.length > 0 ? [] : gaps)
    const orders = this.#orders(
      drawings,
      shuffled([...marks.map((name) => `q /${name} Do Q`), ...behind.map(pieceOrders)]),
    )
    if (bytes)
      return [
        this.content(
          Buffer.concat([
            Buffer.from(BEGIN),
            ...this.#woven(bytes, among),
            Buffer.from(orders, 'latin1'),
          ]),
        ),
      ]
    this.#used.content(streams)
    return [
      this.#shared(BEGIN),
      ...streams,
      pieces.length > 0 ? this.content(Buffer.from(orders, 'latin1')) : this.#shared(orders),
    ]
  }

  #woven(bytes: Uint8Array, among: readonly PlacedPiece[]): Uint8Array[] {
    let from = 0
    const parts: Uint8Array[] = []
    for (const { at, piece } of among) {
      parts.push(
        bytes.subarray(from, at),
        Buffer.from(['', ...this.#apart([pieceOrders(piece)]), ''].join('\n'), 'latin1'),
      )
      from = at
    }
    return [...parts, bytes.subarray(from)]
  }

  #orders(drawings: readonly Drawing[], marks: readonly string[]): string {
    const drawn = drawings.map(
      ({ form, placement }) =>
        `q${placement === undefined ? '' : ` ${placement} cm`} /${this.nameOf(form)} Do Q`,
    )
    return ['', 'n', 'Q', ...drawn, ...this.#apart(marks), ''].join('\n')
  }

  #apart(orders: readonly string[]): readonly string[] {
    return this.#isTagged && orders.length > 0 ? ['/Artifact BMC', ...orders, 'EMC'] : orders
  }

  #shared(content: string): PdfRef {
    const known = this.#pieces.get(content)
    if (known) return known
    const piece = this.content(Buffer.from(content, 'latin1'))
    this.#pieces.set(content, piece)
    return piece
  }

  /** All uncompressed content may exceed memory. */
  content(bytes: Buffer): PdfRef {
    const stream = new PdfStream(
      PdfDict.of({ Filter: PdfName.of('FlateDecode') }),
      deflateSync(bytes, { level: PACKED }),
    )
    const ref = this.#document.add(stream)
    this.#used.streams.add(stream)
    return ref
  }
}
