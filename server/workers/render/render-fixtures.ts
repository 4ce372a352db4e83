/** Documents for the tests of this folder: small PDFs written out by hand, sealed as the server seals them. */
import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createEncryptor } from '../../platform/crypto/cobblestone.ts'
import { encodeContext, segmentContext } from '../../platform/crypto/context.ts'
import type { RenderSource } from './protocol.ts'

/** A page: entries of its dictionary beside Type, Parent and Contents, and its content stream. */
export interface PdfPage {
  readonly entries: string
  readonly content: string
}

/** A page of A4 size with a line of Helvetica. */
export function textPage(text: string, entries = '/MediaBox [0 0 595 842]'): PdfPage {
  return { entries, content: `BT /F1 24 Tf 72 700 Td (${text}) Tj ET` }
}

/**
 * Writes a PDF. `extra` are objects that pages may name from 4 on (1 is the catalog, 2 the page tree, 3 Helvetica as /F1 of all pages);
 * `catalog` are further entries of the catalog.
 */
export function writePdf(
  pages: readonly PdfPage[],
  { extra = [], catalog = '' }: { extra?: readonly string[]; catalog?: string } = {},
): Buffer {
  const firstPage = 4 + extra.length
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ')}] /Resources << /Font << /F1 3 0 R >> >> >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...extra,
    ...pages.flatMap(({ entries, content }, index) => [
      `<< /Type /Page /Parent 2 0 R /Contents ${firstPage + 2 * index + 1} 0 R ${entries} >>`,
      stream('', content),
    ]),
  ]
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const trailer = `trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}${trailer}`, 'latin1')
}

/** A stream object: entries of its dictionary and its bytes. */
export function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

/** Seals documents into a folder of their own. */
export class SealedFolder {
  readonly path = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom-render-'))

  seal(kind: RenderSource['kind'], bytes: Buffer, id: string = randomUUID()): RenderSource {
    const context = { room: randomUUID(), file: id, fileVersion: 1, purpose: 'content' }
    const key = randomBytes(32)
    const encryptor = createEncryptor(key, encodeContext(segmentContext(context, 0)))
    const file = path.join(this.path, randomUUID())
    fs.writeFileSync(file, Buffer.concat([...encryptor.update(bytes), ...encryptor.final()]))
    return { id, kind, context, segments: [{ path: file, key, size: bytes.length }] }
  }

  remove(): void {
    fs.rmSync(this.path, { recursive: true })
  }
}

/** A page whose tiling pattern has billions of tiles: drawing it does not end. */
export function endlessPdf(): Buffer {
  const pattern = stream(
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 3 3] /XStep 0.0005 /YStep 0.0005 /Resources << >>',
    '1 0 0 rg 0 0 2 2 re f 0 1 0 rg 1 1 1 1 re f',
  )
  const page = {
    entries: '/MediaBox [0 0 1000 1000] /Resources << /Pattern << /P 4 0 R >> >>',
    content: '/Pattern cs /P scn 0 0 1000 1000 re f',
  }
  return writePdf([page], { extra: [pattern] })
}

/** Forms that each draw the next one ten times, down to a picture: PDFium runs out of memory and aborts. */
export function explodingPdf(): Buffer {
  const depth = 6
  const picture = `q 9 0 0 9 0 0 cm BI /W 512 /H 512 /BPC 8 /CS /G ID ${'x'.repeat(512 * 512)} EI Q`
  const forms = Array.from({ length: depth }, (_, index) => {
    const last = index === depth - 1
    const resources = last ? '' : `/XObject << /X ${5 + index} 0 R >>`
    const content = last ? picture : '/X Do '.repeat(10)
    return stream(`/Type /XObject /Subtype /Form /BBox [0 0 1000 1000] /Resources << ${resources} >>`, content)
  })
  const page = { entries: '/MediaBox [0 0 1000 1000] /Resources << /XObject << /X 4 0 R >> >>', content: '/X Do' }
  return writePdf([page], { extra: forms })
}
