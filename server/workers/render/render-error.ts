/**
 * Why a page cannot be shown.
 * - `LOCKED`: the document asks for a password
 * - `BROKEN`: it cannot be opened or drawn, or drawing it brought its worker down
 * - `TOO_LARGE`: more pages, pixels or bytes than are drawn here
 * - `UNSUPPORTED`: protected by a scheme that the engine does not know
 * - `NO_PAGE`: the document has no page of that number
 * - `TIMEOUT`: it took longer than the deadline
 * - `BUSY`: too many jobs wait already
 * - `CLOSED`: the pool has been closed
 */
export type RenderFailure = 'LOCKED' | 'BROKEN' | 'TOO_LARGE' | 'UNSUPPORTED' | 'NO_PAGE' | 'TIMEOUT' | 'BUSY' | 'CLOSED'

/** A page or document that cannot be shown. The message is for the log, never for people. */
export class RenderError extends Error {
  override readonly name = 'RenderError'
  readonly code: RenderFailure

  constructor(code: RenderFailure, message: string = code) {
    super(message)
    this.code = code
  }
}
