import { PdfDict, type PdfObject, type PdfStream } from './libpdf.ts'
import { type PdfDocument, readPdf } from './pdf-document.ts'
import { PdfError } from './pdf-error.ts'
import { writePdf } from './pdf-writer.ts'

/** All objects of a document: nothing of it is left out. */
class Everything<T extends PdfObject> extends Set<T> {
  override has(): boolean {
    return true
  }
}

/**
 * Writes a PDF anew without its encryption, for the eyes of what draws pages alone: nobody is given it as a file. What the permissions of its
 * owner's password forbid is not asked, since rights are those of the room.
 * @param passwords the forms in which its password may be meant, as that of the user or of the owner; the first that opens it counts.
 * @throws PdfError NOT_UNDERSTOOD where none of them opens it, or it cannot be read.
 */
export async function decryptPdf(
  bytes: Buffer,
  passwords: readonly string[],
  emit: (bytes: Uint8Array) => void,
): Promise<{ pageCount: number; rebuilt: number[]; refused: number[] }> {
  const document = await firstThatOpens(bytes, passwords)
  const roots = { catalog: document.add(document.catalog), info: document.add(document.info ?? new PdfDict()) }
  writePdf(
    document,
    roots,
    { replacements: new Map(), ours: new Everything(), streams: new Everything<PdfStream>(), kept: new Map() },
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
