import { WorkerError } from '../worker-error.ts'

/**
 * Why nothing could be signed.
 * - `CERTIFICATE`: there is no usable certificate, or its key does not sign
 * - `REVOKED`: whoever vouched for the certificate does so no more
 * - `TIME_STAMP`: the time-stamp authority does not answer, or not as it should
 */
type SigningFailure = 'CERTIFICATE' | 'REVOKED' | 'TIME_STAMP'

/** Something that could not be signed. The message is for the log and holds no secret. */
export class SigningError extends WorkerError<SigningFailure> {
  override readonly name = 'SigningError'
}
