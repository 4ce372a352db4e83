import {
  type ArrivingFile,
  type BlobRange,
  type LocalBlob,
  StorageUnavailableError,
} from './blob-store.ts'

/** Readers request one block, then several. */
const BLOCK_BYTES = 2 ** 20
const BLOCKS_AT_ONCE = 4

const WHOLE = 0
const State = { absent: 0, wanted: 1, here: 2, failed: 3 } as const

/** Blocks that waiting readers need come first. */
export class ArrivingBlob {
  readonly blocks: SharedArrayBuffer
  readonly #cells: Int32Array
  readonly #size: number
  readonly #claimed: Uint8Array
  #next = 0

  /** @param size in bytes */
  constructor(size: number) {
    const count = Math.ceil(size / BLOCK_BYTES)
    this.blocks = new SharedArrayBuffer((count + 1) * Int32Array.BYTES_PER_ELEMENT)
    this.#cells = new Int32Array(this.blocks)
    this.#claimed = new Uint8Array(count)
    this.#size = size
    // Opening reads header and last chunk.
    this.#cells.fill(State.wanted, 1, 2)
    this.#cells.fill(State.wanted, count, count + 1)
    Atomics.store(this.#cells, WHOLE, State.absent)
  }

  claim(): BlobRange | undefined {
    const first = this.#wanted() ?? this.#unclaimed()
    if (first === undefined) return undefined
    let end = first + 1
    if (Atomics.load(this.#cells, first + 1) === State.absent)
      while (end < first + BLOCKS_AT_ONCE && this.#claimed[end] === 0) end += 1
    this.#claimed.fill(1, first, end)
    const offset = first * BLOCK_BYTES
    return { offset, length: Math.min(end * BLOCK_BYTES, this.#size) - offset }
  }

  arrived({ offset, length }: BlobRange): void {
    const first = offset / BLOCK_BYTES
    for (let block = first; block < first + Math.ceil(length / BLOCK_BYTES); block += 1)
      this.#set(block + 1, State.here)
  }

  end(): void {
    this.#set(WHOLE, State.here)
  }

  fail(): void {
    this.#claimed.fill(1)
    for (let cell = 0; cell < this.#cells.length; cell += 1)
      if (this.#cells[cell] !== State.here) this.#set(cell, State.failed)
  }

  #wanted(): number | undefined {
    const found = this.#claimed.findIndex(
      (claimed, block) => claimed === 0 && Atomics.load(this.#cells, block + 1) === State.wanted,
    )
    return found === -1 ? undefined : found
  }

  #unclaimed(): number | undefined {
    while (this.#next < this.#claimed.length && this.#claimed[this.#next] === 1) this.#next += 1
    return this.#next < this.#claimed.length ? this.#next : undefined
  }

  #set(cell: number, state: number): void {
    Atomics.store(this.#cells, cell, state)
    Atomics.notify(this.#cells, cell)
  }
}

/** Blocks the worker thread. @returns false on timeout or failure. */
export function awaitBytes(
  { blocks }: ArrivingFile,
  { offset, length }: BlobRange,
  withinMs: number,
): boolean {
  const cells = new Int32Array(blocks)
  const until = performance.now() + withinMs
  const last = Math.floor((offset + Math.max(length, 1) - 1) / BLOCK_BYTES)
  const all = Array.from(
    { length: last - Math.floor(offset / BLOCK_BYTES) + 1 },
    (_, at) => Math.floor(offset / BLOCK_BYTES) + at + 1,
  )
  for (const cell of all) Atomics.compareExchange(cells, cell, State.absent, State.wanted)
  return all.every((cell) => {
    while (Atomics.load(cells, cell) === State.wanted) {
      const left = until - performance.now()
      if (left <= 0 || Atomics.wait(cells, cell, State.wanted, left) === 'timed-out') return false
    }
    return Atomics.load(cells, cell) === State.here
  })
}

/** Serves programs that read whole files. @throws StorageUnavailableError */
export async function whenWhole({ path, arriving }: LocalBlob): Promise<string> {
  if (!arriving) return path
  const cells = new Int32Array(arriving.blocks)
  while (Atomics.load(cells, WHOLE) === State.absent)
    await Atomics.waitAsync(cells, WHOLE, State.absent).value
  if (Atomics.load(cells, WHOLE) !== State.here) throw new StorageUnavailableError(undefined)
  return path
}
