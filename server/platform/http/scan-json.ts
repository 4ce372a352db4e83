const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN = { '[': 0x5b, '{': 0x7b } as const
const CLOSE = { ']': 0x5d, '}': 0x7d } as const

/** `duplicate`: an object has one key twice; `key`: a key cannot be unescaped, so that no parser takes it either. */
export type JsonFault = 'depth' | 'values' | 'duplicate' | 'key'

interface JsonBounds {
  /** Arrays and objects that may stand in one another. */
  readonly depth: number
  /** Numbers, texts, literals, arrays and objects together; keys are none. */
  readonly values: number
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * Reads the bytes of a JSON text once, without building anything of it, and tells the first thing for which it must not be parsed. JSON.parse
 * costs most where arrays nest, and silently lets the last of two equal keys win. Whether the text is JSON at all is left to the parser: for
 * every text that JSON.parse takes, the answer is right.
 * @returns undefined where nothing speaks against parsing.
 */
export function scanJson(text: Buffer, bounds: JsonBounds): JsonFault | undefined {
  /** The keys of each open object, compared as they read unescaped; undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  let keysInAll = 0
  let values = 0
  /** The next text is the key of the innermost object. */
  let expectsKey = false
  let at = 0
  while (at < text.length) {
    const byte = text[at] as number
    if (byte === QUOTE) {
      const end = endOfText(text, at)
      const keys = open.at(-1)
      if (expectsKey && keys) {
        const key = keyAt(text, at, end)
        if (key === undefined) return 'key'
        if (keys.has(key)) return 'duplicate'
        keys.add(key)
        keysInAll += 1
        expectsKey = false
      } else values += 1
      at = end
    } else if (byte === OPEN['{'] || byte === OPEN['[']) {
      if (open.length === bounds.depth) return 'depth'
      values += 1
      expectsKey = byte === OPEN['{']
      open.push(expectsKey ? new Set() : undefined)
      at += 1
    } else if (byte === CLOSE['}'] || byte === CLOSE[']']) {
      open.pop()
      expectsKey = false
      at += 1
    } else if (byte === COMMA) {
      expectsKey = open.at(-1) !== undefined
      at += 1
    } else if (byte === COLON || isSpace(byte)) {
      at += 1
    } else {
      values += 1
      at = endOfToken(text, at)
    }
    // Each key is followed by a value, unless the parser refuses the text.
    if (Math.max(values, keysInAll) > bounds.values) return 'values'
  }
  return undefined
}

/** @param at of the opening quote. @returns the place behind the closing one, or the end where there is none. */
function endOfText(text: Buffer, at: number): number {
  let from = at + 1
  for (;;) {
    const quote = text.indexOf(QUOTE, from)
    if (quote === -1) return text.length
    let first = quote
    while (first > from && text[first - 1] === BACKSLASH) first -= 1
    // Of an even number of backslashes each second one is escaped itself, and the quote is not.
    if ((quote - first) % 2 === 0) return quote + 1
    from = quote + 1
  }
}

/** A number or a literal, or what no parser takes. */
function endOfToken(text: Buffer, at: number): number {
  let end = at + 1
  while (end < text.length) {
    const byte = text[end] as number
    const ends = byte === COMMA || byte === COLON || byte === QUOTE || isSpace(byte)
    if (ends || byte === OPEN['['] || byte === OPEN['{'] || byte === CLOSE[']'] || byte === CLOSE['}']) break
    end += 1
  }
  return end
}

/** The key between two places, its quotes included, as the parser reads it. Undefined where it would not. */
function keyAt(text: Buffer, start: number, end: number): string | undefined {
  const key = text.toString('utf8', start, end)
  if (!key.includes('\\')) return key.slice(1, -1)
  try {
    return String(JSON.parse(key))
  } catch {
    return undefined
  }
}
