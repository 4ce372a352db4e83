import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OwnAgreement } from '../../../../contract/features/rooms/agreement.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import {
  failNewestMail,
  startTestApp,
  type TestApp,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { destroyAtOnce, untilDestroyed } from '../../../test/scenarios/endings.ts'
import { freshKeyring } from '../../../test/scenarios/full-room.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import {
  AGREED_TEXT,
  acceptOwn,
  setAgreement,
  setPdf,
  setText,
} from '../../../test/scenarios/rooms/own-agreements.ts'
import type { RoomKeyring } from '../keys/room-keys.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const digest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

describe('an own confidentiality agreement', () => {
  let app: TestApp
  let keyring: RoomKeyring
  beforeAll(async () => {
    app = await startTestApp()
    keyring = await freshKeyring(app)
  })
  afterAll(() => app.close())

  const read = async (client: WireClient) =>
    (await client.call('GET', `/room/api/room/agreement/${client.me.roomId}`)).json
      .payload as OwnAgreement | null
  const page = (client: WireClient, version: number, at: number) =>
    client.fetch('GET', `/room/api/room/agreement/${client.me.roomId}/${version}/page/${at}`)
  const copiesFor = async (email: string, words: string) =>
    (await app.mailsTo(email)).filter(({ subject = '' }) => subject.includes(words))
  const copyFor = async (email: string, words: string) => {
    await expect.poll(() => copiesFor(email, words), { timeout: 20_000 }).toHaveLength(1)
    return (await copiesFor(email, words))[0]
  }
  const logged = (room: TestRoom, kind: string) =>
    loggedDetails(app.database, keyring, room.roomId, kind)

  it('is not set while a process runs that would let people in past it', async () => {
    const room = await app.room()
    await app.database.pool.query(
      "insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.1', 8)",
    )
    expect((await setText(room.operator, 0)).json.code).toBe('UPGRADE_RUNNING')
    expect(await read(room.operator)).toBeNull()
    await app.database.pool.query('delete from processes where enforces = 8')
    expect((await setText(room.operator, 0)).json.status).toBe('OK')
  })

  it('closes the room to every open session until each has accepted the newest version', async () => {
    const room = await app.room()
    const { client, email } = await app.participant(room)
    const viewing = await room.operator.viewerOf((await app.participant(room)).memberId)
    expect(await read(client)).toBeNull()
    expect((await setText(room.operator, 0)).json.status).toBe('OK')
    for (const each of [client, room.operator])
      expect((await each.list()).json.code).toBe('NOT_AGREED')
    expect((await viewing.list()).json.code).toBe('VIEW_AS_ENDED')
    expect((await client.agree()).json.code).toBe('NOTICE_CHANGED')
    expect((await acceptOwn(client, 2)).json.code).toBe('NOTICE_CHANGED')
    expect((await client.list()).json.code).toBe('NOT_AGREED')
    expect(await read(client)).toEqual({
      version: 1,
      form: 'text',
      texts: AGREED_TEXT,
      pages: [],
      signature: false,
    })
    for (const each of [client, room.operator])
      expect((await acceptOwn(each, 1)).json.status).toBe('OK')
    expect((await client.list()).http).toBe(200)
    expect((await setText(room.operator, 0)).json.code).toBe('AGREEMENT_ELSEWHERE')
    expect((await client.list()).http).toBe(200)
    expect((await setText(room.operator, 1, { ko: '제2판', en: '' })).json.status).toBe('OK')
    expect((await client.list()).json.code).toBe('NOT_AGREED')
    expect((await acceptOwn(client, 1)).json.code).toBe('NOTICE_CHANGED')
    expect((await acceptOwn(client, 2, { language: 'en' })).http).toBe(200)
    expect((await client.list()).http).toBe(200)
    const mail = await copyFor(email, 'confidentiality')
    expect(mail?.text).toContain('제2판')
    expect(mail?.text).toContain(digest('제2판'))
    expect(await logged(room, 'session.accepted')).toEqual([
      { version: 1, language: 'ko', sha256: digest(AGREED_TEXT.ko) },
      { version: 1, language: 'ko', sha256: digest(AGREED_TEXT.ko) },
      { version: 2, language: 'en', sha256: digest('제2판') },
    ])
  })

  it('goes back to the notice of the product, for which no own agreement counts', async () => {
    const room = await app.room()
    const { client, pin } = await app.participant(room)
    await setText(room.operator, 0)
    await acceptOwn(room.operator, 1)
    const entering = app.stranger()
    await entering.join(pin)
    await acceptOwn(entering, 1)
    expect((await setAgreement(room.operator, 1, { form: 'product' })).json.status).toBe('OK')
    expect(await read(entering)).toBeNull()
    expect((await entering.list()).json.code).toBe('NOT_AGREED')
    expect((await acceptOwn(entering, 1)).json.code).toBe('NOTICE_CHANGED')
    await entering.agree()
    for (const each of [client, entering]) expect((await each.list()).http).toBe(200)
    await room.operator.agree()
    expect((await setText(room.operator, 0)).json.status).toBe('OK')
    expect((await read(client))?.version).toBe(2)
    expect(
      (await logged(room, 'room.agreement')).map((entry) => (entry as { form: string }).form),
    ).toEqual(['text', 'product', 'text'])
  })

  it('is signed with a full name where it asks for that, which only the key of the room opens', async () => {
    const room = await app.room()
    const { client, email, memberId } = await app.participant(room)
    await setText(room.operator, 0, { signature: true })
    for (const fields of [
      {},
      { name: '이참여' },
      { signs: true },
      { name: '   ', signs: true },
      { name: '이참여', signs: false },
    ])
      expect((await acceptOwn(client, 1, fields)).json.code, JSON.stringify(fields)).toBe(
        'SIGNATURE_NEEDED',
      )
    expect((await acceptOwn(client, 1, { name: '이\n참여', signs: true })).http).toBe(400)
    expect((await client.list()).json.code).toBe('NOT_AGREED')
    expect((await acceptOwn(client, 1, { name: ' 이 참 여 ', signs: true })).http).toBe(200)
    expect(await logged(room, 'session.accepted')).toEqual([
      { version: 1, language: 'ko', sha256: digest(AGREED_TEXT.ko), signed: '이 참 여' },
    ])
    const mail = await copyFor(email, '동의서 사본')
    expect(mail?.text).toContain('서명한 성명: 이 참 여')
    const { rows } = await app.database.pool.query(
      'select sealed from agreement_acceptances where member_id = $1',
      [memberId],
    )
    expect(rows).toHaveLength(1)
    expect((rows[0].sealed as Buffer).includes(Buffer.from('이 참 여'))).toBe(false)
    await acceptOwn(room.operator, 1, { name: '김운영', signs: true })
    const exported = await room.operator.fetch(
      'POST',
      `/room/api/room/roomActivity/export/${room.roomId}`,
      { body: { format: 'csv' } },
    )
    expect(await exported.text()).toContain(`서명: 이 참 여 (SHA-256 ${digest(AGREED_TEXT.ko)})`)
    const mailId = await failNewestMail(app, memberId)
    expect(
      (await room.operator.call('POST', '/room/api/room/user/mail/renew', { body: { id: mailId } }))
        .json.status,
    ).toBe('OK')
    await expect.poll(() => copiesFor(email, '동의서 사본'), { timeout: 20_000 }).toHaveLength(2)
  })

  it('shows a PDF of 50 pages as images to people who have joined, and its file to nobody', async () => {
    const room = await app.room()
    const { pin } = await app.participant(room)
    const pdf = makePdf(50)
    expect((await setPdf(room.operator, 0, pdf, { signature: true })).json.status).toBe('OK')
    const client = app.stranger()
    await client.join(pin)
    const shown = await read(client)
    expect(shown).toMatchObject({ version: 1, form: 'pdf', texts: {}, signature: true })
    expect(shown?.pages).toHaveLength(50)
    const drawn = await page(client, 1, 50)
    expect(drawn.headers.get('content-type')).toBe('image/jpeg')
    const { width, height } = await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()
    expect({ width, height }).toEqual(shown?.pages[49])
    for (const [version, at] of [
      [1, 51],
      [2, 1],
    ] as const)
      expect((await page(client, version, at)).status).toBe(404)
    expect(
      (await app.stranger().fetch('GET', `/room/api/room/agreement/${room.roomId}/1/page/1`))
        .status,
    ).toBe(401)
    const other = await app.room()
    expect(
      (await other.operator.fetch('GET', `/room/api/room/agreement/${room.roomId}/1/page/1`))
        .status,
    ).toBe(404)
    await acceptOwn(client, 1, { name: '이참여', signs: true })
    expect(await logged(room, 'session.accepted')).toMatchObject([
      { sha256: digest(pdf), signed: '이참여' },
    ])
    const { rows } = await app.database.pool.query(
      'select pdf from agreements where room_id = $1',
      [room.roomId],
    )
    expect((rows[0].pdf as Buffer).includes(Buffer.from('%PDF'))).toBe(false)
    await setText(await again(room, 1), 1)
    expect((await page(client, 1, 1)).status).toBe(404)
  })

  async function again(room: TestRoom, version: number): Promise<WireClient> {
    await acceptOwn(room.operator, version, { name: '김운영', signs: true })
    return room.operator
  }

  it('refuses broken PDFs, empty texts and operators of content, and keeps what was there', async () => {
    const room = await app.room()
    const pdf = Buffer.from(makePdf(1))
    for (const bytes of [
      pdf.subarray(0, 60),
      Buffer.from('%PDF-1.7 nothing'),
      Buffer.from('MZ'),
      Buffer.alloc(0),
      Buffer.from(makePdf(101)),
    ])
      expect((await setPdf(room.operator, 0, bytes)).json.code).toBe('AGREEMENT_PDF')
    expect((await setText(room.operator, 0, { ko: ' \n', en: '' })).json.code).toBe(
      'AGREEMENT_EMPTY',
    )
    const tooLarge = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)])
    expect((await setPdf(room.operator, 0, tooLarge)).http).toBe(400)
    const content = await contentOperator(app, room)
    await content.client.elevate(content.code)
    expect((await setText(content.client, 0)).json.code).toBe('RIGHTS_DENIED')
    const { client } = await app.participant(room)
    expect((await setText(client, 0)).json.code).toBe('NOT_OPERATOR')
    expect(await read(client)).toBeNull()
    expect((await client.list()).http).toBe(200)
  })

  it('ends live updates, as any loss of the room does', async () => {
    const room = await app.room()
    const { client } = await app.participant(room)
    const events = await client.fetch('GET', '/room/api/room/events')
    await setText(room.operator, 0)
    expect(await events.text()).toContain('NOT_AGREED')
  })

  it('goes with the room', async () => {
    const room = await app.room()
    await setPdf(room.operator, 0)
    await acceptOwn(room.operator, 1)
    await destroyAtOnce(app, room)
    await untilDestroyed(app, room.roomId)
    for (const table of ['agreements', 'agreement_pages', 'agreement_acceptances']) {
      const { rows } = await app.database.pool.query(`select from ${table} where room_id = $1`, [
        room.roomId,
      ])
      expect(rows).toHaveLength(0)
    }
  })
})
