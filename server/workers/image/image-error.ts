import { WorkerError } from '../worker-error.ts'

/** `TOO_LARGE` refers to the number of pixels. */
export type ImageFailure = 'TYPE' | 'TOO_LARGE' | 'BROKEN' | 'BUSY'

/** The message is only logged. */
export class ImageError extends WorkerError<ImageFailure> {
  override readonly name = 'ImageError'
}
