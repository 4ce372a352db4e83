import { expect, test } from 'vitest'
import { ATTACHING, OUTER_WORDS } from '../../test/fixtures/troubles/attaching-pdf.ts'
import { PdfStream } from '../pdf/libpdf.ts'
import { readShown } from './shown-pdf.ts'

test.each(ATTACHING)('the copy of a document %s, has its own pages', async (_, pdf) => {
  const { pages, resolve } = await readShown(pdf)
  const words = pages.map(({ dict }) => {
    const content = resolve(dict.get('Contents'))
    return content instanceof PdfStream
      ? Buffer.from(content.getDecodedData())
          .toString('latin1')
          .replace(/^[\s\S]*\(|\)[\s\S]*$/g, '')
      : ''
  })
  expect(words).toEqual(OUTER_WORDS)
})
