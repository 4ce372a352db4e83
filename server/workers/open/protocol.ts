import type { EncryptedChunks } from '../../platform/encryption/cobblestone.ts'

export interface ToOpener {
  readonly id: number
  readonly chunks: EncryptedChunks
}

/** `bytes` is missing if the chunks are not authentic. */
export interface FromOpener {
  readonly id: number
  readonly bytes?: Uint8Array
}
