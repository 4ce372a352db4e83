import { PDF, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { line, pdfOf } from '../../../test/fixtures/pdf-file.ts'
import { startWatermarker, type Watermarker } from '../../../test/fixtures/watermarker.ts'

let watermarker: Watermarker
beforeAll(async () => {
  watermarker = await startWatermarker()
})
afterAll(() => watermarker.close())

const objectOf = (pdf: PDF, object: PdfObject | undefined): PdfObject | null | undefined =>
  object instanceof PdfRef ? pdf.getObject(object) : object

function dictOf(pdf: PDF, object: PdfObject | undefined): PdfDict {
  const found = objectOf(pdf, object)
  if (!(found instanceof PdfDict)) throw new Error('no dictionary')
  return found
}

function decoded(pdf: PDF, object: PdfObject | undefined): string {
  const found = objectOf(pdf, object)
  if (!(found instanceof PdfStream)) throw new Error('no stream')
  return Buffer.from(found.getDecodedData()).toString('latin1')
}

const onlyEntry = (dict: PdfDict): PdfObject | undefined => [...dict].map(([, value]) => value)[0]

describe('the drawings of the mark', () => {
  it('of all pages lie in no single object, and of each page in one stream with its own content', async () => {
    const count = 40
    const { bytes } = await watermarker.watermark(
      pdfOf(Array.from({ length: count }, (_, index) => ({ content: line(`page ${index}`) }))),
      3,
    )
    const pdf = await PDF.load(bytes)
    const drawnBy = new Map<string, number>()
    const contents = new Set<string>()
    const lines = new Set<string>()
    const large = new Set<string>()
    for (const page of pdf.getPages()) {
      const [content, ...others] = page.dict.getArray('Contents') ?? []
      expect(others).toEqual([])
      contents.add(String(content))
      const orders = decoded(pdf, content)
      expect(orders).toContain('(page ')
      expect(orders).not.toContain('Artifact')
      const forms = dictOf(pdf, dictOf(pdf, page.dict.get('Resources')).get('XObject'))
      const drawn = [...orders.matchAll(/\/(\w+) Do/g)].map(([, name = '']) => forms.get(name))
      expect(drawn).toHaveLength(3)
      large.add([...orders.matchAll(/[^\n]* m\n[^h]*h\n/g)].map(([outline]) => outline).join(''))
      for (const form of drawn) drawnBy.set(String(form), (drawnBy.get(String(form)) ?? 0) + 1)
      for (const form of drawn)
        lines.add(
          decoded(
            pdf,
            onlyEntry(dictOf(pdf, dictOf(pdf, dictOf(pdf, form).get('Resources')).get('XObject'))),
          ),
        )
    }
    expect(contents.size).toBe(count)
    expect(drawnBy.size).toBeGreaterThan(6)
    expect(Math.max(...drawnBy.values())).toBeLessThan(count)
    expect(lines.size).toBeGreaterThan(2)
    expect(large.size).toBe(count)
  })

  it('have no names that a page calls in vain, so that none is drawn where it does not belong', async () => {
    const { bytes, looks } = await watermarker.watermark(
      pdfOf([{ content: `q .2 0 0 .2 100 300 cm /Fm0 Do /Fm1 Do /Fm4 Do Q ${line('in vain')}` }]),
    )
    for (const { shown, changed } of looks)
      expect([shown > 0.95, changed < 0.001]).toEqual([true, true])
    const pdf = await PDF.load(bytes)
    const [page] = pdf.getPages()
    const forms = dictOf(pdf, dictOf(pdf, page?.dict.get('Resources')).get('XObject'))
    for (const name of ['Fm0', 'Fm1', 'Fm4']) expect(forms.has(name)).toBe(false)
    expect([...forms].length).toBeGreaterThan(0)
  })
})
