const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN = { '[': 0x5b, '{': 0x7b } as const
const CLOSE = { ']': 0x5d, '}': 0x7d } as const

/** `key` means that no parser can unescape it. */
export type JsonFault = 'depth' | 'values' | 'duplicate' | 'key'

interface JsonBounds {
  readonly depth: number
  readonly values: number
}

const isSpace = (byte: number): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** JSON.parse is slow for nested arrays and keeps the last duplicate. The result holds for texts that it accepts. */
export function scanJson(text: Buffer, bounds: JsonBounds): JsonFault | undefined {
  /** An entry is undefined for an open array. */
  const open: (Set<string> | undefined)[] = []
  let keysInAll = 0
  let values = 0
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
    // Valid keys are followed by a value.
    if (Math.max(values, keysInAll) > bounds.values) return 'values'
  }
  return undefined
}

function endOfText(text: Buffer, at: number): number {
  let from = at + 1
  for (;;) {
    const quote = text.indexOf(QUOTE, from)
    if (quote === -1) return text.length
    let first = quote
    while (first > from && text[first - 1] === BACKSLASH) first -= 1
    // An even number of backslashes leaves the quote unescaped.
    if ((quote - first) % 2 === 0) return quote + 1
    from = quote + 1
  }
}

function endOfToken(text: Buffer, at: number): number {
  let end = at + 1
  while (end < text.length) {
    const byte = text[end] as number
    const ends = byte === COMMA || byte === COLON || byte === QUOTE || isSpace(byte)
    if (
      ends ||
      byte === OPEN['['] ||
      byte === OPEN['{'] ||
      byte === CLOSE[']'] ||
      byte === CLOSE['}']
    )
      break
    end += 1
  }
  return end
}

/** Positions include the quotes. Invalid keys give undefined. */
function keyAt(text: Buffer, start: number, end: number): string | undefined {
  const key = text.toString('utf8', start, end)
  if (!key.includes('\\')) return key.slice(1, -1)
  try {
    return String(JSON.parse(key))
  } catch {
    return undefined
  }
}
