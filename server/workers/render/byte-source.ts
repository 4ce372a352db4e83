/** Random access to the plaintext of a document. */
export interface ByteSource {
  readonly size: number
  /** Fills `length` bytes of `target` from `targetOffset` with the bytes from `offset`. Throws if they cannot be read or do not open. */
  readInto(target: Uint8Array, targetOffset: number, offset: number, length: number): void
  close(): void
}
