import { constants, inflateSync } from 'node:zlib'
import { isRef, PdfArray, PdfName, type PdfObject, type PdfStream } from '../libpdf.ts'
import { PdfError } from '../pdf-error.ts'

const MAX_CONTENT = 128 * 2 ** 20
const CUT_OFF_IS_READ = constants.Z_SYNC_FLUSH

/** @throws PdfError NOT_UNDERSTOOD */
export function contentBytes(stream: PdfStream): Uint8Array {
  const bytes = unpacked(stream)
  if (bytes.length > MAX_CONTENT) throw new PdfError('NOT_UNDERSTOOD', 'a page is too long')
  return bytes
}

function unpacked(stream: PdfStream): Uint8Array {
  const filter = stream.get('Filter')
  const parameters = stream.get('DecodeParms')
  try {
    if (filter instanceof PdfName && filter.value === 'FlateDecode' && parameters === undefined)
      return inflateSync(stream.data, {
        maxOutputLength: MAX_CONTENT,
        finishFlush: CUT_OFF_IS_READ,
      })
    // The library ignores references to filters.
    if (isDirect(filter) && isDirect(parameters)) return stream.getDecodedData()
  } catch (error) {
    throw new PdfError(
      'NOT_UNDERSTOOD',
      `a page cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  throw new PdfError('NOT_UNDERSTOOD', 'a page is packed in an unusual way')
}

const isDirect = (object: PdfObject | undefined): boolean =>
  !isRef(object) && !(object instanceof PdfArray && [...object].some((item) => isRef(item)))
