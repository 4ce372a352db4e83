export interface ReadableBytes {
  readonly size: number
  readInto(target: Uint8Array, targetOffset: number, offset: number, length: number): void
}

export type PdfToken =
  | {
      readonly kind: 'object'
      readonly at: number
      readonly number: number
      readonly generation: number
      readonly value: number | undefined
    }
  | {
      readonly kind: 'stream'
      readonly at: number
      readonly start: number
      readonly dictionary: StreamFacts
    }
  | { readonly kind: 'end'; readonly at: number }
  | { readonly kind: 'trailer'; readonly at: number }

export interface StreamFacts {
  /** A reference names the object with the length. */
  readonly length: number | { readonly of: number } | undefined
  readonly isAttachment: boolean
}

const MOST_TOKENS = 500_000
const WINDOW = 4 * 2 ** 20
/** Dictionaries of streams are shorter. */
const BEFORE = 4_096
const BEHIND = 64
const TOKEN =
  /(?:^|[\s>\])}])(\d{1,7})\s{1,4}(\d{1,5})\s{1,4}obj\b(?:\s{1,4}(\d{1,10})\s{1,4}endobj\b)?|>>\s{0,8}stream(?:\r\n?|\n)|endstream\b|\btrailer\s{0,8}<</g
const LENGTH = /\/Length\s{1,4}(\d{1,10})\b(\s{1,4}\d{1,5}\s{1,4}R)?/
const ATTACHMENT = /\/EmbeddedFile\b/

/** Windows bound the memory. Returns undefined if there are too many tokens. */
export function findTokens(source: ReadableBytes): readonly PdfToken[] | undefined {
  const tokens: PdfToken[] = []
  const bytes = Buffer.alloc(Math.min(source.size, BEFORE + WINDOW + BEHIND))
  let object = 0
  for (let offset = 0; offset < source.size; offset += WINDOW) {
    const base = Math.max(0, offset - BEFORE)
    const length = Math.min(source.size, offset + WINDOW + BEHIND) - base
    source.readInto(bytes, 0, base, length)
    const text = bytes.toString('latin1', 0, length)
    const found = new RegExp(TOKEN)
    found.lastIndex = Math.max(0, offset - base - 1)
    for (let match = found.exec(text); match; match = found.exec(text)) {
      const token = tokenOf(match, text, { base, object })
      if (token.at < offset) continue
      if (token.at >= offset + WINDOW) break
      if (token.kind === 'object') object = token.at
      if (tokens.push(token) > MOST_TOKENS) return undefined
    }
  }
  return tokens
}

function tokenOf(
  match: RegExpExecArray,
  text: string,
  { base, object }: { readonly base: number; readonly object: number },
): PdfToken {
  const [whole, number, generation, value] = match
  const at = base + match.index
  if (number !== undefined) {
    const numbers = {
      number: Number(number),
      generation: Number(generation),
      value: value === undefined ? undefined : Number(value),
    }
    return { kind: 'object', at: at + whole.search(/\d/), ...numbers }
  }
  if (whole.startsWith('trailer')) return { kind: 'trailer', at }
  if (whole === 'endstream') return { kind: 'end', at }
  const dictionary = text.slice(Math.max(0, object - base, match.index - BEFORE), match.index)
  return { kind: 'stream', at, start: at + whole.length, dictionary: factsOf(dictionary) }
}

function factsOf(dictionary: string): StreamFacts {
  const [, length, reference] = LENGTH.exec(dictionary) ?? []
  const isAttachment = ATTACHMENT.test(dictionary)
  if (length === undefined) return { length: undefined, isAttachment }
  return { length: reference === undefined ? Number(length) : { of: Number(length) }, isAttachment }
}
