import { closeSync, openSync, writeSync, writevSync } from 'node:fs'
import { createEncryptor, type Encryptor } from '../../platform/crypto/cobblestone.ts'
import { encodeContext, type SealingContext, segmentContext } from '../../platform/crypto/context.ts'

/** Sealed bytes are gathered up to here before they are written. */
const BATCH = 1024 * 1024

/** Seals what it is given into a file, as a segment: the only one, unless another place is given. */
export class SealedOutput {
  readonly #file: number
  readonly #encryptor: Encryptor
  #batch: Buffer[] = []
  #batched = 0
  #size = 0

  constructor(path: string, key: Uint8Array, context: SealingContext, place = 0) {
    this.#encryptor = createEncryptor(key, encodeContext(segmentContext(context, place)))
    this.#file = openSync(path, 'r+')
  }

  /** Bytes of plaintext so far. */
  get size(): number {
    return this.#size
  }

  write(plaintext: Uint8Array): void {
    for (let at = 0; at < plaintext.length; at += BATCH) this.#add(this.#encryptor.update(plaintext.subarray(at, at + BATCH)))
    this.#size += plaintext.length
  }

  finish(): void {
    this.#add(this.#encryptor.final())
    this.#flush()
  }

  close(): void {
    closeSync(this.#file)
  }

  #add(sealed: readonly Buffer[]): void {
    for (const piece of sealed) {
      this.#batch.push(piece)
      this.#batched += piece.length
    }
    if (this.#batched >= BATCH) this.#flush()
  }

  #flush(): void {
    let written = writevSync(this.#file, this.#batch)
    // A disk that is nearly full takes a part.
    if (written < this.#batched)
      for (const rest = Buffer.concat(this.#batch); written < rest.length; ) written += writeSync(this.#file, rest, written)
    this.#batch = []
    this.#batched = 0
  }
}
