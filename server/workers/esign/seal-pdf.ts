import type { Watermark } from '../../../paper/watermark/layout.ts'
import type { InlineMarks } from '../pdf/mark/inline-marks.ts'
import type { MarkForms } from '../pdf/mark/mark-forms.ts'
import { type PdfDocument, readPdf } from '../pdf/pdf-document.ts'
import { PdfError } from '../pdf/pdf-error.ts'
import { type Overlays, rewritePdf } from '../pdf/writing/rewrite-pdf.ts'
import type { DrawnForms } from './drawing/draw-forms.ts'
import type { Sealing } from './protocol.ts'

export interface Burned {
  readonly bytes: Buffer
  readonly pageCount: number
  readonly auditPages: number
  readonly isFlattened: boolean
}

/** @throws PdfError NOT_UNDERSTOOD, also if readers show content without appearance */
export async function burnPdf(bytes: Buffer, sealing: Omit<Sealing, 'signature'>): Promise<Burned> {
  const document = await readPdf(bytes)
  const { forms, appended } = await drawn(document, sealing)
  const marks =
    sealing.waterMark === undefined ? undefined : await markOf(document, sealing.waterMark)
  const overlays: Overlays = {
    formsFor({ box }, index) {
      const own = forms.get(index)
      return [...(marks?.fine.formsFor(box) ?? []), ...(own ? [own] : [])]
    },
    pick: (at, index) => [
      ...(marks?.fine.pick() ?? []),
      ...(forms.has(index) ? [at.length - 1] : []),
    ],
    piecesFor: ({ box }) => marks?.large.piecesFor(box) ?? [],
    states: marks?.large.states ?? [],
  }
  const pieces: Uint8Array[] = []
  const { pageCount, isFlattened, lost } = rewritePdf(
    document,
    overlays,
    (piece) => pieces.push(piece),
    { appended, openLayers: 'closed' },
  )
  if (lost.length > 0)
    throw new PdfError(
      'NOT_UNDERSTOOD',
      `something on page ${lost[0]} has no appearance of its own`,
    )
  return {
    bytes: Buffer.concat(pieces),
    pageCount,
    auditPages: appended.length,
    isFlattened: isFlattened || document.catalog.has('OCProperties'),
  }
}

/** Loading takes longer than checking an upload. */
async function drawn(
  document: PdfDocument,
  sealing: Omit<Sealing, 'signature'>,
): Promise<DrawnForms> {
  if (sealing.drawings.length === 0 && !sealing.audit) return { forms: new Map(), appended: [] }
  const { drawForms } = await import('./drawing/draw-forms.ts')
  return drawForms(document, sealing)
}

async function markOf(
  document: PdfDocument,
  mark: Watermark,
): Promise<{ fine: MarkForms; large: InlineMarks }> {
  const [{ MarkForms }, { InlineMarks }] = await Promise.all([
    import('../pdf/mark/mark-forms.ts'),
    import('../pdf/mark/inline-marks.ts'),
  ])
  return { fine: new MarkForms(document, mark), large: new InlineMarks(document, mark) }
}
