import { createHmac } from 'node:crypto'
import { bareForm } from '../../workers/render/index.ts'

export function gramsOf(text: string): Set<string> {
  const characters = [...bareForm(text)]
  const grams = new Set<string>()
  for (let at = 1; at < characters.length; at += 1)
    grams.add(`${characters[at - 1]}${characters[at]}`)
  return grams
}

export const gramsOfPages = (pages: readonly { readonly text: string }[]): Set<string> =>
  new Set(pages.flatMap(({ text }) => [...gramsOf(text)]))

/** Returns the first 32 bits of HMAC-SHA-256, sorted and distinct; newer blocks store 24. */
export function tokensOf(key: Uint8Array, grams: ReadonlySet<string>): number[] {
  const tokens = new Set<number>()
  for (const gram of grams)
    tokens.add(createHmac('sha256', key).update(gram, 'utf8').digest().readInt32BE(0))
  return [...tokens].sort((a, b) => a - b)
}

const TOKEN_BYTES = 3

/** Packs three bytes per token, sorted and distinct. */
export function packedTokens(tokens: readonly number[]): Buffer {
  const short = shortTokens(tokens)
  const packed = Buffer.alloc(short.length * TOKEN_BYTES)
  for (const [at, token] of short.entries())
    packed.writeUIntBE(token, at * TOKEN_BYTES, TOKEN_BYTES)
  return packed
}

export const shortTokens = (tokens: readonly number[]): number[] =>
  [...new Set(tokens.map((token) => token >>> 8))].sort((one, other) => one - other)
