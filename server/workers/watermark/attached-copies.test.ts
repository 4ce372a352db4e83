import { expect, test } from 'vitest'
import { pdfText, textPage } from '../../test/fixtures/pdf-file.ts'
import { ATTACHING, OUTER_WORDS } from '../../test/fixtures/troubles/attaching-pdf.ts'
import { PdfStream } from '../pdf/libpdf.ts'
import { openPdf } from '../pdf/pdf-document.ts'
import { blank, withoutAttached } from '../pdf/repair/attached-documents.ts'
import { hasPlausibleTable } from '../pdf/repair/plausible-table.ts'
import { readShown } from './shown-pdf.ts'

async function wordsOf(pdf: Buffer): Promise<string[]> {
  const { pages, resolve } = await readShown(pdf)
  return pages.map(({ dict }) => {
    const content = resolve(dict.get('Contents'))
    return content instanceof PdfStream
      ? Buffer.from(content.getDecodedData())
          .toString('latin1')
          .replace(/^[\s\S]*\(|\)[\s\S]*$/g, '')
      : ''
  })
}

test.each(ATTACHING)('the copy of a document %s, has its own pages', async (_, pdf) => {
  expect(await wordsOf(pdf)).toEqual(OUTER_WORDS)
})

const misplaced = (pdf: string): Buffer =>
  Buffer.from(pdf.replace(/startxref\n\d+/, 'startxref\n3'), 'latin1')

test('the copy of a damaged document keeps printed words that look like objects', async () => {
  const words = 'obj 7 0 obj 8 0 obj trailer << endobj'
  const printed = misplaced(pdfText([textPage(words)]))
  await expect(openPdf(printed)).rejects.toMatchObject({ code: 'NOT_UNDERSTOOD' })
  expect(await wordsOf(printed)).toEqual([words])
})

test('a damaged document with too many objects to search is not understood', () => {
  expect(() => withoutAttached(Buffer.from('1 0 obj '.repeat(500_001)))).toThrow(
    expect.objectContaining({ code: 'NOT_UNDERSTOOD' }),
  )
})

test.each([
  [0, 'aaaa  aaa   aa'],
  [4, '  '],
  [5, ' aaa '],
  [8, 'a   aa'],
])('a read from %i blanks only what is attached', (offset, expected) => {
  const spans = [
    { from: 4, until: 6, isCertain: true },
    { from: 9, until: 12, isCertain: true },
  ]
  const whole = Buffer.from('abcdefghijklmn')
  const read = Buffer.from(whole.subarray(offset, offset + expected.length))
  blank(read, 0, { offset, length: read.length }, spans)
  expect(read.toString('latin1').replace(/[a-n]/g, 'a')).toBe(expected)
})

test('a table is plausible only where the document says that it is', () => {
  const source = (bytes: Buffer) => ({
    size: bytes.length,
    readInto: (target: Uint8Array, at: number, offset: number, length: number) =>
      target.set(bytes.subarray(offset, offset + length), at),
  })
  const whole = pdfText([textPage('Purchase price')])
  expect(hasPlausibleTable(source(Buffer.from(whole, 'latin1')))).toBe(true)
  expect(hasPlausibleTable(source(Buffer.from(`left of a mail\n${whole}`, 'latin1')))).toBe(true)
  expect(hasPlausibleTable(source(misplaced(whole)))).toBe(false)
  expect(hasPlausibleTable(source(Buffer.from('')))).toBe(false)
})
