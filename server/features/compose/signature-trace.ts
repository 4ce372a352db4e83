/**
 * What the value of every signature has (ISO 32000-2, 12.8.1), in plain bytes also in PDFs that are encrypted: its place in the file has to be
 * known to whoever checks it, so that it can lie in no compressed object.
 */
const TRACE = /\/ByteRange\s*\[\s*\d/
/** A trace may lie across two pieces. */
const LAP_BYTES = 64

/** Sees in the bytes of a PDF, as they pass, whether it was signed. */
export class SignatureTrace {
  #isSigned = false
  #tail = ''

  get isSigned(): boolean {
    return this.#isSigned
  }

  /** The next bytes. */
  see(piece: Uint8Array): void {
    if (this.#isSigned) return
    const text = this.#tail + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1')
    this.#isSigned = TRACE.test(text)
    this.#tail = text.slice(-LAP_BYTES)
  }
}
