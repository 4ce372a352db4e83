/** Marks in untrusted PDFs, which stay PDFs. */
export { PdfError } from '../pdf/pdf-error.ts'
export type { PagePicture } from '../pdf/picture-page.ts'
export { createStampPool, type StampedFile, type StampPool } from './stamp-pool.ts'
