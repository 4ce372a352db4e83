import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import {
  pageOf,
  readerWithRights,
  statusOf,
  unlocked,
} from '../../../test/scenarios/delivery/locked-documents.ts'

let app: TestApp
let room: TestRoom
let locked: number
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  room = await app.room()
  locked = await room.operator.put('locked.pdf', await makeLockedPdf('연꽃 2026', { pages: 2 }))
})
afterAll(() => app.close())

async function fetched(client: WireClient, path: string, body: unknown) {
  const response = await client.fetch('POST', path, { body })
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('a locked PDF', () => {
  it('shows nothing until its password is given, and then its pages, text and hits, for this lease', async () => {
    const { client } = await app.participant(room)
    const lease = await client.openDocument(locked)
    expect(lease).toMatchObject({ status: 'LOCKED', pageCount: 0 })
    for (const rest of ['/pages/1', '/pages/1/links', '/find?q=SEALROOM'])
      expect(await client.call('GET', `/room/api/file/view/${lease.name}${rest}`)).toMatchObject({
        http: 422,
        json: { code: 'DOCUMENT_LOCKED' },
      })
    const before = (await app.logged(room.roomId)).filter(
      (kind) => kind === 'document.viewed',
    ).length

    const { http, json } = await client.unlock(lease.name, '연꽃 2026')
    expect(http).toBe(200)
    const size = { width: 595, height: 842 }
    expect(json).toEqual({
      status: 'OK',
      payload: {
        status: 'READY',
        pages: [size, size],
        unit: 'point',
        textLayer: false,
        selection: false,
      },
    })
    expect((await client.call('GET', lease.path)).json.payload).toEqual(json.payload)
    expect(await pageOf(client, lease.name, 2)).toBe(200)
    expect(await pageOf(client, lease.name, 3)).toBe(404)
    expect((await client.find(lease.name, 'sealroom')).json.payload).toHaveLength(2)
    expect((await client.pageText(lease.name)).json.code).toBe('TEXT_DENIED')
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed'),
    ).toHaveLength(before + 1)
    expect((await client.unlock(lease.name, 'whatever')).json.payload).toEqual(json.payload)
  })

  it.each([
    ['1.3', 'old', 'old'],
    ['1.4', 'café', 'café'],
    // These are bytes of PDFDocEncoding.
    ['1.4', '\u008d\u00a0uro\u008e \u0085 \u0097', '“€uro” – Š'],
    ['1.7', 'naïve', 'naïve'],
    ['1.7ext3', 'plain', 'plain'],
    ['1.7ext3', '비밀번호', '비밀번호'.normalize('NFD')],
    ['1.7ext3', 'ﬁne\u00a0print', 'fine print'],
  ] as const)('of version %s opens with %j, typed %j', async (version, password, typed) => {
    const id = await room.operator.put('locked.pdf', await makeLockedPdf(password, { version }))
    const { name, status } = await room.operator.openDocument(id)
    expect(status).toBe('LOCKED')
    expect((await room.operator.unlock(name, `${typed}?`)).json.code).toBe('PDF_PASSWORD')
    expect((await room.operator.unlock(name, typed)).json.status).toBe('OK')
    expect(await pageOf(room.operator, name)).toBe(200)
  })

  it('says of a wrong password what the specification says, in both languages, and logs the try [password-wrong]', async () => {
    const { name } = await room.operator.openDocument(locked)
    for (const [language, payload] of [
      ['en', 'Invalid password. Please try again.'],
      ['ko', '비밀번호가 올바르지 않습니다. 다시 입력해 주세요.'],
    ] as const) {
      const answer = await room.operator.call('POST', `/room/api/file/view/${name}/password`, {
        body: { password: 'wrong' },
        headers: { 'accept-language': language },
      })
      expect(answer).toMatchObject({
        http: 200,
        json: { status: 'EXCEPTION', payload, code: 'PDF_PASSWORD' },
      })
    }
    expect(await statusOf(room.operator, name)).toBe('LOCKED')
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.password-refused').length,
    ).toBeGreaterThanOrEqual(2)
  })

  it('takes no password that none can be', async () => {
    const { name } = await room.operator.openDocument(locked)
    for (const password of [
      '',
      'x'.repeat(LIMITS.passwordLength + 1),
      'x'.repeat(200_000),
      7,
      null,
      ['연꽃 2026'],
      { password: '연꽃 2026' },
    ])
      expect((await room.operator.unlock(name, password as string)).http).toBe(400)
    expect(
      (await room.operator.call('POST', `/room/api/file/view/${name}/password`, { body: {} })).http,
    ).toBe(400)
    expect(await statusOf(room.operator, name)).toBe('LOCKED')
  })

  it('has no small preview, and is neither printed nor downloaded with a mark before it is open: it says what opens it', async () => {
    const { client } = await readerWithRights(app, room)
    const other = await unlocked(locked, room.operator)
    const first = {
      http: 422,
      json: {
        code: 'PASSWORD_FIRST',
        payload: expect.stringContaining('먼저 문서를 열어 비밀번호를 입력해 주세요.'),
      },
    }
    const item = (await client.items()).find(({ id }) => id === locked)
    expect(
      await client.change('POST', '/room/api/file/load', { fileId: locked, type: 2 }),
    ).toMatchObject(first)
    expect(await client.call('GET', `/room/api/file/${item?.filename}`)).toMatchObject(first)
    expect(
      await client.call('POST', '/room/api/file/ticket', {
        body: { fileIds: [locked], kind: 'download' },
      }),
    ).toMatchObject(first)
    expect(
      await client.change('POST', '/room/api/file/load', { fileId: locked, type: 1 }),
    ).toMatchObject({
      json: { code: 'DOCUMENT_LOCKED' },
    })
    expect(await pageOf(room.operator, other)).toBe(200)
  })

  it('is printed and downloaded as marked page images as long as its reader has it open, and never as what the password opened', async () => {
    const { client, memberId } = await readerWithRights(app, room)
    const lease = await unlocked(locked, client)
    for (const [path, body] of [
      [
        '/room/api/file/load',
        { fileId: locked, id: client.me.id, roomId: client.me.roomId, type: 2 },
      ],
      ['/room/api/file/watermarked/download', { fileId: locked }],
    ] as const) {
      const { status, headers, bytes } = await fetched(client, path, body)
      expect({ status, type: headers.get('content-type') }).toEqual({
        status: 200,
        type: 'application/pdf',
      })
      const pdf = bytes.toString('latin1')
      expect(pdf.match(/\/MediaBox \[0 0 595 842\]/g)).toHaveLength(2)
      for (const hidden of ['SEALROOM', '/Font', '/Encrypt', '연꽃'])
        expect(pdf.includes(hidden)).toBe(false)
    }
    const another = (await readerWithRights(app, room)).client
    expect(
      (await another.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code,
    ).toBe('PASSWORD_FIRST')
    await room.operator.setRight(memberId, 'print', false)
    expect(
      (await client.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code,
    ).toBe('PRINT_DENIED')
    await room.operator.setRight(memberId, 'print', true)
    await client.call('GET', `/room/api/file/removeTempFile/${lease}`)
    expect(
      (await client.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code,
    ).toBe('PASSWORD_FIRST')
  })

  it('is downloaded as it is, locked, while the watermark is off', async () => {
    const { operator } = await app.room()
    const bytes = await makeLockedPdf('연꽃 2026')
    await operator.switches(false)
    await operator.setRight(operator.me.id, 'download', true)
    const id = await operator.put('locked.pdf', bytes)
    const item = (await operator.items()).find((each) => each.id === id)
    const response = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  it('is the only kind of document that a password opens', async () => {
    const open = await room.operator.openDocument(await room.operator.put('a.pdf', makePdf(1)))
    expect((await room.operator.unlock(open.name, 'x')).json).toMatchObject({
      status: 'OK',
      payload: { status: 'READY' },
    })
    const broken = await room.operator.openDocument(
      await room.operator.put('b.pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(3_000)}`)),
    )
    expect(await room.operator.unlock(broken.name, 'x')).toMatchObject({
      http: 404,
      json: { code: 'NOT_FOUND' },
    })
  })
})
