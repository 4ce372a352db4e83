/** Untrusted input runs isolated, exiting with `HWP_EXIT`. */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { HwpDocument, initSync } from '@rhwp/core'
import { HWP_EXIT, isLockedMessage, MAX_PAGES } from './hwp-exit.ts'
import { createTextMeasure, registerHwpFonts } from './hwp-fonts.ts'
import { decodeImages, elementsOf } from './svg-images.ts'
import { SvgPainter } from './svg-paint.ts'
import { parseSvg } from './svg-tree.ts'
import { numberOf } from './svg-values.ts'

/** The engine counts 96 pixels per inch. */
const POINTS_PER_PIXEL = 0.75

async function main(): Promise<number> {
  const bytes = await buffer(process.stdin)
  registerHwpFonts()
  // The engine looks for this global.
  Object.assign(globalThis, { measureTextWidth: createTextMeasure() })
  initSync({
    module: fs.readFileSync(createRequire(import.meta.url).resolve('@rhwp/core/rhwp_bg.wasm')),
  })
  let document: HwpDocument
  try {
    document = new HwpDocument(bytes)
  } catch (error) {
    return fail(error, isLockedMessage(String(error)) ? HWP_EXIT.locked : HWP_EXIT.broken)
  }
  const pages = document.pageCount()
  if (pages < 1) return fail('no pages', HWP_EXIT.broken)
  if (pages > MAX_PAGES) return fail(`${pages} pages`, HWP_EXIT.tooLarge)
  const pdf = new PDFDocument({ compressionLevel: 6 })
  try {
    for (let index = 0; index < pages; index += 1) await addPage(pdf, document.renderPageSvg(index))
  } catch (error) {
    return fail(error, HWP_EXIT.broken)
  }
  fs.writeFileSync(1, pdf.close())
  return 0
}

async function addPage(pdf: PDFDocument, source: string): Promise<void> {
  const page = parseSvg(source).children.find(({ name }) => name === 'svg')
  if (!page) throw new Error('the engine wrote no page')
  const [width, height] = [numberOf(page, 'width'), numberOf(page, 'height')]
  if (!(width > 0 && height > 0)) throw new Error('the page has no size')
  const named = new Map(
    [...elementsOf(page)].flatMap((element) => {
      const id = element.attributes.get('id')
      return id === undefined ? [] : [[id, element] as const]
    }),
  )
  const context: object = pdf.beginPage(width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL)
  if (!isSkia(context)) throw new Error('this version of @napi-rs/canvas writes no PDF')
  context.scale(POINTS_PER_PIXEL, POINTS_PER_PIXEL)
  new SvgPainter(context, await decodeImages(page), named).paint(page)
  pdf.endPage()
}

const isSkia = (context: object): context is SKRSContext2D =>
  'drawImage' in context && 'createPattern' in context

function fail(error: unknown, code: number): number {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return code
}

process.exitCode = await main()
