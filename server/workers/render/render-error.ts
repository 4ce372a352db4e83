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
 * - `MEMORY`: it needed more memory than one document may take
 * - `BUDGET`: its room has used up the time it may take from others, which says nothing of the document
 * - `STOPPED`: its thread was given to another room; the pool itself tries it again
 * - `SLOW`: it takes longer than somebody is kept waiting, and is drawn on
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
  | 'MEMORY'
  | 'BUDGET'
  | 'STOPPED'
  | 'SLOW'
  | 'UNREADABLE'
  | 'BUSY'
  | 'CLOSED'

/** A page or document that cannot be shown. The message is for the log, never for people. */
export class RenderError extends WorkerError<RenderFailure> {
  override readonly name = 'RenderError'
  /** Nothing was tried, since its document has used up its budget: it says nothing more of the document. */
  readonly isRemembered: boolean

  constructor(code: RenderFailure, message?: string, { isRemembered = false }: { readonly isRemembered?: boolean } = {}) {
    super(code, message)
    this.isRemembered = isRemembered
  }
}
