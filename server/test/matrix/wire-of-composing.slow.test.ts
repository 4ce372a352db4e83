import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { asAuthor, mailsTo, signatureImage, signerOf } from '../scenarios/signing.ts'

const aNumber = expect.any(Number)
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

const BOX = {
  x: 97,
  y: 197,
  w: 120,
  h: 120,
  typeName: 'SIGN',
  page: 0,
  id: 1_732_300_000_123_456,
  scaledX: 97,
  scaledY: 197,
  scaledW: 120,
  scaledH: 120,
}

const formOf = (
  fields: Readonly<Record<string, string>>,
  name: string,
  bytes: Uint8Array,
): FormData => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

describe('the calls as the specification writes them: composing', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const dataOf = async (answer: Promise<Response>): Promise<Record<string, unknown>> => {
    const response = await answer
    const body: unknown = await response.json()
    expect({ http: response.status, body }).toEqual({
      http: 200,
      body: { data: expect.anything() },
    })
    return (body as { data: Record<string, unknown> }).data
  }
  const post = (path: string, body: object, client: WireClient = room.operator) =>
    dataOf(client.fetch('POST', path, { body }))
  const get = (path: string, client: WireClient = room.operator) =>
    dataOf(client.fetch('GET', path))
  const upload = async (name = '계약서.pdf'): Promise<number> => {
    const fields = {
      notice: '확인해 주세요.',
      roomId: String(room.roomId),
      signValid: '7',
      waterMark: 'true',
    }
    const form = formOf(fields, name, makePdf(2))
    const { templateId } = await dataOf(
      room.operator.fetch('POST', '/esign/api/compose/upload', { form }),
    )
    return Number(templateId)
  }

  it('takes a PDF with file, notice, roomId, signValid and waterMark [wire-compose-upload]', async () => {
    const form = formOf(
      { notice: '확인', roomId: String(room.roomId), signValid: '7', waterMark: 'true' },
      '계약서.pdf',
      makePdf(2),
    )
    const size = { width: 595, height: 842 }
    const taken = await dataOf(room.operator.fetch('POST', '/esign/api/compose/upload', { form }))
    expect(taken).toEqual({
      templateId: aNumber,
      name: '계약서.pdf',
      pageCount: 2,
      pages: [size, size],
    })
    const kept = await get(`/esign/api/compose/get?templateId=${taken['templateId']}`)
    expect(kept).toMatchObject({ notice: '확인', signValid: 7, waterMark: true })
    const foreign = formOf({ roomId: String(room.roomId + 1) }, 'a.pdf', makePdf(1))
    const refused = await room.operator.fetch('POST', '/esign/api/compose/upload', {
      form: foreign,
    })
    expect({ http: refused.status, body: await refused.json() }).toEqual({
      http: 404,
      body: { error: { code: 'NOT_FOUND', message: expect.any(String) } },
    })
  })

  it('keeps boxes with all that they have, and people one by one, and returns the document with its path [wire-compose-draft]', async () => {
    const templateId = await upload()
    const person = { name: '김서명', email: `draft${room.roomId}@law.example` }
    const signer = await post('/esign/api/compose/addDocInfo', {
      participants: [person],
      templateId,
      type: 'SIGNER',
    })
    expect(signer).toMatchObject({ id: aNumber, ...person, type: 'SIGNER', status: 'WAITING' })
    for (const participants of [[], [person, person]]) {
      const { http, code } = await asAuthor(room.operator, 'addDocInfo', {
        participants,
        templateId,
        type: 'SIGNER',
      })
      expect({ http, code }).toEqual({ http: 400, code: 'BAD_REQUEST' })
    }
    const text = {
      ...BOX,
      typeName: 'TEXT',
      id: 'text',
      page: 1,
      w: 200,
      h: 40,
      scaledW: 200,
      scaledH: 40,
      participant: signer['id'],
    }
    const changed = await post('/esign/api/compose/updateUpload', {
      templateId,
      boxes: [BOX, text],
    })
    const place = (typeName: string, page: number, scaledW: number, scaledH: number) => ({
      typeName,
      page,
      scaledX: expect.closeTo(97, 6),
      scaledY: expect.closeTo(197, 6),
      scaledW: expect.closeTo(scaledW, 6),
      scaledH: expect.closeTo(scaledH, 6),
      required: true,
    })
    expect(changed['boxes']).toEqual([
      { id: '1732300000123456', ...place('SIGN', 0, 120, 120), participant: null },
      { id: 'text', ...place('TEXT', 1, 200, 40), participant: signer['id'] },
    ])
    const got = await get(`/esign/api/compose/get?templateId=${templateId}`)
    expect(got).toEqual(changed)
    const path = `/esign/api/compose/source/${templateId}`
    expect(got).toMatchObject({
      path,
      name: '계약서.pdf',
      originName: '계약서.pdf',
      resultPath: null,
      status: 'DRAFT',
    })
    const pdf = await room.operator.fetch('GET', path)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await app.stranger().fetch('GET', path)).status).toBe(401)
  })

  it('lists the documents of the room by roomId [wire-compose-list]', async () => {
    const templateId = await upload('목록.pdf')
    const list = await get(`/esign/api/compose/documents?roomId=${room.roomId}`)
    expect(list).toContainEqual({
      templateId,
      name: '목록.pdf',
      status: 'DRAFT',
      createdAt: anInstant,
      pageCount: 2,
      participants: [],
    })
    const other = await app.room()
    expect(
      await get(`/esign/api/compose/documents?roomId=${other.roomId}`, other.operator),
    ).toEqual([])
    expect(
      (await room.operator.fetch('GET', `/esign/api/compose/documents?roomId=${other.roomId}`))
        .status,
    ).toBe(404)
  })

  it('invites members to one document and to several, each by mail [wire-compose-invite]', async () => {
    const [one, two, three] = [
      await upload('하나.pdf'),
      await upload('둘.pdf'),
      await upload('셋.pdf'),
    ]
    const member = (who: string) => ({
      name: who,
      email: `${who}${room.roomId}@law.example`,
      order: 1,
    })
    const [kim, lee] = [member('kim'), member('lee')]
    for (const templateId of [one, two, three])
      await post('/esign/api/compose/updateUpload', { templateId, boxes: [BOX] })
    const invited = (templateId: number, { name, email }: typeof kim) => ({
      id: aNumber,
      templateId,
      name,
      email,
      status: 'INVITED',
      expiresAt: anInstant,
    })
    expect(await post('/esign/api/compose/addInvite', { members: [kim], templateId: one })).toEqual(
      [invited(one, kim)],
    )
    const all = await post('/esign/api/compose/addInviteAll', {
      members: [lee],
      templates: [two, three],
    })
    expect(all).toEqual(expect.arrayContaining([invited(two, lee), invited(three, lee)]))
    expect(all).toHaveLength(2)
    expect((await mailsTo(app, kim.email)).map(({ subject }) => subject)).toEqual([
      '[시험 룸] 서명 요청: 하나.pdf',
    ])
    expect(await mailsTo(app, lee.email)).toHaveLength(2)
    expect(await get(`/esign/api/compose/get?templateId=${one}`)).toMatchObject({ status: 'SENT' })
  })

  it('takes an image by file, fileType and parent [wire-images]', async () => {
    const [, base64 = ''] = (await signatureImage(60, 30)).split(',')
    const form = formOf(
      { fileType: 'image/png', parent: '0' },
      '도장.png',
      Buffer.from(base64, 'base64'),
    )
    const kept = await dataOf(room.operator.fetch('POST', '/esign/api/images/upload', { form }))
    expect(kept).toEqual({ id: aNumber, width: 60, height: 30 })
    const broken = formOf(
      { fileType: 'image/png', parent: '0' },
      '도장.png',
      Buffer.from('no image'),
    )
    expect(
      (await room.operator.fetch('POST', '/esign/api/images/upload', { form: broken })).status,
    ).toBe(415)
  })

  it('lets a signer read, open and complete by the token of the mail, and another one decline [wire-sign]', async () => {
    const members = ['park', 'choi'].map((who) => ({
      name: who,
      email: `${who}${room.roomId}@law.example`,
    }))
    for (const { email, name } of members) {
      const templateId = await upload(`${name}.pdf`)
      await post('/esign/api/compose/updateUpload', {
        templateId,
        boxes: [
          { ...BOX, id: 'sign' },
          { ...BOX, id: 'text', typeName: 'TEXT' },
        ],
      })
      await post('/esign/api/compose/addInvite', { members: [{ name, email }], templateId })
    }
    const [park, choi] = await Promise.all(members.map(({ email }) => signerOf(app, email)))
    if (!park || !choi) throw new Error('nobody was invited')
    const file = await park.fetch('GET', '/file')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(await dataOf(park.fetch('GET', ''))).toMatchObject({
      name: 'park.pdf',
      status: 'SENT',
      participant: { status: 'INVITED' },
    })
    expect(await dataOf(park.fetch('POST', '/open'))).toMatchObject({
      participant: { status: 'OPENED' },
    })
    const boxes = [
      { id: 'sign', image: await signatureImage() },
      { id: 'text', text: '박서명' },
    ]
    expect((await park.fetch('POST', '/complete', { consent: false, boxes })).status).toBe(400)
    expect(await dataOf(park.fetch('POST', '/complete', { consent: true, boxes }))).toMatchObject({
      participant: { status: 'DONE' },
    })
    expect((await choi.fetch('POST', '/decline', { reason: '조건이 다릅니다.' })).status).toBe(200)
    expect((await choi.fetch('GET', '')).status).toBe(401)
    expect((await park.fetch('GET', '', undefined, { authorization: 'Signer none' })).status).toBe(
      401,
    )
  })
})
