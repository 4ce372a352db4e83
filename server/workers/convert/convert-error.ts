import { WorkerError } from '../worker-error.ts'

/** `NO_CONVERTER` includes a missing sandbox. */
export type ConvertFailure =
  | 'LOCKED'
  | 'BROKEN'
  | 'TOO_LARGE'
  | 'TIMEOUT'
  | 'CRASHED'
  | 'NO_CONVERTER'

/** The message is only logged. */
export class ConvertError extends WorkerError<ConvertFailure> {
  override readonly name = 'ConvertError'
}
