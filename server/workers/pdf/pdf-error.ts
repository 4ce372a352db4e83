import { WorkerError } from '../worker-error.ts'

/** `NOT_UNDERSTOOD`: the result would be uncertain. `TOO_LARGE`: the document exceeds the memory limit. */
export type PdfFailure = 'NOT_UNDERSTOOD' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'BUSY' | 'CLOSED'

/** The message is only logged. */
export class PdfError extends WorkerError<PdfFailure> {
  override readonly name = 'PdfError'
}
