import {
  displayedSize,
  type Matrix,
  type PageShape,
  type Rect,
  type Size,
  stretched,
  stretchedPath,
  userFromDisplayed,
} from '../../../../paper/space/page-space.ts'
import type { PdfRef } from '../../pdf/libpdf.ts'
import { type PdfDocument, type PdfDocumentPage, readPdf } from '../../pdf/pdf-document.ts'
import { PdfError } from '../../pdf/pdf-error.ts'
import type { AppendedPage } from '../../pdf/writing/rewrite-pdf.ts'
import type { AuditFacts, PageDrawing, Sealing } from '../protocol.ts'
import { AUDIT_IMAGE, AUDIT_PAGE, drawAudit } from './draw-audit.ts'
import { DrawingBoard } from './drawing-board.ts'
import { PageImport } from './import-page.ts'
import { plainImages } from './plain-images.ts'

export interface DrawnForms {
  readonly forms: ReadonlyMap<number, PdfRef>
  readonly appended: readonly AppendedPage[]
}

/** Pages count from 0. */
export async function drawForms(
  document: PdfDocument,
  { pages, drawings, images, audit }: Omit<Sealing, 'signature'>,
): Promise<DrawnForms> {
  const placed = drawings.flatMap((drawing) => {
    const page = document.pages[drawing.page]
    const size = page && displayedSize(shapeOf(page))
    return size ? [resized(drawing, pages[drawing.page] ?? size, size)] : []
  })
  const board = new DrawingBoard(await plainImages(images, imageBoxes(placed, audit)))
  const numbers = [...new Set(placed.map(({ page }) => page))]
  for (const number of numbers) {
    board.addPage(displayedSize(shapeOf(document.pages[number])))
    for (const drawing of placed) if (drawing.page === number) board.draw(drawing)
  }
  const auditPages = audit ? drawAudit(board, audit) : 0
  if (numbers.length + auditPages === 0) return { forms: new Map(), appended: [] }
  const drawn = await readPdf(await board.finish())
  if (drawn.pages.length !== numbers.length + auditPages)
    throw new PdfError('NOT_UNDERSTOOD', 'what is drawn has other pages than it should')
  const taken = new PageImport(drawn, document)
  const forms = new Map(
    numbers.flatMap((number, index): [number, PdfRef][] => {
      const page = drawn.pages[index]
      return page ? [[number, taken.form(page, placement(shapeOf(document.pages[number])))]] : []
    }),
  )
  const appended = drawn.pages
    .slice(numbers.length)
    .map((page) => ({ form: taken.form(page, [1, 0, 0, 1, 0, 0]), ...AUDIT_PAGE }))
  return { forms, appended }
}

function imageBoxes(
  drawings: readonly PageDrawing[],
  audit: AuditFacts | undefined,
): ReadonlyMap<number, Size> {
  const boxes = new Map<number, Size>()
  const stands = (image: number, { w, h }: Pick<Rect, 'w' | 'h'>): void => {
    const { width, height } = boxes.get(image) ?? { width: 0, height: 0 }
    boxes.set(image, { width: Math.max(width, w), height: Math.max(height, h) })
  }
  for (const drawing of drawings) if (drawing.kind === 'image') stands(drawing.image, drawing.rect)
  for (const image of audit?.people.flatMap((person) => person.images) ?? [])
    stands(image, AUDIT_IMAGE)
  return boxes
}

const shapeOf = (page: PdfDocumentPage | undefined): PageShape =>
  page
    ? { crop: page.box.seen, rotate: page.box.rotation, userUnit: page.userUnit }
    : { crop: [0, 0, 1, 1], rotate: 0 }

function placement(shape: PageShape): Matrix {
  const [a, b, c, d, e, f] = userFromDisplayed(shape)
  const { height } = displayedSize(shape)
  return [a, b, -c, -d, c * height + e, d * height + f]
}

function resized(drawing: PageDrawing, from: Size, to: Size): PageDrawing {
  const [across, along] = [to.width / from.width, to.height / from.height]
  if (across === 1 && along === 1) return drawing
  switch (drawing.kind) {
    case 'strokes': {
      const paths = drawing.paths.map((path) => stretchedPath(path, across, along))
      return { ...drawing, paths, thickness: drawing.thickness * Math.sqrt(across * along) }
    }
    case 'image':
      return { ...drawing, rect: stretched(drawing.rect, across, along) }
    case 'text':
      return {
        ...drawing,
        rect: stretched(drawing.rect, across, along),
        ...(drawing.size === undefined ? {} : { size: drawing.size * along }),
      }
  }
}
