/** Marks in untrusted PDFs, which stay PDFs. */
export { StampError } from './stamp-error.ts'
export { createStampPool, type StampedFile, type StampPool } from './stamp-pool.ts'
