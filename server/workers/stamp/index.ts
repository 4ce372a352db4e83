/** Marks in untrusted PDFs, which stay PDFs. */
export { PdfError } from '../pdf/pdf-error.ts'
export { createStampPool, type StampedFile, type StampPool } from './stamp-pool.ts'
