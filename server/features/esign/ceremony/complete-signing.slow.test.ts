import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { filled, sent, statusOf } from '../../../test/scenarios/esign/ceremonies.ts'
import { loggedEntries } from '../../../test/scenarios/logged-details.ts'
import { signatureImage } from '../../../test/scenarios/signing.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { boxFilling } from '../encrypted-values.ts'
import { findEvents } from '../finalizing/sealing.read.ts'

const DAY = 24 * 3_600_000

const SIGNED = /^(SEALING|COMPLETED)$/

describe('signing a document', () => {
  let app: TestApp
  let room: TestRoom
  let people = 0
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const address = (): string => {
    people += 1
    return `signer${people}@law.example`
  }
  const keyring = async () =>
    createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
  const events = async (templateId: number) => {
    const { content } = await keyring()
    return findEvents(app.database.db, content, { roomId: room.roomId, templateId })
  }

  it('takes a person from the opened link to the last signature, each step in the log and in the events', async () => {
    const email = address()
    const pdf = makePdf(2)
    const { signer, templateId } = await sent(app, room, [email], {
      boxes: [{}, { typeName: 'TEXT' }],
      pdf,
    })
    const opened = await signer.open()
    expect(opened.data).toMatchObject({
      name: '계약서.pdf',
      roomName: '시험 룸',
      zone: 'Asia/Seoul',
      sender: { name: '김운영' },
      status: 'SENT',
      participant: { email, type: 'SIGNER', status: 'OPENED' },
      pageCount: 2,
      boxes: [
        {
          typeName: 'SIGN',
          page: 0,
          scaledX: 10,
          scaledY: 10,
          scaledW: 120,
          scaledH: 40,
          isFilled: false,
          required: true,
        },
        { typeName: 'TEXT', isFilled: false },
      ],
      annotations: [],
      isSealed: false,
      doneAt: null,
    })
    await signer.open()
    const file = await signer.fetch('GET', '/file')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true)
    const part = await signer.fetch('GET', '/file', undefined, { range: 'bytes=0-4' })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])

    const image = await signatureImage()
    const done = await signer.complete([
      { id: 'box-0', image },
      { id: 'box-1', text: ' 홍길동\r\n둘째 줄 '.normalize('NFD') },
    ])
    expect(done.data).toMatchObject({
      status: expect.stringMatching(SIGNED),
      participant: { status: 'DONE' },
      boxes: [{ isFilled: true }, { isFilled: true }],
    })
    const { content } = await keyring()
    const [first, second] = await Promise.all(
      (await filled(app, templateId)).map(({ id, sealed }) =>
        boxFilling.decrypt(
          content,
          { db: app.database.db, roomId: room.roomId },
          Number(id),
          sealed,
        ),
      ),
    )
    expect(second).toEqual({ text: '홍길동\n둘째 줄' })
    expect(
      Buffer.from(first?.image ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    for (const { sealed } of await filled(app, templateId))
      expect(sealed.toString('latin1')).not.toMatch(/PNG|홍길동/)
    expect((await events(templateId)).map(({ kind }: { readonly kind: string }) => kind)).toEqual([
      'sent',
      'invited',
      'opened',
      'signed',
    ])
    expect((await events(templateId)).at(-1)).toMatchObject({
      address: '127.0.0.1',
      agent: expect.any(String),
    })
    const rows = await app.database.pool.query(
      'select sealed from template_events where template_id = $1 and sealed is not null',
      [templateId],
    )
    expect(rows.rows).toHaveLength(3)
    for (const { sealed } of rows.rows)
      expect(sealed.toString('latin1')).not.toMatch(/127\.0\.0\.1|node/)
    for (const kind of ['sign.opened', 'sign.downloaded', 'sign.completed']) {
      const own = (await loggedEntries(app.database, await keyring(), room.roomId, kind)).filter(
        ({ doer: actor }) => actor.email === email,
      )
      expect({ kind, own }).toMatchObject({
        kind,
        own: [{ details: { templateId, name: '계약서.pdf', person: { email } } }],
      })
    }
  })

  it('gives the sealed document by the same link, for as many days again as there were to sign', async () => {
    const { signer, templateId } = await sent(app, room, [address()], {
      boxes: [{}],
      signValid: 3,
      name: '완료.pdf',
    })
    app.clock.advance(3 * DAY - 60_000)
    const nameOf = ({ headers }: Response) =>
      decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '')
    expect(nameOf(await signer.fetch('GET', '/file'))).toBe('완료.pdf')
    expect((await signer.sign()).http).toBe(200)
    await expect
      .poll(async () => (await signer.state()).data.isSealed, { timeout: 30_000 })
      .toBe(true)
    const { rows } = await app.database.pool.query(
      'select f.size from templates t join compose_files f on f.id = t.result_id where t.id = $1',
      [templateId],
    )
    const file = await signer.fetch('GET', '/file')
    expect(nameOf(file)).toBe('완료 (서명 완료).pdf')
    expect(nameOf(await signer.fetch('GET', '/file', undefined, { 'accept-language': 'en' }))).toBe(
      '완료 (signed).pdf',
    )
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([bytes.length, bytes.includes('/ETSI.CAdES.detached')]).toEqual([rows[0].size, true])
    expect((await signer.complete([])).code).toBe('SIGN_DONE')
    app.clock.advance(3 * DAY - 60_000)
    expect((await signer.state()).http).toBe(200)
    app.clock.advance(120_000)
    expect((await signer.state()).code).toBe('SIGN_EXPIRED')
    room = await app.room()
  })

  it('is done once, however often and at once it is asked for', async () => {
    const email = address()
    const { signer, templateId } = await sent(app, room, [email], { boxes: [{ typeName: 'TEXT' }] })
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => signer.complete([{ id: 'box-0', text: `${n}` }])),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http, code }) => http === 409 && code === 'SIGN_DONE')).toHaveLength(3)
    expect(
      (await events(templateId)).filter(({ kind }: { readonly kind: string }) => kind === 'signed'),
    ).toHaveLength(1)
    expect((await signer.decline('늦었습니다')).code).toBe('SIGN_DONE')
    expect(await statusOf(app, templateId)).toMatch(SIGNED)
  })

  it('seals once all have signed, however they come together', async () => {
    const emails = [address(), address(), address()]
    const { signers, templateId } = await sent(app, room, emails, {
      boxes: emails.map((of) => ({ of })),
    })
    const answers = await Promise.all(signers.map((signer) => signer.sign()))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200])
    expect(await statusOf(app, templateId)).toMatch(SIGNED)
  })
})
