import { WorkerError } from '../worker-error.ts'

export type ImageFailure = 'TYPE' | 'TOO_LARGE' | 'BROKEN' | 'BUSY'

/** The message is only logged. */
export class ImageError extends WorkerError<ImageFailure> {
  override readonly name = 'ImageError'
}
