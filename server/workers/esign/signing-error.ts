import { WorkerError } from '../worker-error.ts'

/** `CERTIFICATE` includes a key that does not sign, `TIME_STAMP` an invalid answer. */
type SigningFailure = 'CERTIFICATE' | 'REVOKED' | 'TIME_STAMP'

/** The logged message contains no secret. */
export class SigningError extends WorkerError<SigningFailure> {
  override readonly name = 'SigningError'
}
