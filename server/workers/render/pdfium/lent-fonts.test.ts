import fs from 'node:fs'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { builtFont } from '../../../platform/fonts/built-font.ts'
import { line, type PdfPage, pdfOf, stream, textPage } from '../../../test/fixtures/pdf-file.ts'
import {
  embeddedPdf,
  inFonts,
  unembedded,
  unknownLetters,
} from '../../../test/fixtures/unembedded.ts'
import { openRenderPool } from '../../../test/scenarios/rendering.ts'
import type { ByteSource } from '../byte-source.ts'
import { compileWasm } from './compiled-wasm.ts'
import { createPdfiumEngine } from './pdfium-engine.ts'
import { allocate, runtimeOf } from './pdfium-runtime.ts'

const { folder, pool } = await openRenderPool()

const WASM = fs.readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
const WIDTH = 600

async function drawn(pdf: Buffer): Promise<Buffer> {
  const { bytes } = await pool.renderPage(folder.encrypt('pdf', pdf), {
    page: 1,
    width: WIDTH,
    priority: 'visible',
    mark: 'unmarked',
  })
  return sharp(bytes).greyscale().raw().toBuffer()
}

const ink = (pixels: Buffer): number => pixels.filter((grey) => grey < 128).length

function difference(one: Buffer, other: Buffer): number {
  const [both, either] = [
    one.filter((grey, at) => grey < 128 && (other[at] ?? 255) < 128),
    one.filter((grey, at) => Math.min(grey, other[at] ?? 255) < 128),
  ]
  return 1 - both.length / either.length
}

const fontsMissing = async (pdf: Buffer, page = 1) =>
  (await pool.pageLinks(folder.encrypt('pdf', pdf), page, false)).fontsMissing

const korean = (name: string, text: string): Buffer =>
  inFonts(
    `BT /F2 24 Tf 10 30 Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj ET`,
    [
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name}-UniKS-UCS2-H /Encoding /UniKS-UCS2-H /DescendantFonts [5 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Korea1) /Supplement 0 >> /DW 1000 /FontDescriptor 6 0 R >>`,
      `<< /Type /FontDescriptor /FontName /${name} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
    ],
  )

const encoded = (glyphs: string, bytes: string): Buffer =>
  inFonts(`BT /F2 24 Tf 10 30 Td (${bytes}) Tj ET`, [
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [65 ${glyphs}] >> >>`,
  ])

describe('text in a font that the document does not carry', () => {
  const POLISH_RUSSIAN_GREEK = 'Żółć Номер Ωμέγα'

  test.each([
    ['ArialMT', builtFont('Arimo-Regular')],
    ['Arial-BoldMT', builtFont('Arimo-Bold')],
    ['TimesNewRomanPSMT', builtFont('Tinos-Regular')],
    ['Times-Italic', builtFont('Tinos-Italic')],
    ['CourierNewPSMT', builtFont('Cousine-Regular')],
    ['Batang', builtFont('NanumMyeongjo-Regular')],
  ])('looks as if a face as wide were in it: %s', async (name, file) => {
    const carried = await embeddedPdf(file, name === 'Batang' ? '매매계약서' : POLISH_RUSSIAN_GREEK)
    const bare = unembedded(carried, name)
    expect(bare).toHaveLength(carried.length)
    expect(bare.includes('/FontFile')).toBe(false)
    const [with_, without] = [await drawn(carried), await drawn(bare)]
    expect(ink(with_)).toBeGreaterThan(500)
    expect(difference(with_, without)).toBeLessThan(0.1)
    expect(await fontsMissing(bare)).toBe(false)
  })

  test('is found where it is seen, by those as well who may not have the text', async () => {
    const carried = await embeddedPdf(builtFont('Arimo-Regular'), POLISH_RUSSIAN_GREEK)
    const find = async (pdf: Buffer) => {
      const { hits } = await pool.find(folder.encrypt('pdf', pdf), {
        words: 'номер',
        from: 1,
        to: 1,
        limit: 5,
        seenOnly: true,
      })
      return hits.map(({ rects: [rect] }) => [
        Math.round(rect?.x ?? 0),
        Math.round(rect?.width ?? 0),
      ])
    }
    expect(await find(unembedded(carried, 'ArialMT'))).toEqual([[62, 74]])
    expect(await find(carried)).toEqual([[62, 74]])
  })

  test('shows letters by the names of their glyphs', async () => {
    expect(ink(await drawn(encoded('/aogonek', 'A')))).toBeGreaterThan(100)
    expect(ink(await drawn(encoded('/afii10017', 'A')))).toBeGreaterThan(100)
    expect(await fontsMissing(encoded('/aogonek/afii10017', 'AB'))).toBe(false)
  })

  test('has serifs where a Korean font has them, and signs that it does not have', async () => {
    expect(
      difference(
        await drawn(korean('HYSMyeongJo-Medium', '계약')),
        await drawn(korean('HYGothic-Medium', '계약')),
      ),
    ).toBeGreaterThan(0.2)
    for (const name of ['HYSMyeongJo-Medium', 'HYGothic-Medium']) {
      for (const sign of '◯☑✓※①契') expect(ink(await drawn(korean(name, sign)))).toBeGreaterThan(40)
    }
    for (const words of ['契約 ① 계약', '☑ ① 계약'])
      expect(await fontsMissing(korean('HYSMyeongJo-Medium', words))).toBe(false)
  })
})

async function bareDrawing(
  pdf: Buffer,
  index: number,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const pdfium = await init({
    wasmBinary: WASM.buffer.slice(WASM.byteOffset, WASM.byteOffset + WASM.length),
  })
  pdfium.PDFiumExt_Init()
  const runtime = runtimeOf(pdfium)
  const file = allocate(runtime, pdf.length)
  runtime.HEAPU8.set(pdf, file)
  const page = pdfium.FPDF_LoadPage(pdfium.FPDF_LoadMemDocument(file, pdf.length, ''), index)
  const pixels = allocate(runtime, width * height * 3)
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, 2, pixels, width * 3)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0x01 | 0x10 | 0x200)
  return runtime.HEAPU8.slice(pixels, pixels + width * height * 3)
}

const inMemory = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  readInto: (target, offset, position, length) =>
    void target.set(bytes.subarray(position, position + length), offset),
  close: () => {},
})

test('a page without letters of other fonts stays as it was, byte for byte, also next to one that has some', async () => {
  const fonts = ['Times-Bold', 'Courier', 'Verdana', 'Symbol', 'ZapfDingbats']
  const dictionaries = fonts.map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`)
  const resources = `/Resources << /Font << /F1 3 0 R ${fonts.map((_, index) => `/G${index} ${index + 4} 0 R`).join(' ')} /H 9 0 R >> >>`
  const lines = fonts.map(
    (_, index) =>
      `BT /G${index} 20 Tf 20 ${60 + 40 * index} Td (Price: 1,234 \\200 caf\\351) Tj ET`,
  )
  const latin: PdfPage = {
    entries: `/MediaBox [0 0 300 300] ${resources}`,
    content: `${line('Helvetica', [20, 260])} ${lines.join(' ')}`,
  }
  const polish: PdfPage = {
    entries: latin.entries ?? '',
    content: `${latin.content} BT /H 20 Tf 20 20 Td (A) Tj ET`,
  }
  const extra = [
    ...dictionaries,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [65 /aogonek] >> >>',
  ]
  const pdf = pdfOf([polish, latin], { extra })
  const engine = await createPdfiumEngine(await compileWasm(WASM))
  const document = engine.open(inMemory(pdf))
  const whole = { left: 0, top: 0, width: 300, height: 300 }
  const [first, second] = [
    await document.draw(0, whole, whole),
    await document.draw(1, whole, whole),
  ]
  expect(Buffer.from(second.data).equals(await bareDrawing(pdf, 1, 300, 300))).toBe(true)
  expect(Buffer.from(first.data).equals(await bareDrawing(pdf, 0, 300, 300))).toBe(false)
  const again = await document.draw(1, whole, whole)
  expect(Buffer.from(again.data).equals(Buffer.from(second.data))).toBe(true)
  document.close()
})

describe('that letters are in doubt is said', () => {
  test('of numbers of glyphs alone, which are drawn as Arial numbers them', async () => {
    expect(await fontsMissing(unknownLetters())).toBe(true)
    const widths = '/FirstChar 50 /LastChar 53 /Widths [667 667 667 667]'
    const written = (digits: string) =>
      inFonts(`BT /F2 24 Tf 10 30 Td (${digits}) Tj ET`, [
        `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold ${widths} >>`,
      ])
    expect(difference(await drawn(unknownLetters()), await drawn(written('2345')))).toBeLessThan(
      0.45,
    )
    expect(difference(await drawn(unknownLetters()), await drawn(written('5432')))).toBeGreaterThan(
      0.5,
    )
  })

  test('of text that is not there, since nobody knows its map', async () => {
    const named = korean('HYSMyeongJo-Medium', '계약')
      .toString('latin1')
      .replaceAll('UniKS-UCS2-H', 'Nobody-Knows')
    expect(ink(await drawn(Buffer.from(named, 'latin1')))).toBe(0)
    expect(await fontsMissing(Buffer.from(named, 'latin1'))).toBe(true)
  })

  test('of letters that no font has, with or without a box in their place', async () => {
    expect(await fontsMissing(encoded('/checkmark', 'A'))).toBe(true)
    expect(await fontsMissing(korean('HYSMyeongJo-Medium', '계\ue000'))).toBe(true)
  })

  test('not where a document carries its fonts, nor of Latin letters, Symbol and ZapfDingbats, nor of an image', async () => {
    expect(await fontsMissing(await embeddedPdf(builtFont('Tinos-Regular'), 'Żółć'))).toBe(false)
    const signs = ['Symbol', 'ZapfDingbats'].map(
      (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`,
    )
    const page = `${line('Latin', [10, 60])} BT /F2 20 Tf 10 30 Td (abc4) Tj ET`
    for (const sign of signs) expect(await fontsMissing(inFonts(page, [sign]))).toBe(false)
    expect(await fontsMissing(pdfOf([textPage('Latin'), textPage('caf\xe9 \x80')]), 2)).toBe(false)
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect((await pool.pageLinks(folder.encrypt('png', png), 1, false)).fontsMissing).toBe(false)
  })

  test('of annotations and form fields that are shown, as of the page itself', async () => {
    const noted = (entries: string, glyph: string): Buffer =>
      pdfOf([{ ...textPage('Latin'), entries: '/MediaBox [0 0 595 842] /Annots [6 0 R]' }], {
        extra: [
          `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [65 /${glyph}] >> >>`,
          stream(
            '/Type /XObject /Subtype /Form /BBox [0 0 200 40] /Resources << /Font << /F2 4 0 R >> >>',
            'BT /F2 24 Tf 10 10 Td (A) Tj ET',
          ),
          `<< /Type /Annot /Rect [100 100 300 140] /AP << /N 5 0 R >> ${entries} >>`,
        ],
        catalog: '/AcroForm << /Fields [6 0 R] >>',
      })
    for (const kind of [
      '/Subtype /FreeText /Contents (x)',
      '/Subtype /Widget /FT /Tx /T (a) /V (x)',
      '/Subtype /Stamp',
    ]) {
      expect({ kind, missing: await fontsMissing(noted(`${kind} /F 4`, 'checkmark')) }).toEqual({
        kind,
        missing: true,
      })
      expect({ kind, missing: await fontsMissing(noted(`${kind} /F 4`, 'eacute')) }).toEqual({
        kind,
        missing: false,
      })
      expect({ kind, missing: await fontsMissing(noted(`${kind} /F 2`, 'checkmark')) }).toEqual({
        kind,
        missing: false,
      })
    }
  })

  test('not of text by which the map to letters is complete', async () => {
    const map =
      '1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <00FF> <0000> endbfrange'
    const cmap = `/CIDInit /ProcSet findresource begin begincmap ${map} endcmap end`
    const mapped = inFonts('BT /F2 24 Tf 10 30 Td <00410042> Tj ET', [
      '<< /Type /Font /Subtype /Type0 /BaseFont /ArialMT /Encoding /Identity-H /ToUnicode 7 0 R /DescendantFonts [5 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ArialMT /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 667 /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /ArialMT /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
      stream('', cmap),
    ])
    expect(await fontsMissing(mapped)).toBe(false)
  })
})
