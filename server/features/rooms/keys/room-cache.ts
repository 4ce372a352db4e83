const CACHED_ROOMS = 500

/** Forgets the room that was set first. */
export class RoomCache<Known> {
  readonly #known = new Map<number, Known>()

  get(roomId: number): Known | undefined {
    return this.#known.get(roomId)
  }

  forget(roomId: number): void {
    this.#known.delete(roomId)
  }

  set(roomId: number, known: Known): void {
    const oldest = this.#known.size >= CACHED_ROOMS ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(roomId, known)
  }
}
