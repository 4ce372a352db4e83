import { StorageUnavailableError } from '../../platform/blob/blob-store.ts'
import {
  type LocalEncryptedFile,
  SyncEncryptedFile,
} from '../../platform/blob/sync-encrypted-file.ts'
import { RenderError } from './render-error.ts'

export interface ByteSource {
  readonly size: number
  /** @throws RenderError UNREADABLE, UNAVAILABLE */
  readInto(target: Uint8Array, targetOffset: number, offset: number, length: number): void
  close(): void
}

export function encryptedSource(encrypted: LocalEncryptedFile): ByteSource {
  const file = new SyncEncryptedFile(encrypted)
  return {
    size: file.size,
    readInto(target, targetOffset, offset, length) {
      try {
        file.readInto(target, targetOffset, offset, length)
      } catch (error) {
        const code = error instanceof StorageUnavailableError ? 'UNAVAILABLE' : 'UNREADABLE'
        throw new RenderError(code, error instanceof Error ? error.message : 'unknown')
      }
    },
    close: () => file.close(),
  }
}
