import { closeSync, openSync, writeSync, writevSync } from 'node:fs'
import { createEncryptor, type Encryptor } from '../../../platform/encryption/cobblestone.ts'
import {
  type EncryptionContext,
  encodeContext,
  segmentContext,
} from '../../../platform/encryption/context.ts'

const BATCH = 1024 * 1024

export class EncryptedOutput {
  readonly #file: number
  readonly #encryptor: Encryptor
  #batch: Buffer[] = []
  #batched = 0
  #size = 0

  constructor(path: string, key: Uint8Array, context: EncryptionContext, place = 0) {
    this.#encryptor = createEncryptor(key, encodeContext(segmentContext(context, place)))
    this.#file = openSync(path, 'r+')
  }

  get size(): number {
    return this.#size
  }

  write(plaintext: Uint8Array): void {
    for (let at = 0; at < plaintext.length; at += BATCH)
      this.#add(this.#encryptor.update(plaintext.subarray(at, at + BATCH)))
    this.#size += plaintext.length
  }

  finish(): void {
    this.#add(this.#encryptor.final())
    this.#flush()
  }

  close(): void {
    closeSync(this.#file)
  }

  #add(encrypted: readonly Buffer[]): void {
    for (const piece of encrypted) {
      this.#batch.push(piece)
      this.#batched += piece.length
    }
    if (this.#batched >= BATCH) this.#flush()
  }

  #flush(): void {
    let written = writevSync(this.#file, this.#batch)
    // Nearly full disks write partially.
    if (written < this.#batched)
      for (const rest = Buffer.concat(this.#batch); written < rest.length; )
        written += writeSync(this.#file, rest, written)
    this.#batch = []
    this.#batched = 0
  }
}
