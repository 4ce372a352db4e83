import { createRequire } from 'node:module'
import path from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'

/** Skia embeds CFF fonts of @embedpdf/fonts-kr as drawings, TrueType as text. */
const FOLDER = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pretendard/package.json')),
  'dist/public/static/alternative',
)

const FAMILIES = { 'Demo Regular': 'Pretendard-Regular.ttf', 'Demo Bold': 'Pretendard-Bold.ttf' }

for (const [family, file] of Object.entries(FAMILIES)) {
  if (!GlobalFonts.registerFromPath(path.join(FOLDER, file), family))
    throw new Error(`cannot load ${path.join(FOLDER, file)}`)
}

export const regular = (size) => `${size}px "Demo Regular"`
export const bold = (size) => `${size}px "Demo Bold"`

const scratch = createCanvas(1, 1).getContext('2d')
const widths = new Map()

export function widthOf(text, font) {
  const key = `${font} ${text}`
  let width = widths.get(key)
  if (width === undefined) {
    scratch.font = font
    width = scratch.measureText(text).width
    widths.set(key, width)
  }
  return width
}

function cut(word, font, width) {
  const pieces = ['']
  for (const character of word) {
    const longer = pieces.at(-1) + character
    if (widthOf(longer, font) <= width) pieces[pieces.length - 1] = longer
    else pieces.push(character)
  }
  return pieces
}

export function wrap(text, font, width) {
  const space = widthOf(' ', font)
  const lines = []
  let line = ''
  let used = 0
  for (const word of String(text).split(' ')) {
    const pieces = widthOf(word, font) > width ? cut(word, font, width) : [word]
    for (const [index, piece] of pieces.entries()) {
      const added = widthOf(piece, font)
      if (line !== '' && (index > 0 || used + space + added > width)) {
        lines.push(line)
        line = ''
        used = 0
      }
      used += line === '' ? added : space + added
      line = line === '' ? piece : `${line} ${piece}`
    }
  }
  return [...lines, line]
}

export function shorten(text, font, width) {
  if (widthOf(text, font) <= width) return text
  return `${cut(text, font, width - widthOf('…', font))[0].trimEnd()}…`
}
