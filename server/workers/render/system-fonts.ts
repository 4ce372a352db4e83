import fs from 'node:fs'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { allocate, type Runtime, view } from './pdfium/pdfium-runtime.ts'

export interface WantedFont {
  /** Names have one byte per letter. PDFium renames fonts resembling the 14 standard fonts. */
  readonly name: string
  readonly weight: number
  readonly isItalic: boolean
  /** FXFONT_*_CHARSET lists these. */
  readonly charset: number
  /** The value combines FXFONT_FF_*. */
  readonly pitch: number
}

/** PDFium otherwise uses built-in fonts. */
export type Choice = (wanted: WantedFont) => string | undefined

/** FPDF_SYSFONTINFO has a version and eight functions, 4 bytes each. */
const INFO_SIZE = 36
const VERSION = 1

export class SystemFonts {
  #choice: Choice = () => undefined
  #asked = 0
  readonly #lent = new Map<number, string>()
  #next = 1

  constructor(pdfium: WrappedPdfiumModule, runtime: Runtime) {
    // Exceptions must not cross PDFium's frames. Functions added twice keep their first signature.
    const callbacks: readonly (readonly [string, (...parameters: number[]) => number])[] = [
      ['vi', () => 0],
      ['vii', () => 0],
      [
        'iiiiiiii',
        (_self, weight = 0, italic = 0, charset = 0, pitch = 0, face = 0) => {
          return this.#map({
            name: nameAt(runtime, face),
            weight,
            isItalic: italic !== 0,
            charset,
            pitch,
          })
        },
      ],
      ['iii', () => 0],
      [
        'iiiiii',
        (_self, font = 0, table = 0, buffer = 0, size = 0) =>
          table === 0 ? this.#read(runtime, font, buffer >>> 0, size >>> 0) : 0,
      ],
      [
        'iiiii',
        (_self, font = 0, buffer = 0, size = 0) =>
          this.#name(runtime, font, buffer >>> 0, size >>> 0),
      ],
      ['iii', () => 0],
      ['vii', (_self, font = 0) => Number(this.#lent.delete(font))],
    ]
    const info = allocate(runtime, INFO_SIZE)
    const fields = [
      VERSION,
      ...callbacks.map(([signature, callback]) => runtime.addFunction(callback, signature)),
    ]
    for (const [index, field] of fields.entries())
      view(runtime, info, INFO_SIZE).setUint32(4 * index, field, true)
    pdfium.FPDF_SetSystemFontInfo(info)
  }

  get asked(): number {
    return this.#asked
  }

  choosing<T>(choice: Choice, work: () => T): T {
    const before = this.#choice
    this.#choice = choice
    try {
      return work()
    } finally {
      this.#choice = before
    }
  }

  #map(wanted: WantedFont): number {
    this.#asked += 1
    const file = this.#choice(wanted)
    if (file === undefined) return 0
    const font = this.#next++
    this.#lent.set(font, file)
    return font
  }

  #read(runtime: Runtime, font: number, buffer: number, size: number): number {
    const file = this.#lent.get(font)
    if (file === undefined) return 0
    try {
      const length = fs.statSync(file).size
      if (buffer !== 0 && size >= length) runtime.HEAPU8.set(fs.readFileSync(file), buffer)
      return length
    } catch {
      return 0
    }
  }

  /** PDFium caches by name, so each file needs its own. */
  #name(runtime: Runtime, font: number, buffer: number, size: number): number {
    const name = Buffer.from(`${this.#lent.get(font) ?? ''}\0`)
    if (buffer !== 0 && size >= name.length) runtime.HEAPU8.set(name, buffer)
    return name.length
  }
}

function nameAt({ HEAPU8 }: Runtime, address: number): string {
  const start = address >>> 0
  return start === 0
    ? ''
    : Buffer.from(HEAPU8.subarray(start, HEAPU8.indexOf(0, start))).toString('latin1')
}
