import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClamdScanner, parseClamdUrl } from '../../../platform/scan/clamd.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { fileOf, pdfOf, textPage } from '../../../test/fixtures/pdf-file.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { MULTIPART, multipartBody, partHead } from '../../../test/harness/multipart.ts'
import { connect, readAnswer } from '../../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { pdfForm, uploadPdf } from '../../../test/scenarios/composing.ts'
import { sourceOf, taken } from '../../../test/scenarios/esign/pdf-forms.ts'
import { type Clamd, EICAR, startClamd } from '../../../test/servers/clamd.ts'

const PATH = '/esign/api/compose/upload'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

const formOf = (...entries: readonly (readonly [string, string | Blob, string?])[]): FormData => {
  const form = new FormData()
  for (const [name, value, filename] of entries)
    typeof value === 'string' ? form.append(name, value) : form.append(name, value, filename)
  return form
}
const headOf = ({ me }: WireClient, length: number): string =>
  `POST /api${PATH} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${me.jwt}\r\ncontent-type: ${MULTIPART}\r\ncontent-length: ${length}\r\n\r\n`

const pdfPart = ['file', new Blob([makePdf(1)]), 'a.pdf'] as const

describe('a PDF that is uploaded to be signed', () => {
  it('is kept as it came, sealed, with its fields before or behind it, and counts against the storage of the room', async () => {
    const bytes = makePdf(2, 'TOP SECRET', [842, 595])
    const before = await holdings(app, room.roomId)
    const fields = {
      notice: '검토 후\n서명해 주세요',
      signValid: '30',
      waterMark: 'Y',
      roomId: String(room.roomId),
    }
    const draft = await taken(room, await uploadPdf(room.operator, bytes, '계약서.pdf', fields))
    expect(draft).toMatchObject({
      name: '계약서.pdf',
      originName: '계약서.pdf',
      status: 'DRAFT',
      pageCount: 2,
      wasSigned: false,
    })
    expect(draft).toMatchObject({
      notice: '검토 후\n서명해 주세요',
      signValid: 30,
      waterMark: true,
      boxes: [],
      participants: [],
    })
    expect(draft.pages).toEqual([
      { width: 842, height: 595 },
      { width: 842, height: 595 },
    ])
    expect(await sourceOf(room.operator, draft.templateId)).toEqual(Buffer.from(bytes))
    const behind = formOf(pdfPart, ['notice', '뒤'], ['waterMark', 'false'])
    expect(
      await taken(room, await room.operator.call('POST', PATH, { form: behind })),
    ).toMatchObject({
      notice: '뒤',
      signValid: 14,
      waterMark: false,
    })
    const after = await holdings(app, room.roomId)
    expect(after).toMatchObject({
      items: before.items,
      files: before.files,
      blobs: before.blobs + 2,
      temp: 0,
    })
    expect(after.used - before.used).toBe(bytes.length + makePdf(1).length)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'compose.uploaded').length,
    ).toBeGreaterThanOrEqual(2)
    expect(await room.operator.items()).toEqual([])
  })

  it('is refused where it or its form is not what it should be, and leaves nothing', async () => {
    const tooMany = pdfOf(Array.from({ length: 5_001 }, () => textPage('x')))
    const REFUSED: [string, FormData, number, string][] = [
      ['no file', formOf(['notice', 'x']), 400, 'BAD_REQUEST'],
      ['two files', formOf(pdfPart, pdfPart), 400, 'BAD_REQUEST'],
      [
        'a file under another name',
        formOf(['document', new Blob([makePdf(1)]), 'a.pdf']),
        400,
        'BAD_REQUEST',
      ],
      ['an unknown field', pdfForm(makePdf(1), 'a.pdf', { extra: '1' }), 400, 'BAD_REQUEST'],
      ['a doubled field', formOf(['notice', 'a'], ['notice', 'b'], pdfPart), 400, 'BAD_REQUEST'],
      ['days that are none', pdfForm(makePdf(1), 'a.pdf', { signValid: '0' }), 400, 'BAD_REQUEST'],
      ['too many days', pdfForm(makePdf(1), 'a.pdf', { signValid: '366' }), 400, 'BAD_REQUEST'],
      [
        'another room',
        pdfForm(makePdf(1), 'a.pdf', { roomId: String(room.roomId + 1) }),
        404,
        'NOT_FOUND',
      ],
      ['an image', pdfForm(makePdf(1), 'a.png'), 415, 'TYPE_REFUSED'],
      ['no extension', pdfForm(makePdf(1), 'a'), 415, 'TYPE_REFUSED'],
      [
        'something else by its content',
        pdfForm(Buffer.from('PK\x03\x04 no PDF at all'), 'a.pdf'),
        415,
        'TYPE_REFUSED',
      ],
      ['nothing', pdfForm(new Uint8Array(), 'a.pdf'), 415, 'TYPE_REFUSED'],
      [
        'a damaged one',
        pdfForm(fileOf(['<< /Type /Catalog /Pages 9 0 R >>']), 'a.pdf'),
        422,
        'DOCUMENT_BROKEN',
      ],
      ['too many pages', pdfForm(tooMany, 'a.pdf'), 422, 'TOO_MANY_PAGES'],
      ['more than the engine opens', pdfForm(makePdf(20_001), 'a.pdf'), 422, 'TOO_MANY_PAGES'],
    ]
    for (const [name, form, http, code] of REFUSED) {
      const answer = await expectNothingChanged(app, room.roomId, () =>
        room.operator.call('POST', PATH, { form }),
      )
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
        start: (controller) =>
          controller.enqueue(Buffer.from(partHead({ name: 'file', filename: 'endless.pdf' }))),
        pull: (controller) => controller.enqueue(Buffer.alloc(256_000)),
      })
      const headers = {
        authorization: `Bearer ${small.operator.me.jwt}`,
        'content-type': MULTIPART,
      }
      const answer = await fetch(`${app.base}/api${PATH}`, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit).catch(() => undefined)
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
    const body = multipartBody([
      {
        name: 'file',
        filename: 'a.pdf',
        content: Buffer.concat([makePdf(1), randomBytes(300_000)]),
      },
    ])
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
    const signed = pdfOf([textPage('signed')], {
      extra: [field, value],
      catalog: '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>',
    })
    const unsigned = pdfOf([textPage('empty')], {
      extra: [field.replace('/V 5 0 R', '')],
      catalog: '/AcroForm << /Fields [4 0 R] >>',
    })
    expect(await taken(room, await uploadPdf(room.operator, signed))).toMatchObject({
      wasSigned: true,
    })
    expect(await taken(room, await uploadPdf(room.operator, unsigned))).toMatchObject({
      wasSigned: false,
    })
  })
})

describe('where there is a virus scanner', () => {
  let scanned: TestApp
  let clamd: Clamd
  beforeAll(async () => {
    clamd = await startClamd()
    scanned = await startTestApp({
      scanner: createClamdScanner(parseClamdUrl(clamd.url) ?? { path: '' }, { deadlineMs: 2_000 }),
    })
  })
  afterAll(async () => {
    await scanned.close()
    await clamd.stop()
  })

  it('what it objects to is not taken', async () => {
    const { operator, roomId } = await scanned.room()
    const infected = await uploadPdf(operator, pdfOf([textPage(EICAR)]))
    expect(infected).toMatchObject({
      http: 415,
      json: { rejected: [{ name: '계약서.pdf', code: 'INFECTED' }] },
    })
    expect(await holdings(scanned, roomId)).toMatchObject({ used: 0, blobs: 0, temp: 0 })
    expect((await uploadPdf(operator, makePdf(1))).http).toBe(200)
  })

  it('what it objects to is not taken where a password has hidden it, neither', async () => {
    const { operator, roomId } = await scanned.room()
    // Only metadata stays uncompressed.
    const infected = await makeLockedPdf('geheim', { title: EICAR })
    expect(Buffer.from(infected).includes(EICAR)).toBe(false)
    const before = await holdings(scanned, roomId)
    const refused = await uploadPdf(operator, infected, 'a.pdf', { password: 'geheim' })
    expect(refused).toMatchObject({
      http: 415,
      json: { rejected: [{ name: 'a.pdf', code: 'INFECTED' }] },
    })
    expect(await holdings(scanned, roomId)).toEqual({ ...before, entries: before.entries + 1 })
    expect(
      (await uploadPdf(operator, await makeLockedPdf('geheim'), 'a.pdf', { password: 'geheim' }))
        .http,
    ).toBe(200)
  })
})
