import { type LocalSealedFile, SyncSealedFile } from '../../platform/blob/sync-sealed-file.ts'
import { RenderError } from './render-error.ts'

/** Random access to the plaintext of a document. */
export interface ByteSource {
  readonly size: number
  /** Fills `length` bytes of `target` from `targetOffset` with the bytes from `offset`. Throws RenderError UNREADABLE. */
  readInto(target: Uint8Array, targetOffset: number, offset: number, length: number): void
  close(): void
}

/** A sealed file as a source. Nothing is read before the first `readInto`. */
export function sealedSource(sealed: LocalSealedFile): ByteSource {
  const file = new SyncSealedFile(sealed)
  return {
    size: file.size,
    readInto(target, targetOffset, offset, length) {
      try {
        file.readInto(target, targetOffset, offset, length)
      } catch (error) {
        throw new RenderError('UNREADABLE', error instanceof Error ? error.message : 'unknown')
      }
    },
    close: () => file.close(),
  }
}
