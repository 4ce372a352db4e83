import { WorkerError } from '../worker-error.ts'

/** `NOT_UNDERSTOOD` means an uncertain result, `TOO_LARGE` an exceeded memory limit. */
export type PdfFailure = 'NOT_UNDERSTOOD' | 'TOO_LARGE' | 'TIMEOUT' | 'CRASHED' | 'BUSY' | 'CLOSED'

/** The message is only logged. */
export class PdfError extends WorkerError<PdfFailure> {
  override readonly name = 'PdfError'
}
