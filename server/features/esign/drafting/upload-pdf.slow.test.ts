import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Template } from '../../../../contract/features/composed.ts'
import { createClamdScanner, parseClamdUrl } from '../../../platform/scan/clamd.ts'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { unpackedPdf } from '../../../test/fixtures/packed-pdf.ts'
import { fileOf, pdfOf, stream, textPage } from '../../../test/fixtures/pdf-file.ts'
import { stampPng } from '../../../test/fixtures/stamp-png.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { MULTIPART, multipartBody, partHead } from '../../../test/harness/multipart.ts'
import { connect, readAnswer } from '../../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { compose, getTemplate, given, pdfForm, uploadPdf } from '../../../test/scenarios/composing.ts'
import { type Clamd, EICAR, startClamd } from '../../../test/servers/clamd.ts'

const PATH = '/esign/api/compose/upload'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

const sourceOf = async (client: WireClient, templateId: number): Promise<Buffer> =>
  Buffer.from(await (await client.fetch('GET', `/esign/api/compose/source/${templateId}`)).arrayBuffer())

const taken = async (answer: WireAnswer): Promise<Template> =>
  given<Template>(await getTemplate(room.operator, given<{ templateId: number }>(answer).templateId))

const formOf = (...entries: readonly (readonly [string, string | Blob, string?])[]): FormData => {
  const form = new FormData()
  for (const [name, value, filename] of entries) typeof value === 'string' ? form.append(name, value) : form.append(name, value, filename)
  return form
}
const headOf = ({ me }: WireClient, length: number): string =>
  `POST /api${PATH} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${me.jwt}\r\ncontent-type: ${MULTIPART}\r\ncontent-length: ${length}\r\n\r\n`

const pdfPart = ['file', new Blob([makePdf(1)]), 'a.pdf'] as const

describe('a PDF that is uploaded to be signed', () => {
  it('is kept as it came, sealed, with its fields before or behind it, and counts against the storage of the room', async () => {
    const bytes = makePdf(2, 'TOP SECRET', [842, 595])
    const before = await holdings(app, room.roomId)
    const fields = { notice: '검토 후\n서명해 주세요', signValid: '30', waterMark: 'Y', roomId: String(room.roomId) }
    const draft = await taken(await uploadPdf(room.operator, bytes, '계약서.pdf', fields))
    expect(draft).toMatchObject({ name: '계약서.pdf', originName: '계약서.pdf', status: 'DRAFT', pageCount: 2, wasSigned: false })
    expect(draft).toMatchObject({ notice: '검토 후\n서명해 주세요', signValid: 30, waterMark: true, boxes: [], participants: [] })
    expect(draft.pages).toEqual([
      { width: 842, height: 595 },
      { width: 842, height: 595 },
    ])
    expect(await sourceOf(room.operator, draft.templateId)).toEqual(Buffer.from(bytes))
    const behind = formOf(pdfPart, ['notice', '뒤'], ['waterMark', 'false'])
    expect(await taken(await room.operator.call('POST', PATH, { form: behind }))).toMatchObject({
      notice: '뒤',
      signValid: 14,
      waterMark: false,
    })
    const after = await holdings(app, room.roomId)
    expect(after).toMatchObject({ items: before.items, files: before.files, blobs: before.blobs + 2, temp: 0 })
    expect(after.used - before.used).toBe(bytes.length + makePdf(1).length)
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'compose.uploaded').length).toBeGreaterThanOrEqual(2)
    expect(await room.operator.items()).toEqual([])
  })

  it('is refused where it or its form is not what it should be, and leaves nothing', async () => {
    const tooMany = pdfOf(Array.from({ length: 5_001 }, () => textPage('x')))
    const REFUSED: [string, FormData, number, string][] = [
      ['no file', formOf(['notice', 'x']), 400, 'BAD_REQUEST'],
      ['two files', formOf(pdfPart, pdfPart), 400, 'BAD_REQUEST'],
      ['a file under another name', formOf(['document', new Blob([makePdf(1)]), 'a.pdf']), 400, 'BAD_REQUEST'],
      ['an unknown field', pdfForm(makePdf(1), 'a.pdf', { extra: '1' }), 400, 'BAD_REQUEST'],
      ['a doubled field', formOf(['notice', 'a'], ['notice', 'b'], pdfPart), 400, 'BAD_REQUEST'],
      ['days that are none', pdfForm(makePdf(1), 'a.pdf', { signValid: '0' }), 400, 'BAD_REQUEST'],
      ['too many days', pdfForm(makePdf(1), 'a.pdf', { signValid: '366' }), 400, 'BAD_REQUEST'],
      ['another room', pdfForm(makePdf(1), 'a.pdf', { roomId: String(room.roomId + 1) }), 404, 'NOT_FOUND'],
      ['an image', pdfForm(makePdf(1), 'a.png'), 415, 'TYPE_REFUSED'],
      ['no extension', pdfForm(makePdf(1), 'a'), 415, 'TYPE_REFUSED'],
      ['something else by its content', pdfForm(Buffer.from('PK\x03\x04 no PDF at all'), 'a.pdf'), 415, 'TYPE_REFUSED'],
      ['nothing', pdfForm(new Uint8Array(), 'a.pdf'), 415, 'TYPE_REFUSED'],
      ['a damaged one', pdfForm(fileOf(['<< /Type /Catalog /Pages 9 0 R >>']), 'a.pdf'), 422, 'DOCUMENT_BROKEN'],
      ['too many pages', pdfForm(tooMany, 'a.pdf'), 422, 'TOO_MANY_PAGES'],
      ['more than the engine opens', pdfForm(makePdf(20_001), 'a.pdf'), 422, 'TOO_MANY_PAGES'],
    ]
    for (const [name, form, http, code] of REFUSED) {
      const answer = await expectNothingChanged(app, room.roomId, () => room.operator.call('POST', PATH, { form }))
      expect({ name, http: answer.http, code: answer.json.code }).toEqual({ name, http, code })
    }
  })

  it('is refused where the room has no space for it', async () => {
    const small = await app.room({ storageLimit: 100_000 })
    const answer = await expectNothingChanged(app, small.roomId, () =>
      uploadPdf(small.operator, Buffer.concat([makePdf(1), randomBytes(100_000)])),
    )
    expect(answer).toMatchObject({ http: 507, json: { code: 'NO_SPACE' } })
    expect((await uploadPdf(small.operator, makePdf(1))).http).toBe(200)
  })

  it('is refused where it has no end, before it fills the disk', async () => {
    const small = await app.room({ storageLimit: 3_000_000 })
    await expectNothingChanged(app, small.roomId, async () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from(partHead({ name: 'file', filename: 'endless.pdf' }))),
        pull: (controller) => controller.enqueue(Buffer.alloc(256_000)),
      })
      const headers = { authorization: `Bearer ${small.operator.me.jwt}`, 'content-type': MULTIPART }
      const answer = await fetch(`${app.base}/api${PATH}`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).catch(
        () => undefined,
      )
      expect([507, undefined]).toContain(answer?.status)
    })
  })

  it('leaves nothing where its author loses the right meanwhile', async () => {
    const own = await app.room()
    const { client, memberId, email } = await app.participant(own)
    await own.operator.setRole(memberId, 4)
    await client.elevate(await app.codeMailedTo(email))
    await expectNothingChanged(app, own.roomId, async () => {
      const socket = await connect(app.base)
      const answer = readAnswer(socket)
      socket.write(headOf(client, 100_000))
      socket.write(partHead({ name: 'file', filename: 'x.pdf' }))
      socket.write(makePdf(1))
      await expect.poll(async () => (await holdings(app, own.roomId)).temp).toBe(1)
      await own.operator.setRight(memberId, 'access', false)
      expect(await answer).toMatchObject({ status: 401 })
    })
  })

  it('leaves nothing where its body ends before it is whole', async () => {
    const body = multipartBody([{ name: 'file', filename: 'a.pdf', content: Buffer.concat([makePdf(1), randomBytes(300_000)]) }])
    for (const cut of [0, 90, 20_000, 250_000, body.length - 4]) {
      await expectNothingChanged(app, room.roomId, async () => {
        const socket = await connect(app.base)
        socket.on('error', () => undefined).resume()
        socket.write(headOf(room.operator, body.length))
        await new Promise((resolve) => socket.write(body.subarray(0, cut), resolve))
        socket.destroy()
      })
    }
  })

  it('that was signed already is reported as signed', async () => {
    const field = '<< /FT /Sig /T (S) /V 5 0 R /Subtype /Widget /Rect [0 0 0 0] >>'
    const value = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 10] /Contents <00> >>'
    const signed = pdfOf([textPage('signed')], { extra: [field, value], catalog: '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>' })
    const unsigned = pdfOf([textPage('empty')], { extra: [field.replace('/V 5 0 R', '')], catalog: '/AcroForm << /Fields [4 0 R] >>' })
    expect(await taken(await uploadPdf(room.operator, signed))).toMatchObject({ wasSigned: true })
    expect(await taken(await uploadPdf(room.operator, unsigned))).toMatchObject({ wasSigned: false })
  })
})

describe('a PDF with a form', () => {
  const box = '/Type /Annot /Subtype /Widget /FT /Tx /Rect [100 600 300 630] /T (sum)'
  const look = stream('/Type /XObject /Subtype /Form /BBox [0 0 200 30]', '0 0.5 0 rg 0 0 200 30 re f')
  const filled = (field: string, form = '') =>
    pdfOf([textPage('form', '/MediaBox [0 0 595 842] /Annots [4 0 R]')], {
      extra: [`<< ${box} ${field} >>`, look],
      catalog: `/AcroForm << /Fields [4 0 R] ${form} >>`,
    })

  it('is shown to signers as it is sealed: with its fields as part of its pages', async () => {
    const bytes = filled('/V (900) /AP << /N 5 0 R >>')
    const draft = await taken(await uploadPdf(room.operator, bytes))
    const source = await sourceOf(room.operator, draft.templateId)
    expect(draft.pages).toEqual([{ width: 595, height: 842 }])
    for (const trace of ['/Annots', '/AcroForm', '(900)'])
      expect({ trace, is: unpackedPdf(source).includes(trace) }).toEqual({ trace, is: false })
    expect(unpackedPdf(source)).toContain('0 0.5 0 rg')
    expect(draft.sourceSha256).toBe(createHash('sha256').update(source).digest('hex'))
    expect(await sourceOf(room.operator, (await taken(await uploadPdf(room.operator, source))).templateId)).toEqual(source)
  })

  it.each([
    ['a value without an appearance', filled('/V (900)')],
    ['values that each program draws itself', filled('/V (900) /AP << /N 5 0 R >>', '/NeedAppearances true')],
    [
      'a shape without an appearance',
      filled('/V (900) /AP << /N 5 0 R >>').toString('latin1').replace('/Subtype /Widget', '/Subtype /Square').replace('/AP', '/XX'),
    ],
  ])('is refused, rather than sealed otherwise than it is shown, with %s', async (_, bytes) => {
    const answer = await expectNothingChanged(app, room.roomId, () => uploadPdf(room.operator, Buffer.from(bytes)))
    expect(answer).toMatchObject({ http: 422, json: { code: 'SEAL_PDF' } })
  })

  it.each([
    ['nothing filled in', filled('')],
    ['an empty value', filled('/V ()', '/NeedAppearances true')],
  ])('is taken with %s', async (_, bytes) => {
    expect(await taken(await uploadPdf(room.operator, bytes))).toMatchObject({ pageCount: 1 })
  })
})

describe('a PDF with a password', () => {
  it.each(['1.3', '1.4', '1.7', '1.7ext3'] as const)('of version %s asks for it, and is kept opened', async (version) => {
    const password = version === '1.7ext3' ? '비밀번호' : 'secret 1'
    const bytes = await makeLockedPdf(password, { version, pages: 2, words: 'LOCKED WORDS' })
    const refused = await expectNothingChanged(app, room.roomId, () => uploadPdf(room.operator, bytes))
    expect(refused).toMatchObject({ http: 200, json: { status: 'EXCEPTION', code: 'PASSWORD_NEEDED' } })
    const wrong = await expectNothingChanged(app, room.roomId, () => uploadPdf(room.operator, bytes, 'a.pdf', { password: 'wrong' }))
    expect(wrong).toMatchObject({ http: 200, json: { status: 'EXCEPTION', code: 'PDF_PASSWORD' } })
    const draft = await taken(await uploadPdf(room.operator, bytes, 'a.pdf', { password }))
    expect(draft).toMatchObject({ pageCount: 2, pages: Array(2).fill({ width: 595, height: 842 }) })
    const opened = await sourceOf(room.operator, draft.templateId)
    expect(opened.includes('/Encrypt')).toBe(false)
    expect((await taken(await uploadPdf(room.operator, opened))).pageCount).toBe(2)
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })
})

describe('a document of the room that is to be signed', () => {
  const adopt = (client: WireClient, fileId: number, more: object = {}) =>
    compose(client, 'adopt', { fileId, roomId: client.me.roomId, ...more })

  it('is copied, and stays as it is', async () => {
    const bytes = makePdf(3)
    const fileId = await room.operator.put('원본.pdf', bytes)
    const before = await holdings(app, room.roomId)
    const draft = await taken(await adopt(room.operator, fileId))
    expect(draft).toMatchObject({ name: '원본.pdf', pageCount: 3, status: 'DRAFT' })
    expect(await sourceOf(room.operator, draft.templateId)).toEqual(Buffer.from(bytes))
    expect(await holdings(app, room.roomId)).toEqual({ ...before, blobs: before.blobs + 1, used: before.used + bytes.length })
    const { rows } = await app.database.pool.query('select kind from activity_entries where item_id = $1 order by id', [fileId])
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['document.uploaded', 'compose.uploaded', 'compose.downloaded'])
    await room.operator.deleteItem(fileId)
    expect(await sourceOf(room.operator, draft.templateId)).toEqual(Buffer.from(bytes))
    expect(await adopt(room.operator, fileId)).toMatchObject({ http: 404 })
  })

  it('is not taken by who may not download it, which is on record', async () => {
    const own = await app.room()
    const fileId = await own.operator.put('비밀.pdf', makePdf(1))
    const may = (value: boolean) =>
      app.database.pool.query('update members set can_download = $2 where id = $1', [own.operator.me.id, value])
    await may(false)
    const before = await holdings(app, own.roomId)
    expect(await adopt(own.operator, fileId)).toMatchObject({ http: 403, json: { code: 'DOWNLOAD_DENIED' } })
    expect(await holdings(app, own.roomId)).toEqual({ ...before, entries: before.entries + 1 })
    const { rows } = await app.database.pool.query('select kind from activity_entries where item_id = $1 order by id desc limit 1', [
      fileId,
    ])
    expect(rows).toEqual([{ kind: 'document.download-refused' }])
    await may(true)
    const { templateId } = given<{ templateId: number }>(await adopt(own.operator, fileId))
    await may(false)
    const source = await expectOneEntry(own.roomId, () => own.operator.fetch('GET', `/esign/api/compose/source/${templateId}`))
    expect({ http: source.status, code: (await source.json()).error.code }).toEqual({ http: 403, code: 'DOWNLOAD_DENIED' })
  })

  async function expectOneEntry<T>(roomId: number, call: () => Promise<T>): Promise<T> {
    const kinds = async (): Promise<string[]> => app.logged(roomId)
    const before = await kinds()
    const answer = await call()
    expect((await kinds()).slice(before.length)).toEqual(['document.download-refused'])
    return answer
  }

  it('is not read for a room that is full', async () => {
    const own = await app.room()
    const fileId = await own.operator.put('잠김.pdf', await makeLockedPdf('geheim', { pages: 200 }))
    await app.database.pool.query('update rooms set storage_limit = storage_used where id = $1', [own.roomId])
    const full = await expectNothingChanged(app, own.roomId, () => adopt(own.operator, fileId))
    expect(full.json.code).toBe('NO_SPACE')
    await app.database.pool.query('update rooms set storage_limit = storage_used + 1000000 where id = $1', [own.roomId])
    expect((await adopt(own.operator, fileId)).json.code).toBe('PASSWORD_NEEDED')
  })

  it('asks for its password', async () => {
    const fileId = await room.operator.put('잠김.pdf', await makeLockedPdf('geheim'))
    expect((await adopt(room.operator, fileId)).json.code).toBe('PASSWORD_NEEDED')
    expect((await adopt(room.operator, fileId, { password: 'x' })).json.code).toBe('PDF_PASSWORD')
    expect((await app.logged(room.roomId)).at(-1)).toBe('document.password-refused')
    expect((await taken(await adopt(room.operator, fileId, { password: 'geheim' }))).pageCount).toBe(1)
  })

  it('is taken as the PDF that was made of it, once there is one', async () => {
    const fileId = await room.operator.put('계약서.v2.hwp', makeHwp('한글 계약서'))
    const status = async () =>
      (await app.database.pool.query('select status from file_versions where item_id = $1', [fileId])).rows[0]?.status
    await expect.poll(status, { timeout: 60_000 }).toBe('READY')
    const draft = await taken(await adopt(room.operator, fileId))
    expect(draft).toMatchObject({ name: '계약서.v2.pdf', pageCount: 1, wasSigned: false })
    expect((await sourceOf(room.operator, draft.templateId)).subarray(0, 5).toString()).toBe('%PDF-')
    for (const [become, code] of [
      ['WORKING', 'PREVIEW_PENDING'],
      ['BROKEN', 'DOCUMENT_BROKEN'],
      ['LOCKED', 'DOCUMENT_LOCKED'],
    ]) {
      await app.database.pool.query('update file_versions set status = $2 where item_id = $1', [fileId, become])
      const answer = await expectNothingChanged(app, room.roomId, () => adopt(room.operator, fileId))
      expect({ become, http: answer.http, code: answer.json.code }).toEqual({ become, http: 422, code })
    }
  })

  it('is taken in the version that is the newest', async () => {
    const [first, second] = [makePdf(1), makePdf(2)]
    const fileId = await room.operator.put('판본.pdf', first)
    await room.operator.upload([['판본.pdf', second]], 0, 'replace')
    expect((await taken(await adopt(room.operator, fileId))).pageCount).toBe(2)
  })

  it('is none that is an image, is of another room or is not there', async () => {
    const other = await app.room()
    const foreign = await other.operator.put('남의 것.pdf', makePdf(1))
    const folder = await room.operator.newFolder('폴더')
    const image = await room.operator.put('도장.png', await stampPng())
    const refused = await expectNothingChanged(app, room.roomId, () => adopt(room.operator, image))
    expect(refused).toMatchObject({ http: 415, json: { code: 'TYPE_REFUSED' } })
    for (const fileId of [foreign, folder, 999_999]) expect(await adopt(room.operator, fileId)).toMatchObject({ http: 404 })
    expect(await compose(room.operator, 'adopt', { fileId: foreign, roomId: other.roomId })).toMatchObject({ http: 404 })
    expect((await other.operator.call('GET', '/esign/api/compose/documents', { query: { roomId: other.roomId } })).json.payload).toEqual([])
  })
})

describe('where there is a virus scanner', () => {
  let scanned: TestApp
  let clamd: Clamd
  beforeAll(async () => {
    clamd = await startClamd()
    scanned = await startTestApp({ scanner: createClamdScanner(parseClamdUrl(clamd.url) ?? { path: '' }, { deadlineMs: 2_000 }) })
  })
  afterAll(async () => {
    await scanned.close()
    await clamd.stop()
  })

  it('what it objects to is not taken', async () => {
    const { operator, roomId } = await scanned.room()
    const infected = await uploadPdf(operator, pdfOf([textPage(EICAR)]))
    expect(infected).toMatchObject({ http: 415, json: { rejected: [{ name: '계약서.pdf', code: 'INFECTED' }] } })
    expect(await holdings(scanned, roomId)).toMatchObject({ used: 0, blobs: 0, temp: 0 })
    expect((await uploadPdf(operator, makePdf(1))).http).toBe(200)
  })

  it('what it objects to is not taken where a password has hidden it, neither', async () => {
    const { operator, roomId } = await scanned.room()
    // The decrypted copy leaves only metadata uncompressed.
    const infected = await makeLockedPdf('geheim', { title: EICAR })
    expect(Buffer.from(infected).includes(EICAR)).toBe(false)
    const before = await holdings(scanned, roomId)
    const refused = await uploadPdf(operator, infected, 'a.pdf', { password: 'geheim' })
    expect(refused).toMatchObject({ http: 415, json: { rejected: [{ name: 'a.pdf', code: 'INFECTED' }] } })
    expect(await holdings(scanned, roomId)).toEqual({ ...before, entries: before.entries + 1 })
    expect((await uploadPdf(operator, await makeLockedPdf('geheim'), 'a.pdf', { password: 'geheim' })).http).toBe(200)
  })
})
