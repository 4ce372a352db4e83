import type { Watermark } from '../../../paper/watermark/layout.ts'
import { InlineMarks } from '../pdf/inline-marks.ts'
import { MarkForms } from '../pdf/mark-forms.ts'
import { type Page, readPdf } from '../pdf/pdf-document.ts'
import { type Rewritten, rewritePdf } from '../pdf/rewrite-pdf.ts'

/**
 * Writes a PDF anew with the mark on each of its pages, above all that is on them.
 * @throws PdfError NOT_UNDERSTOOD where it is not understood well enough.
 */
export async function stampPdf(
  bytes: Buffer,
  mark: Watermark,
  emit: (bytes: Uint8Array) => void,
): Promise<Pick<Rewritten, 'pageCount' | 'rebuilt'>> {
  const document = await readPdf(bytes)
  const marks = new MarkForms(document, mark)
  const large = new InlineMarks(document, mark)
  const overlays = {
    formsFor: ({ box }: Page) => marks.formsFor(box),
    pick: () => marks.pick(),
    piecesFor: ({ box }: Page) => large.piecesFor(box),
    states: large.states,
  }
  const { pageCount, rebuilt } = rewritePdf(document, overlays, emit)
  return { pageCount, rebuilt }
}
