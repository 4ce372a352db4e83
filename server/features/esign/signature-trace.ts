/** Signatures have these unencrypted bytes (ISO 32000-2, 12.8.1): verifiers need their offset. */
const TRACE = /\/ByteRange\s*\[\s*\d/
/** A match may span two pieces. */
const LAP_BYTES = 64

export class SignatureTrace {
  #isSigned = false
  #tail = ''

  get isSigned(): boolean {
    return this.#isSigned
  }

  see(piece: Uint8Array): void {
    if (this.#isSigned) return
    const text =
      this.#tail + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')
    this.#isSigned = TRACE.test(text)
    this.#tail = text.slice(-LAP_BYTES)
  }
}
