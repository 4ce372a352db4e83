import { MarkForms } from '../pdf/mark-forms.ts'
import type { Page } from '../pdf/pdf-document.ts'
import { type Rewritten, rewritePdf } from '../pdf/rewrite-pdf.ts'
import { readShown } from './shown-pdf.ts'

/**
 * Writes a PDF anew with the mark on each of its pages, above all that is on them.
 * @throws PdfError NOT_UNDERSTOOD where it is not understood well enough.
 */
export async function stampPdf(
  bytes: Buffer,
  mark: string,
  emit: (bytes: Uint8Array) => void,
): Promise<Pick<Rewritten, 'pageCount' | 'rebuilt'>> {
  const document = await readShown(bytes)
  const marks = new MarkForms(document, mark)
  const overlays = { formsFor: ({ box }: Page) => marks.formsFor(box), pick: () => marks.pick() }
  const { pageCount, rebuilt } = rewritePdf(document, overlays, emit)
  return { pageCount, rebuilt }
}
