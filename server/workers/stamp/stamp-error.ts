import { WorkerError } from '../worker-error.ts'

/**
 * Why no mark was put into a document.
 * - `UNSTAMPABLE`: the document is not understood well enough to be sure of the outcome
 * - `TOO_LARGE`: it has more bytes than are held in memory
 * - `TIMEOUT`: it took longer than the deadline
 * - `CRASHED`: its process died over it
 * - `BUSY`: too many wait already
 * - `CLOSED`: the pool has been closed
 */
export type StampFailure = 'UNSTAMPABLE' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'BUSY' | 'CLOSED'

/** A document that could not be stamped. The message is for the log, never for people. */
export class StampError extends WorkerError<StampFailure> {
  override readonly name = 'StampError'
}
