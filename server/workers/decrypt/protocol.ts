import type { EncryptedChunks } from '../../platform/encryption/cobblestone.ts'

export interface ToDecryptor {
  readonly id: number
  readonly chunks: EncryptedChunks
}

/** `bytes` is missing if the chunks are not authentic. */
export interface FromDecryptor {
  readonly id: number
  readonly bytes?: Uint8Array
}
