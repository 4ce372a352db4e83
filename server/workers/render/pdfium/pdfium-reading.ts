import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { RenderError } from '../render-error.ts'
import { Appearances } from './appearances.ts'
import type { Runtime } from './pdfium-runtime.ts'

const AS_DISPLAYED = 0

/** @throws RenderError BROKEN */
function onPage<T>(
  pdfium: WrappedPdfiumModule,
  document: number,
  index: number,
  use: (page: number) => T,
): T {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new RenderError('BROKEN', 'PDFium cannot load the page')
  try {
    return use(page)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

/** PDFium reads text of merged annotations. Links are lost. */
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
    this.#appearances.each(index, (annotation) => {
      if (annotation.has('OC')) annotation.hide()
    })
    onPage(this.#pdfium, this.#document, index, (page) =>
      this.#pdfium.FPDFPage_Flatten(page, AS_DISPLAYED),
    )
  }
}
