import { createHmac } from 'node:crypto'
import { bareForm } from '../../workers/render/index.ts'

/**
 * Pairs of neighbouring characters of a text as searches fold it. A text in which words are found has all of theirs, however they are
 * spaced or broken there.
 */
export function gramsOf(text: string): Set<string> {
  const characters = [...bareForm(text)]
  const grams = new Set<string>()
  for (let at = 1; at < characters.length; at += 1) grams.add(`${characters[at - 1]}${characters[at]}`)
  return grams
}

/** Those of all pages of a block. */
export const gramsOfPages = (pages: readonly { readonly text: string }[]): Set<string> =>
  new Set(pages.flatMap(({ text }) => [...gramsOf(text)]))

/** The first 32 bits of HMAC-SHA-256 of each pair, in ascending order and each once: without the key they name nothing. */
export function tokensOf(key: Uint8Array, grams: ReadonlySet<string>): number[] {
  const tokens = new Set<number>()
  for (const gram of grams) tokens.add(createHmac('sha256', key).update(gram, 'utf8').digest().readInt32BE(0))
  return [...tokens].sort((a, b) => a - b)
}
