import { PdfDict, type PdfObject, type PdfStream } from './libpdf.ts'
import { type PdfDocument, readPdf } from './pdf-document.ts'
import { PdfError } from './pdf-error.ts'
import { writePdf } from './writing/pdf-writer.ts'

class Everything<T extends PdfObject> extends Set<T> {
  override has(): boolean {
    return true
  }
}

/**
 * Internal rendering ignores owner permissions: the room's rights apply.
 * @throws PdfError NOT_UNDERSTOOD if no password fits or the document is unreadable
 */
export async function decryptPdf(
  bytes: Buffer,
  passwords: readonly string[],
  emit: (bytes: Uint8Array) => void,
): Promise<{ pageCount: number; rebuilt: number[]; refused: number[] }> {
  const document = await firstThatOpens(bytes, passwords)
  const roots = {
    catalog: document.add(document.catalog),
    info: document.add(document.info ?? new PdfDict()),
  }
  writePdf(
    document,
    roots,
    {
      replacements: new Map(),
      ours: new Everything(),
      streams: new Everything<PdfStream>(),
      kept: new Map(),
    },
    emit,
  )
  return { pageCount: document.pages.length, rebuilt: [], refused: [] }
}

async function firstThatOpens(bytes: Buffer, passwords: readonly string[]): Promise<PdfDocument> {
  let failure: unknown = new PdfError('NOT_UNDERSTOOD', 'no password is given')
  for (const password of passwords) {
    try {
      return await readPdf(bytes, password)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
