// Follows ISO 32000-2, 7.2 and 7.3; other syntax throws.

interface PdfSpan {
  readonly start: number
  readonly end: number
}

export interface PdfText extends PdfSpan {
  readonly kind: 'string'
  readonly bytes: Uint8Array
  readonly isHex: boolean
}

export interface PdfDict extends PdfSpan {
  readonly kind: 'dict'
  readonly entries: readonly (readonly [name: string, value: PdfValue])[]
}

export type PdfValue =
  | PdfText
  | PdfDict
  | (PdfSpan & { readonly kind: 'array'; readonly items: readonly PdfValue[] })
  | (PdfSpan & { readonly kind: 'name'; readonly name: string })
  | (PdfSpan & { readonly kind: 'number'; readonly number: number })
  | (PdfSpan & { readonly kind: 'reference'; readonly number: number; readonly generation: number })
  | (PdfSpan & { readonly kind: 'word'; readonly word: string })

export class NotPdf extends Error {
  override name = 'NotPdf'
}

const DEPTH_MAX = 50
const BLANKS = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set([...'()<>[]{}/%'].map((character) => character.charCodeAt(0)))
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && !BLANKS.has(byte) && !DELIMITERS.has(byte)

const decodeLatin = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

export function standsAt(bytes: Uint8Array, text: string, at: number): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

export function findText(bytes: Uint8Array, text: string, from: number): number {
  const first = text.charCodeAt(0)
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (standsAt(bytes, text, at)) return at
  return -1
}

export function findTextBefore(bytes: Uint8Array, text: string, before: number): number {
  const first = text.charCodeAt(0)
  for (let at = before - 1; at >= 0; at = at > 0 ? bytes.lastIndexOf(first, at - 1) : -1)
    if (standsAt(bytes, text, at)) return at
  return -1
}

export class PdfReader {
  at: number
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  skipBlanks(): void {
    for (;;) {
      const byte = this.#bytes[this.at]
      if (byte === 0x25)
        while (!this.isAtEnd && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13)
          this.at += 1
      else if (byte !== undefined && BLANKS.has(byte)) this.at += 1
      else return
    }
  }

  takes(word: string): boolean {
    this.skipBlanks()
    if (!standsAt(this.#bytes, word, this.at) || isRegular(this.#bytes[this.at + word.length]))
      return false
    this.at += word.length
    return true
  }

  needs(word: string): void {
    if (!this.takes(word)) throw new NotPdf(`no ${word} at ${this.at}`)
  }

  whole(): number {
    const value = this.#plain()
    if (value.kind !== 'number' || !Number.isSafeInteger(value.number) || value.number < 0)
      throw new NotPdf(`no number at ${value.start}`)
    return value.number
  }

  value(depth = 0): PdfValue {
    if (depth > DEPTH_MAX) throw new NotPdf('nested too deeply')
    this.skipBlanks()
    const start = this.at
    const byte = this.#bytes[start]
    if (byte === 0x28) return this.#literal(start)
    if (byte === 0x3c)
      return this.#bytes[start + 1] === 0x3c ? this.#dict(start, depth) : this.#hex(start)
    if (byte === 0x5b) return this.#array(start, depth)
    const plain = this.#plain()
    return plain.kind === 'number' ? this.#referenceOr(plain) : plain
  }

  #referenceOr(first: Extract<PdfValue, { kind: 'number' }>): PdfValue {
    const back = this.at
    if (Number.isSafeInteger(first.number) && first.number >= 0) {
      this.skipBlanks()
      if (/^\d$/.test(String.fromCharCode(this.#bytes[this.at] ?? 0))) {
        const second = this.#plain()
        if (second.kind === 'number' && Number.isSafeInteger(second.number) && this.takes('R'))
          return {
            kind: 'reference',
            number: first.number,
            generation: second.number,
            start: first.start,
            end: this.at,
          }
      }
    }
    this.at = back
    return first
  }

  #plain(): Extract<PdfValue, { kind: 'number' | 'name' | 'word' }> {
    this.skipBlanks()
    const start = this.at
    const isName = this.#bytes[start] === 0x2f
    this.at += isName ? 1 : 0
    while (isRegular(this.#bytes[this.at])) this.at += 1
    const text = decodeLatin(this.#bytes.subarray(start, this.at))
    const span = { start, end: this.at }
    if (isName) {
      const name = text
        .slice(1)
        .replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      return { kind: 'name', name, ...span }
    }
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text))
      return { kind: 'number', number: Number(text), ...span }
    if (/^(true|false|null)$/.test(text)) return { kind: 'word', word: text, ...span }
    throw new NotPdf(`nothing known at ${start}`)
  }

  #dict(start: number, depth: number): PdfDict {
    this.at = start + 2
    const entries: [string, PdfValue][] = []
    for (;;) {
      this.skipBlanks()
      if (standsAt(this.#bytes, '>>', this.at)) break
      const name = this.#plain()
      if (name.kind !== 'name') throw new NotPdf(`no name at ${name.start}`)
      entries.push([name.name, this.value(depth + 1)])
    }
    this.at += 2
    return { kind: 'dict', entries, start, end: this.at }
  }

  #array(start: number, depth: number): PdfValue {
    this.at = start + 1
    const items: PdfValue[] = []
    for (;;) {
      this.skipBlanks()
      if (this.#bytes[this.at] === 0x5d) break
      items.push(this.value(depth + 1))
    }
    this.at += 1
    return { kind: 'array', items, start, end: this.at }
  }

  #hex(start: number): PdfText {
    const close = this.#bytes.indexOf(0x3e, start)
    if (close < 0) throw new NotPdf('a string has no end')
    const digits = decodeLatin(this.#bytes.subarray(start + 1, close)).replace(
      /[\0\t\n\f\r ]+/g,
      '',
    )
    if (!/^[0-9a-f]*$/i.test(digits)) throw new NotPdf(`no hexadecimal digits at ${start}`)
    const even = digits.length % 2 === 0 ? digits : `${digits}0`
    const bytes = Uint8Array.from({ length: even.length / 2 }, (_, at) =>
      Number.parseInt(even.slice(2 * at, 2 * at + 2), 16),
    )
    this.at = close + 1
    return { kind: 'string', bytes, isHex: true, start, end: this.at }
  }

  #literal(start: number): PdfText {
    const bytes: number[] = []
    let open = 1
    let at = start + 1
    for (; ; at += 1) {
      const byte = this.#bytes[at]
      if (byte === undefined) throw new NotPdf('a string has no end')
      if (byte === 0x5c) {
        at += 1
        const character = String.fromCharCode(this.#bytes[at] ?? 0)
        const octal = /^[0-7]{1,3}/.exec(decodeLatin(this.#bytes.subarray(at, at + 3)))?.[0]
        if (octal) {
          bytes.push(Number.parseInt(octal, 8) & 255)
          at += octal.length - 1
        } else if (character === '\r') at += this.#bytes[at + 1] === 10 ? 1 : 0
        else if (character !== '\n') bytes.push(ESCAPES[character] ?? character.charCodeAt(0))
        continue
      }
      if (byte === 0x28) open += 1
      if (byte === 0x29) open -= 1
      if (open === 0) break
      bytes.push(byte)
    }
    this.at = at + 1
    return { kind: 'string', bytes: Uint8Array.from(bytes), isHex: false, start, end: this.at }
  }
}

/** Returns undefined if missing or repeated. */
export function entryOf(dict: PdfDict, name: string): PdfValue | undefined {
  const found = dict.entries.filter(([key]) => key === name)
  return found.length === 1 ? found[0]?.[1] : undefined
}

export function nameOf(value: PdfValue | undefined): string | undefined {
  return value?.kind === 'name' ? value.name : undefined
}

export function numberOf(value: PdfValue | undefined): number | undefined {
  return value?.kind === 'number' ? value.number : undefined
}

/** Follows ISO 32000-2, 7.9.2.2; reads PDFDocEncoding as Latin-1. */
export function textOf(value: PdfValue | undefined): string | undefined {
  if (value?.kind !== 'string') return undefined
  const { bytes } = value
  if (standsAt(bytes, '\xfe\xff', 0)) return new TextDecoder('utf-16be').decode(bytes.subarray(2))
  if (standsAt(bytes, '\xef\xbb\xbf', 0)) return new TextDecoder().decode(bytes.subarray(3))
  return decodeLatin(bytes)
}

const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/

/** Follows ISO 32000-2, 7.9.4. No zone means UTC. */
export function dateOf(value: PdfValue | undefined): Date | undefined {
  const match = DATE.exec(textOf(value) ?? '')
  if (!match) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hours = '00',
    minutes = '00',
    seconds = '00',
    ,
    sign,
    ahead = '00',
    and = '00',
  ] = match
  const zone = sign === undefined ? 'Z' : `${sign}${ahead}:${and}`
  const date = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${zone}`)
  return Number.isNaN(date.getTime()) ? undefined : date
}
