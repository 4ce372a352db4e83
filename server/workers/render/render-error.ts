import { WorkerError } from '../worker-error.ts'

/**
 * `LOCKED` documents need a password, `UNSUPPORTED` ones have an unknown security handler. `SLOW` callers wait no longer while drawing
 * continues. After `STOPPED` the pool retries. `UNAVAILABLE` means that the storage does not deliver now. `BUDGET` and `UNREADABLE`
 * prove nothing about the document.
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
  readonly isRemembered: boolean

  constructor(
    code: RenderFailure,
    message?: string,
    { isRemembered = false }: { readonly isRemembered?: boolean } = {},
  ) {
    super(code, message)
    this.isRemembered = isRemembered
  }
}
