import { inverse, product, type Transform } from '../page-box.ts'

/** Insertions in a gap look drawn last. */
export interface Gap {
  readonly at: number
  readonly transform: Transform
}

interface GapState {
  readonly transform: Transform
  readonly isClipped: boolean
}

const UNTOUCHED: GapState = { transform: [1, 0, 0, 1, 0, 0], isClipped: false }
const OPERANDS = 6
const MOST_GAPS = 256
/** Higher text rendering modes clip. */
const FIRST_CLIPPING_MODE = 4
const [ZERO, NINE] = [48, 57]
const SIGNS = new Set([...'+-.'].map((character) => character.charCodeAt(0)))

const COVERING = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'EI'])
const PAINTING = new Set([...COVERING, 'S', 's', 'n'])
const BUILDING = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'])
const LEADING = new Set(['ET', 'Q', 'EMC', 'S', 's', 'n'])

export class GapFinder {
  #gaps: Gap[] = []
  #state = UNTOUCHED
  readonly #outer: GapState[] = []
  #marks = 0
  #isInText = false
  #hasPath = false
  readonly #bytes: Uint8Array
  #operands: number[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get gaps(): readonly Gap[] {
    return this.#gaps
  }

  word(from: number, to: number): void {
    const first = this.#bytes[from] ?? 0
    if ((first >= ZERO && first <= NINE) || SIGNS.has(first)) {
      if (this.#operands.length === 2 * OPERANDS) this.#operands = this.#operands.slice(2)
      this.#operands.push(from, to)
      return
    }
    if (to - from <= 3) this.#order(String.fromCharCode(...this.#bytes.subarray(from, to)), to)
    this.#operands.length = 0
  }

  #order(order: string, end: number): void {
    if (COVERING.has(order)) this.#gaps = []
    if (BUILDING.has(order)) this.#hasPath = true
    else if (PAINTING.has(order)) this.#hasPath = false
    this.#follow(order)
    if (LEADING.has(order)) this.#open(end)
  }

  #follow(order: string): void {
    if (order === 'q') this.#outer.push(this.#state)
    else if (order === 'Q') this.#state = this.#outer.pop() ?? { ...this.#state, isClipped: true }
    else if (order === 'cm')
      this.#state = { ...this.#state, transform: product(this.#matrix(), this.#state.transform) }
    else if (
      order === 'W' ||
      order === 'W*' ||
      (order === 'Tr' && (this.#numbers()[0] ?? 0) >= FIRST_CLIPPING_MODE)
    )
      this.#state = { ...this.#state, isClipped: true }
    else if (order === 'BT' || order === 'ET') this.#isInText = order === 'BT'
    else if (order === 'BMC' || order === 'BDC') this.#marks += 1
    else if (order === 'EMC') this.#marks -= 1
  }

  #open(at: number): void {
    const { transform, isClipped } = this.#state
    if (isClipped || this.#isInText || this.#hasPath || this.#marks !== 0) return
    const back = inverse(transform)
    if (!back) return
    this.#gaps.push({ at, transform: back })
    if (this.#gaps.length > MOST_GAPS) this.#gaps = this.#gaps.filter((_, index) => index % 2 === 1)
  }

  #numbers(): number[] {
    const numbers: number[] = []
    for (let at = 0; at < this.#operands.length; at += 2)
      numbers.push(
        Number(
          String.fromCharCode(...this.#bytes.subarray(this.#operands[at], this.#operands[at + 1])),
        ),
      )
    return numbers
  }

  #matrix(): Transform {
    const [a, b, c, d, e, f] = this.#numbers()
    return [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0]
  }
}
