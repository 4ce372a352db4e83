import { WorkerError } from '../worker-error.ts'

/**
 * `LOCKED` means that the document needs a password, `UNSUPPORTED` an unknown security handler, and `SLOW` that callers wait no longer
 * while drawing continues. After `STOPPED` the thread went to another room, and the pool retries. `UNAVAILABLE` means that the storage
 * does not deliver the file now. `BUDGET` (the room has used its time) and `UNREADABLE` (reading or decrypting failed) prove nothing
 * about the document.
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
  | 'UNAVAILABLE'
  | 'BUSY'
  | 'CLOSED'

/** The message is only logged. */
export class RenderError extends WorkerError<RenderFailure> {
  override readonly name = 'RenderError'
  /** This is true if nothing was tried, for lack of budget. */
  readonly isRemembered: boolean

  constructor(code: RenderFailure, message?: string, { isRemembered = false }: { readonly isRemembered?: boolean } = {}) {
    super(code, message)
    this.isRemembered = isRemembered
  }
}
