import type { Watermark } from '../../../paper/watermark/layout.ts'
import { InlineMarks } from '../pdf/mark/inline-marks.ts'
import { MarkForms } from '../pdf/mark/mark-forms.ts'
import type { PdfDocumentPage } from '../pdf/pdf-document.ts'
import type { PagePicture } from '../pdf/picture-page.ts'
import { type Rewritten, rewritePdf } from '../pdf/writing/rewrite-pdf.ts'
import { readShown } from './shown-pdf.ts'

/** Pictures already have the watermark. @throws PdfError NOT_UNDERSTOOD */
export async function watermarkPdf(
  bytes: Buffer,
  { mark, pictures }: { readonly mark: Watermark; readonly pictures: readonly PagePicture[] },
  emit: (bytes: Uint8Array) => void,
): Promise<Pick<Rewritten, 'pageCount' | 'rebuilt' | 'refused'>> {
  const document = await readShown(bytes)
  const marks = new MarkForms(document, mark)
  const large = new InlineMarks(document, mark)
  const overlays = {
    formsFor: ({ box }: PdfDocumentPage) => marks.formsFor(box),
    pick: () => marks.pick(),
    piecesFor: ({ box }: PdfDocumentPage) => large.piecesFor(box),
    states: large.states,
  }
  const { pageCount, rebuilt, refused } = rewritePdf(document, overlays, emit, {
    pictures,
    refusal: 'page',
  })
  return { pageCount, rebuilt, refused }
}
