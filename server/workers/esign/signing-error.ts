import { WorkerError } from '../worker-error.ts'

/**
 * `CERTIFICATE` means that the certificate is unusable or its key does not sign, `TIME_STAMP` that the authority gave no valid answer.
 */
type SigningFailure = 'CERTIFICATE' | 'REVOKED' | 'TIME_STAMP'

/** The logged message contains no secret. */
export class SigningError extends WorkerError<SigningFailure> {
  override readonly name = 'SigningError'
}
