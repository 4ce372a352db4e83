import { WorkerError } from '../worker-error.ts'

/**
 * - `LOCKED`: needs a password
 * - `UNSUPPORTED`: unknown security handler
 * - `BUDGET`: its room has used its time, which proves nothing about the document
 * - `STOPPED`: its thread went to another room, and the pool retries it
 * - `SLOW`: callers wait no longer, but drawing continues
 * - `UNREADABLE`: reading or decrypting failed, which proves nothing about the document
 * - `UNAVAILABLE`: the storage does not deliver the file now
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
  /** Nothing was tried, for lack of budget. */
  readonly isRemembered: boolean

  constructor(code: RenderFailure, message?: string, { isRemembered = false }: { readonly isRemembered?: boolean } = {}) {
    super(code, message)
    this.isRemembered = isRemembered
  }
}
