import { buffer } from 'node:stream/consumers'
import { decodeImage } from './decode-image.ts'
import { ImageError } from './image-error.ts'
import { IMAGE_EXIT } from './image-exit.ts'

const EXITS = {
  TYPE: IMAGE_EXIT.type,
  TOO_LARGE: IMAGE_EXIT.tooLarge,
  BROKEN: IMAGE_EXIT.broken,
  BUSY: IMAGE_EXIT.broken,
}

try {
  process.stdout.write(await decodeImage(await buffer(process.stdin), Number(process.argv[2])))
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof ImageError ? EXITS[error.code] : IMAGE_EXIT.broken
}
