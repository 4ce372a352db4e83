import type { EmbeddedFont, PDF, PdfObject, PdfRef } from '@libpdf/core'

/**
 * The PDF library. Names of PDF are bytes, and many Korean documents have names in EUC-KR; the library takes escaped ones for UTF-8 and would
 * break them (0.4.2). It makes its decoders when it is loaded, so it is lent one then that turns each byte into one character, as it does
 * itself with bytes that are not escaped. Nothing else that is used here decodes texts by these.
 */
class ByteDecoder {
  decode(bytes: Uint8Array): string {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  }
}

async function load() {
  const { TextDecoder } = globalThis
  Object.assign(globalThis, { TextDecoder: ByteDecoder })
  try {
    return await import('@libpdf/core')
  } finally {
    Object.assign(globalThis, { TextDecoder })
  }
}

const library = await load()
export const { PdfArray, PdfBool, PdfDict, PdfName, PdfNull, PdfNumber, PdfStream, PdfString } = library
/** @param password of its user or its owner; an empty one opens much that is encrypted. */
export const loadPdf = (bytes: Uint8Array, password = ''): Promise<PDF> => library.PDF.load(bytes, { credentials: password })
/** A certificate with its key. @throws where the password or the file is wrong. */
export const openP12 = (bytes: Uint8Array, password: string) => library.P12Signer.create(bytes, password)
/** A font of which it can be asked what it has. */
export const embeddedFont = (bytes: Uint8Array): EmbeddedFont => library.PDF.create().embedFont(bytes)
export const isRef = (object: PdfObject | undefined): object is PdfRef => object instanceof library.PdfRef
export type PdfArray = InstanceType<typeof PdfArray>
export type PdfDict = InstanceType<typeof PdfDict>
export type PdfStream = InstanceType<typeof PdfStream>
export type { PDF, PdfObject, PdfRef } from '@libpdf/core'
