import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { Appearances } from './appearances.ts'
import { onPage } from './pdfium-page.ts'
import type { Runtime } from './pdfium-runtime.ts'

/** FLAT_NORMALDISPLAY */
const AS_DISPLAYED = 0

/**
 * A document opened a second time, to be read: what is shown of annotations and form fields becomes part of their page, so that PDFium takes
 * their words for words of the page. To be drawn it is no good, since links are gone.
 */
export class ReadingCopy {
  readonly #pdfium: WrappedPdfiumModule
  readonly #document: number
  readonly #appearances: Appearances
  readonly #flat = new Set<number>()

  constructor(pdfium: WrappedPdfiumModule, runtime: Runtime, document: number) {
    this.#pdfium = pdfium
    this.#document = document
    this.#appearances = new Appearances(pdfium, runtime, document)
  }

  onPage<T>(index: number, use: (page: number) => T): T {
    this.#flatten(index)
    return onPage(this.#pdfium, this.#document, index, use)
  }

  close(): void {
    this.#appearances.close()
    this.#pdfium.FPDF_CloseDocument(this.#document)
  }

  #flatten(index: number): void {
    if (this.#flat.has(index)) return
    this.#flat.add(index)
    this.#appearances.give(index)
    // Layers may be hidden, and that cannot be asked of PDFium.
    this.#appearances.each(index, (annotation) => {
      if (annotation.has('OC')) annotation.hide()
    })
    onPage(this.#pdfium, this.#document, index, (page) => this.#pdfium.FPDFPage_Flatten(page, AS_DISPLAYED))
  }
}
