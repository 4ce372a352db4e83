import { inverse, product, type Transform } from './page-box.ts'

/** Where in the drawing orders of a page something can be drawn as if it stood behind them, and is covered by nothing that follows. */
export interface Gap {
  /** A byte of the content, behind an order. */
  readonly at: number
  /** From the user space of the page to the one in which the page draws there. */
  readonly transform: Transform
}

interface State {
  readonly transform: Transform
  readonly isClipped: boolean
}

const UNTOUCHED: State = { transform: [1, 0, 0, 1, 0, 0], isClipped: false }
/** Operands that an order of interest has, at most. */
const OPERANDS = 6
/** So many gaps are more than enough; those before the last ones are thinned out. */
const MOST_GAPS = 256
/** Rendering modes of text from here on clip what follows it. */
const FIRST_CLIPPING_MODE = 4
const [ZERO, NINE] = [48, 57]
const SIGNS = new Set([...'+-.'].map((character) => character.charCodeAt(0)))

const COVERING = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh', 'Do', 'EI'])
const PAINTING = new Set([...COVERING, 'S', 's', 'n'])
const BUILDING = new Set(['m', 'l', 'c', 'v', 'y', 'h', 're'])
const LEADING = new Set(['ET', 'Q', 'EMC', 'S', 's', 'n'])

/** Follows the orders of a content stream, one word after another, from its first to its last. */
export class GapFinder {
  #gaps: Gap[] = []
  #state = UNTOUCHED
  readonly #outer: State[] = []
  #marks = 0
  #isInText = false
  #hasPath = false
  readonly #bytes: Uint8Array
  /** Where the last operands begin and end. */
  #operands: number[] = []

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get gaps(): readonly Gap[] {
    return this.#gaps
  }

  /** A number or an order. */
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
    else if (order === 'cm') this.#state = { ...this.#state, transform: product(this.#matrix(), this.#state.transform) }
    else if (order === 'W' || order === 'W*' || (order === 'Tr' && (this.#numbers()[0] ?? 0) >= FIRST_CLIPPING_MODE))
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
      numbers.push(Number(String.fromCharCode(...this.#bytes.subarray(this.#operands[at], this.#operands[at + 1]))))
    return numbers
  }

  #matrix(): Transform {
    const [a, b, c, d, e, f] = this.#numbers()
    // A transform that cannot be read leaves no way back, and so no gap.
    return [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0]
  }
}
