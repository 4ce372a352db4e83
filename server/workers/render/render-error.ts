import { WorkerError } from '../worker-error.ts'

/**
 * Why a page cannot be shown.
 * - `LOCKED`: the document asks for a password
 * - `BROKEN`: it cannot be opened or drawn
 * - `TOO_LARGE`: more pages, pixels or bytes than are drawn here
 * - `UNSUPPORTED`: protected by a scheme that the engine does not know
 * - `NO_PAGE`: the document has no page of that number
 * - `TIMEOUT`: it took longer than the deadline
 * - `CRASHED`: its worker died over it
 * - `UNREADABLE`: its sealed bytes could not be read or did not open, which says nothing of the document
 * - `BUSY`: too many jobs wait already
 * - `CLOSED`: the pool has been closed
 */
export type RenderFailure =
  | 'LOCKED'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'UNSUPPORTED'
  | 'NO_PAGE'
  | 'TIMEOUT'
  | 'CRASHED'
  | 'UNREADABLE'
  | 'BUSY'
  | 'CLOSED'

/** A page or document that cannot be shown. The message is for the log, never for people. */
export class RenderError extends WorkerError<RenderFailure> {
  override readonly name = 'RenderError'
}
