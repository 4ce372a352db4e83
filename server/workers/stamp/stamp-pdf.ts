import type { Watermark } from '../../../paper/watermark/layout.ts'
import { InlineMarks } from '../pdf/inline-marks.ts'
import { MarkForms } from '../pdf/mark-forms.ts'
import type { Page } from '../pdf/pdf-document.ts'
import type { PagePicture } from '../pdf/picture-page.ts'
import { type Rewritten, rewritePdf } from '../pdf/rewrite-pdf.ts'
import { readShown } from './shown-pdf.ts'

/**
 * Writes a PDF anew with the mark on each of its pages, above all that is on them, but for those that are given as pictures, which have it.
 * @throws PdfError NOT_UNDERSTOOD where it is not understood well enough.
 */
export async function stampPdf(
  bytes: Buffer,
  { mark, pictures }: { readonly mark: Watermark; readonly pictures: readonly PagePicture[] },
  emit: (bytes: Uint8Array) => void,
): Promise<Pick<Rewritten, 'pageCount' | 'rebuilt' | 'refused'>> {
  const document = await readShown(bytes)
  const marks = new MarkForms(document, mark)
  const large = new InlineMarks(document, mark)
  const overlays = {
    formsFor: ({ box }: Page) => marks.formsFor(box),
    pick: () => marks.pick(),
    piecesFor: ({ box }: Page) => large.piecesFor(box),
    states: large.states,
  }
  const { pageCount, rebuilt, refused } = rewritePdf(document, overlays, emit, { pictures, refusal: 'page' })
  return { pageCount, rebuilt, refused }
}
