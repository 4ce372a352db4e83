import { WorkerError } from '../worker-error.ts'

/**
 * - `CERTIFICATE`: unusable, or its key does not sign
 * - `TIME_STAMP`: no valid answer of the authority
 */
type SigningFailure = 'CERTIFICATE' | 'REVOKED' | 'TIME_STAMP'

/** The logged message has no secret. */
export class SigningError extends WorkerError<SigningFailure> {
  override readonly name = 'SigningError'
}
