import { WorkerError } from '../worker-error.ts'

/**
 * `LOCKED` means that the document needs a password, `TOO_LARGE` that it or its PDF is too large. `NO_CONVERTER` means that the type has
 * no converter or the sandbox is missing.
 */
export type ConvertFailure = 'LOCKED' | 'BROKEN' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'NO_CONVERTER'

/** The message is only logged. */
export class ConvertError extends WorkerError<ConvertFailure> {
  override readonly name = 'ConvertError'
}
