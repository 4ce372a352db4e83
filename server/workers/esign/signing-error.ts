import { WorkerError } from '../worker-error.ts'

/** `CERTIFICATE` includes unusable keys, `TIME_STAMP` invalid answers. */
type SigningFailure = 'CERTIFICATE' | 'REVOKED' | 'TIME_STAMP'

/** The logged message contains no secret. */
export class SigningError extends WorkerError<SigningFailure> {
  override readonly name = 'SigningError'
}
