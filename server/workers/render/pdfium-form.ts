import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Area } from '../../../paper/raster/page-raster.ts'

/** FORMTYPE_NONE */
const NO_FORM = 0

interface Environment {
  readonly info: number
  readonly form: number
}

/**
 * What is filled into the form of a document, visible signatures included: this build of PDFium draws them as a form alone, not as
 * annotations. Nothing runs thereby: the build has no JavaScript, and actions of document and pages are not called for.
 */
export class FormFields {
  readonly #pdfium: WrappedPdfiumModule
  readonly #environment: Environment | undefined

  constructor(pdfium: WrappedPdfiumModule, document: number) {
    this.#pdfium = pdfium
    if (pdfium.FPDF_GetFormType(document) === NO_FORM) return
    const info = pdfium.PDFiumExt_OpenFormFillInfo()
    this.#environment = { info, form: pdfium.PDFiumExt_InitFormFillEnvironment(document, info) }
  }

  /** Draws the fields of a loaded page over it. @param place of the whole page on the bitmap */
  draw(bitmap: number, page: number, { left, top, width, height }: Area, flags: number): void {
    if (!this.#environment) return
    const { form } = this.#environment
    this.#pdfium.FORM_OnAfterLoadPage(page, form)
    this.#pdfium.FPDF_FFLDraw(form, bitmap, page, left, top, width, height, 0, flags)
    this.#pdfium.FORM_OnBeforeClosePage(page, form)
  }

  /** Comes before the document is closed. */
  close(): void {
    if (!this.#environment) return
    this.#pdfium.PDFiumExt_ExitFormFillEnvironment(this.#environment.form)
    this.#pdfium.PDFiumExt_CloseFormFillInfo(this.#environment.info)
  }
}
