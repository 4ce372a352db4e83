import { afterAll, expect, it } from 'vitest'
import { StrictSource } from '../../../../test/fixtures/made-files.ts'
import { makePdf } from '../../../../test/fixtures/make-pdf.ts'
import { openTraitFinder } from './trait-finder.ts'

const hasty = openTraitFinder({ deadlineMs: 3_000 })
const finder = openTraitFinder()
afterAll(() => Promise.all([hasty.close(), finder.close()]))

const pdf = (object: string) =>
  StrictSource.of(
    Buffer.concat([makePdf(1), Buffer.from(`\n9 0 obj\n${object}\nendobj\n`, 'latin1')]),
  )

it('looks into one document after the other', async () => {
  expect([...(await finder.find(pdf('<< /Author (Kim) /Producer (x) >>'), 'pdf'))]).toEqual([
    'METADATA',
  ])
  expect([...(await finder.find(pdf('<< /Type /Font >>'), 'pdf'))]).toEqual([])
})

it('gives up a document that takes too long or cannot be read, and goes on with the next', async () => {
  const never = { size: 1_000, read: () => new Promise<never>(() => undefined) }
  expect([...(await hasty.find(never, 'pdf'))]).toEqual(['UNCHECKED'])
  const broken = { size: 1_000, read: () => Promise.reject(new Error('gone')) }
  expect([...(await hasty.find(broken, 'pdf'))]).toEqual(['UNCHECKED'])
  expect([...(await hasty.find(pdf('<< /Subtype /Ink >>'), 'pdf'))]).toEqual(['COMMENTS'])
})

it.each([
  ['pdf', '/Type /ObjStm stream\n'],
  ['pdf', '/Title1 '],
])('is not held up by a %s that repeats %j', async (ext, repeated) => {
  const hostile = StrictSource.of(
    Buffer.from(repeated.repeat(Math.ceil((4 * 2 ** 20) / repeated.length))),
  )
  expect([...(await finder.find(hostile, ext))]).toEqual([])
})
