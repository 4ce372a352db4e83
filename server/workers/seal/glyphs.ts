import fs from 'node:fs'
import { embeddedFont } from '../pdf/libpdf.ts'

/** What stands for a character that the typeface does not have. */
const MISSING = '□'
/** Joiners, variation selectors and marks of direction: they show nothing, or change what stands beside them. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}]/gu

/** Tells what a typeface can show. */
export class Glyphs {
  readonly #has: (character: string) => boolean
  readonly #known = new Map<string, boolean>()

  constructor(file: string) {
    const font = embeddedFont(fs.readFileSync(file))
    this.#has = (character) => font.canEncode(character)
  }

  /** The text as it can be drawn: lines stay, whatever has no letter becomes a box. */
  shown(text: string): string {
    const plain = text
      .normalize('NFC')
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replaceAll('\t', '    ')
      .replace(UNSEEN, '')
    return [...plain].map((character) => (character === '\n' || this.#shows(character) ? character : MISSING)).join('')
  }

  #shows(character: string): boolean {
    const known = this.#known.get(character)
    if (known !== undefined) return known
    const shows = this.#has(character)
    this.#known.set(character, shows)
    return shows
  }
}
