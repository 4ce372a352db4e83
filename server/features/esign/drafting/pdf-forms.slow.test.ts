import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { unpackedPdf } from '../../../test/fixtures/packed-pdf.ts'
import { pdfOf, stream, textPage } from '../../../test/fixtures/pdf-file.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { uploadPdf } from '../../../test/scenarios/composing.ts'
import { sourceOf, taken } from '../../../test/scenarios/esign/pdf-forms.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

describe('a PDF with a form', () => {
  const box = '/Type /Annot /Subtype /Widget /FT /Tx /Rect [100 600 300 630] /T (sum)'
  const look = stream(
    '/Type /XObject /Subtype /Form /BBox [0 0 200 30]',
    '0 0.5 0 rg 0 0 200 30 re f',
  )
  const filled = (field: string, form = '') =>
    pdfOf([textPage('form', '/MediaBox [0 0 595 842] /Annots [4 0 R]')], {
      extra: [`<< ${box} ${field} >>`, look],
      catalog: `/AcroForm << /Fields [4 0 R] ${form} >>`,
    })

  it('is shown to signers as it is sealed: with its fields as part of its pages', async () => {
    const bytes = filled('/V (900) /AP << /N 5 0 R >>')
    const draft = await taken(room, await uploadPdf(room.operator, bytes))
    const source = await sourceOf(room.operator, draft.templateId)
    expect(draft.pages).toEqual([{ width: 595, height: 842 }])
    for (const trace of ['/Annots', '/AcroForm', '(900)'])
      expect({ trace, is: unpackedPdf(source).includes(trace) }).toEqual({ trace, is: false })
    expect(unpackedPdf(source)).toContain('0 0.5 0 rg')
    expect(draft.sourceSha256).toBe(createHash('sha256').update(source).digest('hex'))
    expect(
      await sourceOf(
        room.operator,
        (await taken(room, await uploadPdf(room.operator, source))).templateId,
      ),
    ).toEqual(source)
  })

  it.each([
    ['a value without an appearance', filled('/V (900)')],
    [
      'values that each program draws itself',
      filled('/V (900) /AP << /N 5 0 R >>', '/NeedAppearances true'),
    ],
    [
      'a shape without an appearance',
      filled('/V (900) /AP << /N 5 0 R >>')
        .toString('latin1')
        .replace('/Subtype /Widget', '/Subtype /Square')
        .replace('/AP', '/XX'),
    ],
  ])('is refused, rather than sealed otherwise than it is shown, with %s', async (_, bytes) => {
    const answer = await expectNothingChanged(app, room.roomId, () =>
      uploadPdf(room.operator, Buffer.from(bytes)),
    )
    expect(answer).toMatchObject({ http: 422, json: { code: 'SEAL_PDF' } })
  })

  it.each([
    ['nothing filled in', filled('')],
    ['an empty value', filled('/V ()', '/NeedAppearances true')],
  ])('is taken with %s', async (_, bytes) => {
    expect(await taken(room, await uploadPdf(room.operator, bytes))).toMatchObject({ pageCount: 1 })
  })
})

describe('a PDF with a password', () => {
  it.each(['1.3', '1.4', '1.7', '1.7ext3'] as const)(
    'of version %s asks for it, and is kept opened',
    async (version) => {
      const password = version === '1.7ext3' ? '비밀번호' : 'secret 1'
      const bytes = await makeLockedPdf(password, { version, pages: 2, words: 'LOCKED WORDS' })
      const refused = await expectNothingChanged(app, room.roomId, () =>
        uploadPdf(room.operator, bytes),
      )
      expect(refused).toMatchObject({
        http: 200,
        json: { status: 'EXCEPTION', code: 'PASSWORD_NEEDED' },
      })
      const wrong = await expectNothingChanged(app, room.roomId, () =>
        uploadPdf(room.operator, bytes, 'a.pdf', { password: 'wrong' }),
      )
      expect(wrong).toMatchObject({
        http: 200,
        json: { status: 'EXCEPTION', code: 'PDF_PASSWORD' },
      })
      const draft = await taken(room, await uploadPdf(room.operator, bytes, 'a.pdf', { password }))
      expect(draft).toMatchObject({
        pageCount: 2,
        pages: Array(2).fill({ width: 595, height: 842 }),
      })
      const opened = await sourceOf(room.operator, draft.templateId)
      expect(opened.includes('/Encrypt')).toBe(false)
      expect((await taken(room, await uploadPdf(room.operator, opened))).pageCount).toBe(2)
      expect((await holdings(app, room.roomId)).temp).toBe(0)
    },
  )
})
