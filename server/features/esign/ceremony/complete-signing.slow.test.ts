import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { untilLocked } from '../../../test/harness/until-locked.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { loggedEntries } from '../../../test/scenarios/logged-details.ts'
import {
  asAuthor,
  draftToSend,
  mailsTo,
  type Sendable,
  type SignerClient,
  signatureImage,
  signerOf,
} from '../../../test/scenarios/signing.ts'
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
  const keyring = async () => createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))

  async function sent(emails: readonly string[], options: Omit<Sendable, 'people'> = {}) {
    const made = await draftToSend(room, { ...options, people: emails.map((email) => ({ email, name: `이름 ${email}` })) })
    expect((await asAuthor(room.operator, 'addInvite', { templateId: made.templateId, members: [] })).http).toBe(200)
    const signers: SignerClient[] = []
    for (const email of emails) signers.push(await signerOf(app, email))
    return { ...made, signers, signer: signers[0] as SignerClient }
  }
  const filled = async (templateId: number) =>
    (await app.database.pool.query('select id, key, sealed from template_boxes where template_id = $1 order by ordinal', [templateId])).rows
  const statusOf = async (templateId: number): Promise<string> =>
    (await app.database.pool.query('select status from templates where id = $1', [templateId])).rows[0].status
  const events = async (templateId: number) => {
    const { content } = await keyring()
    return findEvents(app.database.db, content, { roomId: room.roomId, templateId })
  }

  it('takes a person from the opened link to the last signature, each step in the log and in the events', async () => {
    const email = address()
    const pdf = makePdf(2)
    const { signer, templateId } = await sent([email], { boxes: [{}, { typeName: 'TEXT' }], pdf })
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
        { typeName: 'SIGN', page: 0, scaledX: 10, scaledY: 10, scaledW: 120, scaledH: 40, isFilled: false, required: true },
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
      (await filled(templateId)).map(({ id, sealed }) =>
        boxFilling.decrypt(content, { db: app.database.db, roomId: room.roomId }, Number(id), sealed),
      ),
    )
    expect(second).toEqual({ text: '홍길동\n둘째 줄' })
    expect(
      Buffer.from(first?.image ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    for (const { sealed } of await filled(templateId)) expect(sealed.toString('latin1')).not.toMatch(/PNG|홍길동/)
    expect((await events(templateId)).map(({ kind }: { readonly kind: string }) => kind)).toEqual(['sent', 'invited', 'opened', 'signed'])
    expect((await events(templateId)).at(-1)).toMatchObject({ address: '127.0.0.1', agent: expect.any(String) })
    const rows = await app.database.pool.query('select sealed from template_events where template_id = $1 and sealed is not null', [
      templateId,
    ])
    expect(rows.rows).toHaveLength(3)
    for (const { sealed } of rows.rows) expect(sealed.toString('latin1')).not.toMatch(/127\.0\.0\.1|node/)
    for (const kind of ['sign.opened', 'sign.downloaded', 'sign.completed']) {
      const own = (await loggedEntries(app.database, await keyring(), room.roomId, kind)).filter(({ doer: actor }) => actor.email === email)
      expect({ kind, own }).toMatchObject({ kind, own: [{ details: { templateId, name: '계약서.pdf', person: { email } } }] })
    }
  })

  it('gives the sealed document by the same link, for as many days again as there were to sign', async () => {
    const { signer, templateId } = await sent([address()], { boxes: [{}], signValid: 3, name: '완료.pdf' })
    app.clock.advance(3 * DAY - 60_000)
    const nameOf = ({ headers }: Response) => decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '')
    expect(nameOf(await signer.fetch('GET', '/file'))).toBe('완료.pdf')
    expect((await signer.sign()).http).toBe(200)
    await expect.poll(async () => (await signer.state()).data.isSealed, { timeout: 30_000 }).toBe(true)
    const { rows } = await app.database.pool.query(
      'select f.size from templates t join compose_files f on f.id = t.result_id where t.id = $1',
      [templateId],
    )
    const file = await signer.fetch('GET', '/file')
    expect(nameOf(file)).toBe('완료 (서명 완료).pdf')
    expect(nameOf(await signer.fetch('GET', '/file', undefined, { 'accept-language': 'en' }))).toBe('완료 (signed).pdf')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([bytes.length, bytes.includes('/ETSI.CAdES.detached')]).toEqual([rows[0].size, true])
    expect((await signer.complete([])).code).toBe('SIGN_DONE')
    app.clock.advance(3 * DAY - 60_000)
    expect((await signer.state()).http).toBe(200)
    app.clock.advance(120_000)
    expect((await signer.state()).code).toBe('SIGN_EXPIRED')
    room = await app.room()
  })

  it('C01: finds no box of another signer, nor of another document', async () => {
    const [one, two] = [address(), address()]
    const { signers, templateId } = await sent([one, two], { boxes: [{ of: one }, { of: two }] })
    const other = await sent([address()], { boxes: [{}, {}, {}] })
    const image = await signatureImage()
    const [first] = signers
    for (const id of ['box-1', 'box-2', 'box-9', 1, '__proto__'])
      expect(
        await first?.complete([
          { id: 'box-0', image },
          { id, image },
        ]),
      ).toMatchObject({ http: 404, code: 'NOT_FOUND' })
    const state = await first?.state()
    expect(state?.data.boxes.map(({ id }) => id)).toEqual(['box-0'])
    expect(state?.text).not.toContain(two)
    expect((await filled(templateId)).every(({ sealed }) => sealed === null)).toBe(true)
    expect((await filled(other.templateId)).every(({ sealed }) => sealed === null)).toBe(true)
  })

  it('is done once, however often and at once it is asked for', async () => {
    const email = address()
    const { signer, templateId } = await sent([email], { boxes: [{ typeName: 'TEXT' }] })
    const answers = await Promise.all([1, 2, 3, 4].map((n) => signer.complete([{ id: 'box-0', text: `${n}` }])))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(answers.filter(({ http, code }) => http === 409 && code === 'SIGN_DONE')).toHaveLength(3)
    expect((await events(templateId)).filter(({ kind }: { readonly kind: string }) => kind === 'signed')).toHaveLength(1)
    expect((await signer.decline('늦었습니다')).code).toBe('SIGN_DONE')
    expect(await statusOf(templateId)).toMatch(SIGNED)
  })

  it('seals once all have signed, however they come together', async () => {
    const emails = [address(), address(), address()]
    const { signers, templateId } = await sent(emails, { boxes: emails.map((of) => ({ of })) })
    const answers = await Promise.all(signers.map((signer) => signer.sign()))
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200])
    expect(await statusOf(templateId)).toMatch(SIGNED)
  })

  it('asks for consent and for every box that must be filled, and may leave others', async () => {
    const { signer, templateId } = await sent([address()], { boxes: [{}, { typeName: 'TEXT', required: false }] })
    const image = await signatureImage()
    for (const consent of [false, 'true', undefined]) expect((await signer.complete([{ id: 'box-0', image }], { consent })).http).toBe(400)
    for (const boxes of [[], [{ id: 'box-1', text: '글' }], [{ id: 'box-0' }]])
      expect(await signer.complete(boxes)).toMatchObject({ http: 422, code: 'SIGN_BOX_EMPTY', message: expect.stringContaining('1개') })
    for (const boxes of [
      [{ id: 'box-0', text: '글' }],
      [{ id: 'box-1', image }],
      [
        { id: 'box-0', image },
        { id: 'box-0', image },
      ],
    ])
      expect((await signer.complete(boxes)).http).toBe(400)
    expect((await filled(templateId)).every(({ sealed }) => sealed === null)).toBe(true)
    expect(
      (
        await signer.complete([
          { id: 'box-0', image },
          { id: 'box-1', text: '  ' },
        ])
      ).http,
    ).toBe(200)
    expect((await filled(templateId)).map(({ sealed }) => sealed !== null)).toEqual([true, false])
  })

  it('C07: takes text as it is, and no control characters and no more than 1,000', async () => {
    const { signer } = await sent([address()], { boxes: [{ typeName: 'TEXT' }] })
    for (const text of ['a\u0007b', 'x\u0085', '가'.repeat(LIMITS.boxText + 1)])
      expect(await signer.complete([{ id: 'box-0', text }])).toMatchObject({ http: 422, code: 'SIGN_TEXT' })
    expect((await signer.complete([{ id: 'box-0', text: `) Tj \u202e<b>` }])).http).toBe(200)
  })

  it('refuses letters that would be sealed as empty boxes, and names them', async () => {
    const { signer, templateId } = await sent([address()], { boxes: [{ typeName: 'TEXT' }] })
    for (const [text, list] of [
      ['동의 😀', '😀'],
      ['שלום', 'ש ל ו ם'],
      ['س', 'س'],
    ] as const)
      expect(await signer.complete([{ id: 'box-0', text }])).toMatchObject({
        ...{ http: 422, code: 'SIGN_LETTERS', message: `문서에 쓸 수 없는 문자가 있습니다: ${list}` },
      })
    expect((await filled(templateId))[0]).toMatchObject({ sealed: null })
    expect((await signer.complete([{ id: 'box-0', text: '동의 ✓ Nguyễn 張' }])).http).toBe(200)
  })

  it('C06: takes an image only where a PNG can be drawn of it, of bounded size', async () => {
    const { signer, templateId } = await sent([address()], { boxes: [{}] })
    const good = await signatureImage()
    const bytes = Buffer.from(good.split(',')[1] ?? '', 'base64')
    const png = (content: Buffer): string => `data:image/png;base64,${content.toString('base64')}`
    for (const image of [
      '',
      'https://evil.example/x.png',
      good.replace('image/png', 'image/svg+xml'),
      png(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      png(bytes.subarray(0, 60)),
      png(Buffer.concat([bytes.subarray(0, 8), Buffer.alloc(400, 1)])),
    ])
      expect(await signer.complete([{ id: 'box-0', image }])).toMatchObject({ http: 422, code: 'SIGN_IMAGE' })
    expect(await signer.complete([{ id: 'box-0', image: png(Buffer.alloc(LIMITS.jsonBodyBytesMax)) }])).toMatchObject({
      ...{ http: 413, code: 'BODY_TOO_LARGE', message: expect.stringContaining('1.00 MB') },
    })
    expect((await filled(templateId))[0]).toMatchObject({ sealed: null })
    expect(await statusOf(templateId)).toBe('SENT')
  })

  it('C06: decodes no image before all that is asked for is there, nor for who tries without end', async () => {
    const { signer, templateId } = await sent([address()], { boxes: [{}, { typeName: 'TEXT' }] })
    const other = await sent([address()], { boxes: [{}] })
    const broken = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`
    expect((await signer.complete([{ id: 'box-0', image: broken }])).code).toBe('SIGN_BOX_EMPTY')
    const both = [
      { id: 'box-0', image: broken },
      { id: 'box-1', text: '글' },
    ]
    expect((await signer.complete([...both, { id: 'box-0', image: broken }])).http).toBe(400)
    expect((await signer.complete(both)).code).toBe('SIGN_IMAGE')
    await app.database.pool.query(
      `update throttles set attempts = 20 where kind = 'sign' and subject in (select id::text from template_participants where template_id = $1)`,
      [templateId],
    )
    expect(await signer.complete(both)).toMatchObject({ http: 429, code: 'TOO_MANY' })
    expect((await signer.state()).data.participant.status).toBe('INVITED')
    expect((await other.signer.sign()).http).toBe(200)
  })

  it('C06: gives every signer the same share of what all images of a document may come to', async () => {
    const { signer, templateId } = await sent([address()], { boxes: [{}] })
    const noise = sharp(randomBytes(420 * 420 * 4), { raw: { width: 420, height: 420, channels: 4 } })
    const image = `data:image/png;base64,${(await noise.png().toBuffer()).toString('base64')}`
    await app.database.pool.query(
      `insert into template_participants (room_id, template_id, name, email, type, sign_order)
       select $1, $2, 'x', 'x' || n || '@law.example', 'SIGNER', 2 from generate_series(2, 100) n`,
      [room.roomId, templateId],
    )
    expect(await signer.complete([{ id: 'box-0', image }])).toMatchObject({ http: 422, code: 'SIGN_IMAGE' })
    expect((await filled(templateId))[0]).toMatchObject({ sealed: null })
    await app.database.pool.query('delete from template_participants where template_id = $1 and sign_order = 2', [templateId])
    expect((await signer.complete([{ id: 'box-0', image }])).http).toBe(200)
  })

  const ENDINGS: Record<string, { end: (of: TestRoom) => Promise<unknown>; code: string }> = {
    'the time to sign is over': {
      end: (of) => app.database.pool.query(`update template_participants set expires_at = '2000-01-01' where room_id = $1`, [of.roomId]),
      code: 'SIGN_EXPIRED',
    },
    'the room is closed': {
      end: (of) => closeRoom(app, of.roomId),
      code: 'ROOM_CLOSED',
    },
  }
  it.each(Object.entries(ENDINGS))('takes no signature that waits for its turn while %s', async (_, { end, code }) => {
    const own = await app.room()
    const email = address()
    const { templateId } = await draftToSend(own, { people: [{ email }], boxes: [{ typeName: 'TEXT' }] })
    expect((await asAuthor(own.operator, 'addInvite', { templateId, members: [] })).http).toBe(200)
    const signer = await signerOf(app, email)
    const holder = await app.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from templates where id = $1 for update', [templateId])
      const answer = signer.complete([{ id: 'box-0', text: '홍길동' }])
      await untilLocked(app)
      await end(own)
      await holder.query('commit')
      expect(await answer).toMatchObject({ http: 401, code })
    } finally {
      holder.release()
    }
    expect((await filled(templateId))[0]).toMatchObject({ sealed: null })
    expect(await statusOf(templateId)).toBe('SENT')
  })

  it('informs its author whose mail could not be delivered', async () => {
    const email = address()
    const { templateId, participants } = await sent([email])
    await app.database.pool.query(
      `update mails set status = 'failed', sealed = null where id = (select max(id) from mails where participant_id = $1)`,
      [participants[0]?.id],
    )
    const answer = await room.operator.call('GET', '/esign/api/compose/get', { query: { templateId } })
    expect(answer.json.payload).toMatchObject({ participants: [{ email, mailFailed: true, status: 'INVITED' }] })
    app.clock.advance(LIMITS.remindAgainMs)
    await asAuthor(room.operator, 'remind', { templateId })
    const again = await room.operator.call('GET', '/esign/api/compose/get', { query: { templateId } })
    expect(again.json.payload).toMatchObject({ participants: [{ email, mailFailed: false }] })
  })

  it('informs no excluded member of its end, not even by a late call', async () => {
    const own = await app.room()
    const [blocked, removed] = [await app.participant(own), await app.participant(own)]
    const [one, other] = [address(), address()]
    const people = [{ email: one }, { email: other }, { email: blocked.email }, { email: removed.email, type: 'CC' as const }]
    const declined = await draftToSend(own, { people })
    const called = await draftToSend(own, { people })
    for (const { templateId } of [called, declined])
      expect((await asAuthor(own.operator, 'addInvite', { templateId, members: [] })).http).toBe(200)
    const signer = await signerOf(app, one)
    const counts = async () =>
      Promise.all(
        [other, blocked.email, removed.email].map(
          async (email) => (await mailsTo(app, email)).filter(({ text }) => text.includes('계약서')).length,
        ),
      )
    const before = await counts()
    await own.operator.setRight(blocked.memberId, 'access', false)
    await own.operator.remove(removed.memberId)
    expect((await signer.decline('아니요')).http).toBe(200)
    expect(await counts()).toEqual([(before[0] ?? 0) + 1, before[1], before[2]])
    expect((await asAuthor(own.operator, 'cancel', { templateId: declined.templateId })).code).toBe('SIGN_STATE')
    expect((await asAuthor(own.operator, 'cancel', { templateId: called.templateId })).code).toBeUndefined()
    expect(await counts()).toEqual([(before[0] ?? 0) + 2, before[1], before[2]])
  })

  it('ends when one declines: the author receives the reason, the others the end, and no link opens anything', async () => {
    const [one, two, later] = [address(), address(), address()]
    const made = await draftToSend(room, { people: [{ email: one, name: '거절자' }, { email: two }, { email: later, order: 2 }] })
    await asAuthor(room.operator, 'addInvite', { templateId: made.templateId, members: [] })
    const [first, second] = [await signerOf(app, one), await signerOf(app, two)]
    for (const reason of ['', '  ', 'x'.repeat(LIMITS.declineReason + 1)])
      expect(await first.decline(reason)).toMatchObject({ http: 422, code: 'SIGN_REASON' })
    expect((await first.decline('조건이 다릅니다 <b>')).http).toBe(200)
    for (const signer of [first, second]) expect(await signer.state()).toMatchObject({ http: 401, code: 'SIGN_DECLINED' })
    expect(await second.complete([])).toMatchObject({ http: 401, code: 'SIGN_DECLINED' })
    const { rows } = await app.database.pool.query('select email from members where id = $1', [room.operator.me.id])
    const reported = (await mailsTo(app, rows[0].email)).at(-1)
    expect(reported?.text).toContain('거절자')
    expect(reported?.text).toContain('조건이 다릅니다 <b>')
    expect(reported?.html).not.toContain('<b>')
    const ended = (await mailsTo(app, two)).at(-1)
    expect(ended?.subject).toContain('서명 거절')
    expect(ended?.text).not.toMatch(/거절자|조건이/)
    expect(ended?.text).not.toContain(one)
    expect(await mailsTo(app, later)).toEqual([])
    expect((await asAuthor(room.operator, 'cancel', { templateId: made.templateId })).code).toBe('SIGN_STATE')
  })
})
