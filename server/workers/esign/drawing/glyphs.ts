import fs from 'node:fs'
import { writtenForm } from '../../../../contract/core/letters.ts'
import { embeddedFont } from '../../pdf/libpdf.ts'

const MISSING = '□'
/** These scripts need a layout engine. */
const UNDRAWN = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

interface TextRun {
  readonly file: string
  readonly text: string
}

export class Glyphs {
  readonly #files: readonly string[]
  readonly #fonts = new Map<string, (character: string) => boolean>()
  readonly #known = new Map<string, string | undefined>()

  /** @param files each supply what earlier ones lack */
  constructor(files: readonly string[]) {
    this.#files = files
  }

  shown(text: string): string {
    const plain = writtenForm(text).replaceAll('\t', '    ')
    return [...plain]
      .map((character) => (character === '\n' || this.#fileOf(character) ? character : MISSING))
      .join('')
  }

  runs(text: string): TextRun[] {
    const [first = ''] = this.#files
    const runs: { file: string; text: string }[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const file = /\s/.test(character) ? (last?.file ?? first) : (this.#fileOf(character) ?? first)
      if (last?.file === file) last.text += character
      else runs.push({ file, text: character })
    }
    return runs
  }

  #fileOf(character: string): string | undefined {
    if (this.#known.has(character)) return this.#known.get(character)
    const file = UNDRAWN.test(character)
      ? undefined
      : this.#files.find((one) => this.#has(one, character))
    this.#known.set(character, file)
    return file
  }

  #has(file: string, character: string): boolean {
    const known = this.#fonts.get(file)
    if (known) return known(character)
    const font = embeddedFont(fs.readFileSync(file))
    this.#fonts.set(file, (one) => font.canEncode(one))
    return font.canEncode(character)
  }
}
