import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { RenderError } from './render-error.ts'

/** Has a page (from 0) of a document loaded while it is used. @throws RenderError BROKEN */
export function onPage<T>(pdfium: WrappedPdfiumModule, document: number, index: number, use: (page: number) => T): T {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new RenderError('BROKEN', 'PDFium cannot load the page')
  try {
    return use(page)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}
