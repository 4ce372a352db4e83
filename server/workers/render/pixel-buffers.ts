const MOST_FREE_BYTES = 24 * 2 ** 20

/** New pages leave megabytes outside V8's heap, slow to collect. */
export class PixelBuffers {
  readonly #free: Uint8Array[] = []
  #bytes = 0

  /** The caller overwrites it completely. */
  take(length: number): Uint8Array {
    const at = this.#free.findIndex((free) => free.length === length)
    if (at < 0) return new Uint8Array(length)
    const [free] = this.#free.splice(at, 1)
    this.#bytes -= length
    return free ?? new Uint8Array(length)
  }

  copyOf(bytes: Uint8Array): Uint8Array {
    const copy = this.take(bytes.length)
    copy.set(bytes)
    return copy
  }

  /** Nothing may use it afterwards. */
  give(bytes: Uint8Array): void {
    this.#free.push(bytes)
    this.#bytes += bytes.length
    while (this.#bytes > MOST_FREE_BYTES) this.#bytes -= this.#free.shift()?.length ?? 0
  }

  clear(): void {
    this.#free.length = 0
    this.#bytes = 0
  }
}
