import { WorkerError } from '../worker-error.ts'

/**
 * Why a document was not worked on.
 * - `NOT_UNDERSTOOD`: the document is not understood well enough to be sure of the outcome
 * - `TOO_LARGE`: it has more bytes than are held in memory
 * - `TIMEOUT`: it took longer than the deadline
 * - `CRASHED`: its process died over it
 * - `BUSY`: too many wait already
 * - `CLOSED`: the pool has been closed
 */
export type PdfFailure = 'NOT_UNDERSTOOD' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'BUSY' | 'CLOSED'

/** A PDF that could not be worked on. The message is for the log, never for people. */
export class PdfError extends WorkerError<PdfFailure> {
  override readonly name = 'PdfError'
}
