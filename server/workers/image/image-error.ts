import { WorkerError } from '../worker-error.ts'

/**
 * Why an image is not taken.
 * - `TYPE`: it is none of the types that can be stamped
 * - `TOO_LARGE`: it has more pixels than are decoded here
 * - `BROKEN`: it cannot be decoded
 * - `BUSY`: too many wait already
 */
export type ImageFailure = 'TYPE' | 'TOO_LARGE' | 'BROKEN' | 'BUSY'

/** An image that is not taken. The message is for the log, never for people. */
export class ImageError extends WorkerError<ImageFailure> {
  override readonly name = 'ImageError'
}
