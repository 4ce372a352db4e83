import fs from 'node:fs'
import { createRequire } from 'node:module'
import { HwpDocument, initSync } from '@rhwp/core'
import { createTextMeasure, registerHwpFonts } from '../workers/convert/hwp-fonts.ts'

let isReady = false

/** A Hangul document of one paragraph, made by the engine that reads it; with a password, one that nobody else opens. */
export const makeHwp = (text: string, password?: string): Uint8Array<ArrayBuffer> =>
  make(text, (document) => (password === undefined ? document.exportHwp() : document.exportHwpWithPassword(password)))

/** The same in the open form, OWPML. */
export const makeHwpx = (text: string, password?: string): Uint8Array<ArrayBuffer> =>
  make(text, (document) => (password === undefined ? document.exportHwpx() : document.exportHwpxWithPassword(password)))

function make(text: string, save: (document: HwpDocument) => Uint8Array): Uint8Array<ArrayBuffer> {
  if (!isReady) {
    registerHwpFonts()
    Object.assign(globalThis, { measureTextWidth: createTextMeasure() })
    initSync({ module: fs.readFileSync(createRequire(import.meta.url).resolve('@rhwp/core/rhwp_bg.wasm')) })
    isReady = true
  }
  const document = HwpDocument.createEmpty()
  document.createBlankDocument()
  document.insertText(0, 0, 0, text)
  const bytes = save(document)
  document.free()
  return new Uint8Array(bytes)
}
