import { expect, test } from 'vitest'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { pdfText, textPage } from '../../test/fixtures/pdf-file.ts'
import { openRenderPool } from '../../test/scenarios/rendering.ts'
import type { RenderError } from './index.ts'

const { folder, pool } = await openRenderPool(memoryLog())

const WHOLE = pdfText([textPage('Purchase price'), textPage('Second page')])
const BODY = WHOLE.slice(0, WHOLE.indexOf('xref\n'))
const CATALOG = /1 0 obj\n[\s\S]*?endobj\n/

async function wordsOf(pdf: string): Promise<string[]> {
  const source = folder.encrypt('pdf', Buffer.from(pdf, 'latin1'))
  const { pages } = await pool.inspect(source)
  const words: string[] = []
  for (const [index] of pages.entries()) {
    const { bytes } = await pool.renderPage(source, { page: index + 1, width: 300, priority: 'visible', mark: 'unmarked' })
    expect(bytes.length).toBeGreaterThan(1_000)
    words.push(
      (await pool.pageText(source, index + 1)).runs
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
  }
  return words
}

const DAMAGED: Readonly<Record<string, string>> = {
  'whose trailer breaks off within a string': `${BODY}trailer\n<< /Root 1 0 R /Size 8 /ID [<904e5a162f03`,
  'without a trailer': BODY,
  'without a header': WHOLE.replace(/^%PDF-1\.7\n/, '%\xe2\xe3\xcf\xd3\n'),
  'without header, table and trailer': BODY.replace(/^%PDF-1\.7\n/, ''),
  'without a catalog': BODY.replace(CATALOG, ''),
  'with a table behind text that shifts it': `left of a mail\n${BODY}`,
}

test.each(Object.entries(DAMAGED))('a document %s is drawn, and has its words', async (_, pdf) => {
  expect(await wordsOf(pdf)).toEqual(['Purchase price', 'Second page'])
})

test('of two objects with one number the later one counts', async () => {
  const [, font] = /(3 0 obj[\s\S]*?endobj\n)/.exec(BODY) ?? []
  const later = BODY.replace('Purchase price', 'Earlier price   ')
  const changed = /5 0 obj[\s\S]*?endobj\n/.exec(BODY)?.[0] ?? ''
  expect(font).toBeDefined()
  expect(await wordsOf(`${later}${changed}`)).toEqual(['Purchase price', 'Second page'])
})

const BROKEN: Readonly<Record<string, string>> = {
  'that has no objects': '%PDF-1.7\nnothing at all\n',
  'whose objects name no pages': '%PDF-1.7\n1 0 obj\n<< /Type /Font >>\nendobj\n',
  'whose encryption is lost': `${BODY}trailer\n<< /Root 1 0 R /Encrypt 9 0 R /ID [<904e`,
  'of numbers alone': `%PDF-1.7\n${'1 0 obj '.repeat(2_000)}`,
}

test.each(Object.entries(BROKEN))('a document %s stays broken', async (_, pdf) => {
  const failed = await pool.inspect(folder.encrypt('pdf', Buffer.from(pdf, 'latin1'))).catch((error: RenderError) => error.code)
  expect(failed).toBe('BROKEN')
})
