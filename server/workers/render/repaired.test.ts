import { expect, test } from 'vitest'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { pdfText, textPage } from '../../test/fixtures/pdf-file.ts'
import { ATTACHING, OUTER_WORDS } from '../../test/fixtures/troubles/attaching-pdf.ts'
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
    const { bytes } = await pool.renderPage(source, {
      page: index + 1,
      width: 300,
      priority: 'visible',
      mark: 'unmarked',
    })
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

test('a document whose table exchanges the offsets of two objects is drawn, and has its words', async () => {
  const rows = [...WHOLE.matchAll(/\d{10} 00000 n/g)].map(([row]) => row)
  const [page = '', content = ''] = [rows[3], rows[4]]
  const exchanged = WHOLE.replaceAll(new RegExp(`${page}|${content}`, 'g'), (row) =>
    row === page ? content : page,
  )
  expect(exchanged).not.toBe(WHOLE)
  expect(await wordsOf(exchanged)).toEqual(['Purchase price', 'Second page'])
})

test('of two objects with one number the later one counts', async () => {
  const [, font] = /(3 0 obj[\s\S]*?endobj\n)/.exec(BODY) ?? []
  const later = BODY.replace('Purchase price', 'Earlier price   ')
  const changed = /5 0 obj[\s\S]*?endobj\n/.exec(BODY)?.[0] ?? ''
  expect(font).toBeDefined()
  expect(await wordsOf(`${later}${changed}`)).toEqual(['Purchase price', 'Second page'])
})

const ATTACHED = pdfText([textPage('Attached offer')])
const WITHOUT_TABLE = ATTACHED.slice(0, ATTACHED.indexOf('xref\n'))

/** A damaged trailer leaves the attachment's objects to us. */
const attaching = (attachment: string, entries: string, after = ''): string =>
  `${BODY}8 0 obj\n<< /Type /EmbeddedFile ${entries} >>\nstream\n${attachment}\nendstream\nendobj\n${after}`

const ATTACHMENTS: Readonly<Record<string, string>> = {
  'of the length that it names': attaching(WITHOUT_TABLE, `/Length ${WITHOUT_TABLE.length}`),
  'of a length named elsewhere': attaching(
    WITHOUT_TABLE,
    '/Length 9 0 R',
    `9 0 obj\n${WITHOUT_TABLE.length}\nendobj\n`,
  ),
  'of a wrong length': attaching(WITHOUT_TABLE, '/Length 7'),
  'that breaks off': attaching(WITHOUT_TABLE, '/Length 9 0 R').replace(
    /\nendstream\nendobj\n$/,
    '',
  ),
}

test.each(Object.entries(ATTACHMENTS))(
  'an attached document %s does not replace the document',
  async (_, pdf) => {
    expect(await wordsOf(pdf)).toEqual(['Purchase price', 'Second page'])
  },
)

test.each(ATTACHING)('a document %s, is drawn itself', async (_, pdf) => {
  expect(await wordsOf(pdf.toString('latin1'))).toEqual(OUTER_WORDS)
})

test('an attached document lends a damaged one neither its encryption nor its number of pages', async () => {
  const count = (entries: string) =>
    pdfText([textPage('Attached offer')]).replace(/trailer << /, `trailer << ${entries} `)
  for (const attachment of [
    count('/Encrypt << /Filter /Standard /V 9 >>'),
    count('').replace('/Count 1', '/Count 99999'),
  ]) {
    expect(
      await wordsOf(
        attaching(attachment, '/Length 9 0 R', `9 0 obj\n${attachment.length}\nendobj\n`),
      ),
    ).toEqual(OUTER_WORDS)
  }
})

test('a page of a damaged document that prints such words keeps them', async () => {
  const printed = pdfText([textPage('obj 7 0 obj 8 0 obj trailer << endobj')]).replace(
    /startxref\n\d+/,
    'startxref\n3',
  )
  expect(await wordsOf(printed)).toEqual(['obj 7 0 obj 8 0 obj trailer << endobj'])
})

test('a document of which one stream has no end keeps the pages behind it', async () => {
  expect(await wordsOf(BODY.replace('endstream', 'endstrm  '))).toEqual(OUTER_WORDS)
})

test('an object with a number that PDFium refuses does not spoil the table', async () => {
  expect(await wordsOf(`${BODY}9999999 0 obj\n<< /Type /Font >>\nendobj\n`)).toEqual([
    'Purchase price',
    'Second page',
  ])
})

const BROKEN: Readonly<Record<string, string>> = {
  'that has no objects': '%PDF-1.7\nnothing at all\n',
  'whose objects name no pages': '%PDF-1.7\n1 0 obj\n<< /Type /Font >>\nendobj\n',
  'whose encryption is lost': `${BODY}trailer\n<< /Root 1 0 R /Encrypt 9 0 R /ID [<904e`,
  'of numbers alone': `%PDF-1.7\n${'1 0 obj '.repeat(2_000)}`,
}

test.each(Object.entries(BROKEN))('a document %s stays broken', async (_, pdf) => {
  const failed = await pool
    .inspect(folder.encrypt('pdf', Buffer.from(pdf, 'latin1')))
    .catch((error: RenderError) => error.code)
  expect(failed).toBe('BROKEN')
})
