import type { EmbeddedFont, PDF, PdfObject, PdfRef } from '@libpdf/core'

/**
 * PDF names are bytes, often EUC-KR, which the library (0.4.2) breaks as UTF-8. On load it gets this decoder. Nothing else here decodes
 * with it.
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
export const { PdfArray, PdfBool, PdfDict, PdfName, PdfNull, PdfNumber, PdfStream, PdfString } =
  library
/** @param password often empty */
export const loadPdf = (bytes: Uint8Array, password = ''): Promise<PDF> =>
  library.PDF.load(bytes, { credentials: password })
/** @throws Error if the password or file is wrong */
export const openP12 = (bytes: Uint8Array, password: string) =>
  library.P12Signer.create(bytes, password)
export const embeddedFont = (bytes: Uint8Array): EmbeddedFont =>
  library.PDF.create().embedFont(bytes)
export const isRef = (object: PdfObject | undefined): object is PdfRef =>
  object instanceof library.PdfRef
export type PdfArray = InstanceType<typeof PdfArray>
export type PdfDict = InstanceType<typeof PdfDict>
export type PdfStream = InstanceType<typeof PdfStream>
export type { PDF, PdfObject, PdfRef } from '@libpdf/core'
