import { findTokens, type PdfToken, type ReadableBytes } from './find-tokens.ts'
import { headerAt } from './header-at.ts'

export interface FoundObject {
  readonly number: number
  readonly generation: number
  readonly offset: number
  end: number
}

export interface AttachedSpan {
  readonly from: number
  readonly until: number
  /** A page may print the words of objects. */
  readonly isCertain: boolean
}

export const HIGHEST_NUMBER = 4_194_303
const MOST_SPACE = 4
const MOST_REVISIONS = 16

export interface OuterObjects {
  /** The latest of each number outside streams. */
  readonly objects: ReadonlyMap<number, FoundObject>
  /** Attached documents have objects and trailers of their own. Sorted and disjoint. */
  readonly attached: readonly AttachedSpan[]
}

/** @returns undefined if there is too much to read */
export function outerObjects(source: ReadableBytes): OuterObjects | undefined {
  const tokens = findTokens(source)
  if (!tokens) return undefined
  const ends = new StreamEnds(tokens, source)
  const objects = new Map<number, FoundObject>()
  const attached: AttachedSpan[] = []
  let last: FoundObject | undefined
  let stream: OpenStream | undefined
  for (const token of tokens) {
    if (stream && token.at < stream.until) {
      if (stream.holds(token)) attached.push(stream.span())
      continue
    }
    if (token.kind !== 'object' && token.kind !== 'stream') continue
    if (last) last.end = token.at
    last = undefined
    if (token.kind === 'stream') {
      stream = new OpenStream(token, ends.of(token), source)
      continue
    }
    const { number, generation, at } = token
    if (number > HIGHEST_NUMBER) continue
    last = { number, generation, offset: at, end: source.size }
    objects.set(number, last)
  }
  return { objects, attached }
}

type StreamToken = Extract<PdfToken, { kind: 'stream' }>

class OpenStream {
  readonly until: number
  readonly #start: number
  readonly #isDocument: () => boolean
  #objects = 0
  #isKnown = false

  constructor({ start, dictionary }: StreamToken, until: number, source: ReadableBytes) {
    this.until = until
    this.#start = start
    this.#isDocument = () => dictionary.isAttachment || hasHeader(source, start, until)
  }

  span(): AttachedSpan {
    return { from: this.#start, until: this.until, isCertain: this.#isDocument() }
  }

  /** True once. A page may print one such word. */
  holds({ kind }: PdfToken): boolean {
    if (this.#isKnown) return false
    if (kind === 'object') this.#objects += 1
    this.#isKnown =
      kind === 'trailer' || this.#objects > 1 || (this.#objects === 1 && this.#isDocument())
    return this.#isKnown
  }
}

class StreamEnds {
  readonly #source: ReadableBytes
  readonly #known = new Set<number>()
  readonly #numbers = new Map<number, number[]>()
  readonly #paired = new Map<number, number>()

  constructor(tokens: readonly PdfToken[], source: ReadableBytes) {
    this.#source = source
    const open: number[] = []
    for (const token of tokens) {
      if (token.kind === 'stream') open.push(token.start)
      if (token.kind === 'object' && token.value !== undefined) {
        this.#numbers.set(
          token.number,
          [token.value, ...(this.#numbers.get(token.number) ?? [])].slice(0, MOST_REVISIONS),
        )
      }
      if (token.kind !== 'end') continue
      this.#known.add(token.at)
      const start = open.pop()
      if (start !== undefined) this.#paired.set(start, token.at)
    }
  }

  /** A length counts where the stream ends there. An attached document has pairs of its own. */
  of({ start, dictionary: { length } }: StreamToken): number {
    const lengths = typeof length === 'object' ? this.#numbers.get(length.of) : [length]
    for (const one of lengths ?? []) {
      const end = one === undefined ? undefined : this.#near(start + one)
      if (end !== undefined) return end
    }
    return this.#paired.get(start) ?? (hasHeader(this.#source, start) ? this.#source.size : start)
  }

  #near(end: number): number | undefined {
    for (let at = end; at <= end + MOST_SPACE; at += 1) if (this.#known.has(at)) return at
    return undefined
  }
}

const hasHeader = (source: ReadableBytes, from: number, until?: number): boolean =>
  headerAt(source, from, until) !== -1
