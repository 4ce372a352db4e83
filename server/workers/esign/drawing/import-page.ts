import type { Matrix } from '../../../../paper/space/page-space.ts'
import { contentBytes } from '../../pdf/content/content-bytes.ts'
import {
  isRef,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from '../../pdf/libpdf.ts'
import type { PdfDocument, PdfDocumentPage } from '../../pdf/pdf-document.ts'
import { arrayOf, keyOf } from '../../pdf/writing/prune.ts'

export class PageImport {
  readonly #from: PdfDocument
  readonly #to: PdfDocument
  readonly #taken = new Map<number, PdfRef>()

  constructor(from: PdfDocument, to: PdfDocument) {
    this.#from = from
    this.#to = to
  }

  form(page: PdfDocumentPage, matrix: Matrix): PdfRef {
    const contents = this.#from.resolve(page.dict.get('Contents'))
    const streams =
      contents instanceof PdfArray
        ? [...contents].map((item) => this.#from.resolve(item))
        : [contents]
    const bytes = streams.flatMap((stream) =>
      stream instanceof PdfStream ? [contentBytes(stream), Buffer.from('\n')] : [],
    )
    const entries = PdfDict.of({
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: numbers(page.box.seen),
      Matrix: numbers(matrix),
      Resources: page.resources ? this.#copy(page.resources) : new PdfDict(),
    })
    return this.#to.add(new PdfStream(entries, Buffer.concat(bytes)))
  }

  #copy(object: PdfObject): PdfObject {
    if (isRef(object)) return this.#reference(object)
    if (object instanceof PdfArray) return arrayOf([...object].map((item) => this.#copy(item)))
    if (!(object instanceof PdfDict)) return object
    const entries = [...object].map(([key, value]): [string, PdfObject] => [
      key.value,
      this.#copy(value),
    ])
    return object instanceof PdfStream
      ? new PdfStream(new PdfDict(entries), object.data)
      : new PdfDict(entries)
  }

  #reference(ref: PdfRef): PdfRef {
    const known = this.#taken.get(keyOf(ref))
    if (known) return known
    const found = this.#from.resolve(ref)
    const taken = this.#to.add(found ? this.#copy(found) : PdfName.of('Null'))
    this.#taken.set(keyOf(ref), taken)
    return taken
  }
}

const numbers = (values: readonly number[]): PdfArray =>
  arrayOf(values.map((value) => PdfNumber.of(value)))
