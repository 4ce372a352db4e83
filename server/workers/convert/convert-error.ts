import { WorkerError } from '../worker-error.ts'

/**
 * - `LOCKED`: needs a password
 * - `TOO_LARGE`: the document or its PDF
 * - `NO_CONVERTER`: none for the type, or no sandbox
 */
export type ConvertFailure = 'LOCKED' | 'BROKEN' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'NO_CONVERTER'

/** The message is only logged. */
export class ConvertError extends WorkerError<ConvertFailure> {
  override readonly name = 'ConvertError'
}
