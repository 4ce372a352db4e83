import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { sent, sentOne } from '../../../contract/features/messages.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { startSmtpServer, type TestSmtpServer } from '../../test/servers/smtp-server.ts'

const OPERATOR = 4
const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const PDF = makePdf(1)
const DAY = 86_400_000

let app: TestApp
let smtp: TestSmtpServer
let room: TestRoom
const refusals = new Map<string, number>()
let people = 0

beforeAll(async () => {
  smtp = await startSmtpServer((address) => refusals.get(address))
  app = await startTestApp({
    transport: createSmtpTransport({ url: `smtp://127.0.0.1:${smtp.port}`, clock: systemClock }),
  })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  refusals.clear()
  room = await app.room()
})

const newAddress = (): string => {
  people += 1
  return `sent${people}@lawfirm.example`
}
const invited = async (name: string): Promise<{ name: string; email: string }> => {
  const person = { name, email: newAddress() }
  await room.operator.invite([person])
  await expect.poll(() => smtp.newestTo(person.email), { timeout: 20_000 }).toBeDefined()
  return person
}
const entered = async (name: string) => {
  const person = await invited(name)
  const client = app.stranger()
  await client.join(PIN.exec((await smtp.newestTo(person.email))?.text ?? '')?.[0] ?? '')
  await client.agree()
  return { ...person, client, memberId: client.me.id }
}
const listed = async (client: WireClient): Promise<PayloadOut<typeof sent>> =>
  (await client.call('GET', `/room/api/message/sent/${client.me.roomId}`)).json.payload as never
const one = async (client: WireClient, id: number): Promise<PayloadOut<typeof sentOne>> =>
  (await client.call('GET', `/room/api/message/sentOne/${id}`)).json.payload as never
const again = (client: WireClient, id: number): Promise<WireAnswer> =>
  client.call('POST', '/room/api/message/sendAgain', { body: { id } })
const newest = async (client: WireClient) => {
  const [first] = await listed(client)
  if (!first) throw new Error('nothing was sent')
  return first
}
const settled = (client: WireClient, status: string) =>
  expect.poll(async () => (await listed(client))[0]?.status, { timeout: 20_000 }).toBe(status)
const allSettled = () =>
  expect
    .poll(
      async () =>
        (
          await app.database.pool.query(
            `select 1 from mails where status = 'queued' and room_id = $1`,
            [room.roomId],
          )
        ).rowCount,
      {
        timeout: 20_000,
      },
    )
    .toBe(0)
const titlesTo = async (email: string): Promise<string | undefined> =>
  (await smtp.newestTo(email))?.subject
const tidy = () => runJob(app, 'messages.tidy')

describe('what an operator has sent', () => {
  it('lists the mail status of each recipient, and is sent again only to those it missed', async () => {
    const [arrives, fails] = [await invited('하나'), await invited('두리')]
    refusals.set(fails.email, 550)
    await room.operator.message(
      'sendByManager',
      { subject: '공지', content: '첫 줄\n둘째 줄', recipients: [arrives, fails] },
      [new File([new Uint8Array(PDF)], '목록.pdf')],
    )
    await allSettled()
    const message = await newest(room.operator)
    expect(message).toMatchObject({
      status: 'failed',
      to: 'users',
      title: '공지',
      reason: 'rejected',
      resendable: true,
    })
    expect(message.recipients).toEqual({ first: '하나', count: 2, failed: 1 })
    expect(await one(room.operator, message.id)).toMatchObject({
      content: '첫 줄\n둘째 줄',
      document: null,
      attachment: { name: '목록.pdf', size: PDF.length },
      recipients: [
        { ...arrives, status: 'sent', reason: null },
        { ...fails, status: 'failed', reason: 'rejected' },
      ],
    })
    refusals.clear()
    const before = smtp.received.length
    expect((await again(room.operator, message.id)).json).toEqual({ status: 'OK', payload: null })
    await settled(room.operator, 'sent')
    expect(smtp.received.length).toBe(before + 1)
    const mail = await smtp.newestTo(fails.email)
    expect(mail?.subject).toBe('[시험 룸] 공지')
    expect(mail?.text).toContain('첫 줄\n둘째 줄')
    expect(
      mail?.attachments.map(({ filename, content }) => [
        filename,
        Buffer.from(content as ArrayBuffer).equals(Buffer.from(PDF)),
      ]),
    ).toEqual([['목록.pdf', true]])
    for (const address of [arrives.email, room.operator.me.email])
      expect(smtp.received.at(-1)?.toString()).not.toContain(address)
    expect((await newest(room.operator)).recipients).toMatchObject({ failed: 0 })
    expect(await room.operator.failedMails()).toEqual([])
    expect((await again(room.operator, message.id)).json).toMatchObject({
      status: 'EXCEPTION',
      code: 'NO_RECIPIENTS',
    })
    expect(smtp.received.length).toBe(before + 1)
    expect(await app.logged(room.roomId)).toContain('message.sent-again')
  })

  it('waits where the mail server asks to come back, and says why', async () => {
    const person = await invited('기다림')
    refusals.set(person.email, 451)
    await room.operator.message('sendByManager', {
      subject: '나중에',
      content: '본문',
      recipients: [person],
    })
    await expect
      .poll(async () => (await newest(room.operator)).reason, { timeout: 20_000 })
      .toBe('deferred')
    const message = await newest(room.operator)
    expect(message).toMatchObject({ status: 'queued', resendable: false })
    expect((await again(room.operator, message.id)).json).toMatchObject({ code: 'NO_RECIPIENTS' })
  })

  it('does not go out again to who may not enter any more', async () => {
    const person = await entered('막힘')
    refusals.set(person.email, 550)
    await room.operator.message('sendByManager', {
      subject: '차단',
      content: '본문',
      recipients: [{ name: '막힘', email: person.email }],
    })
    await settled(room.operator, 'failed')
    refusals.clear()
    await room.operator.setRight(person.memberId, 'access', false)
    const { id } = await newest(room.operator)
    expect((await again(room.operator, id)).json).toMatchObject({ code: 'NO_RECIPIENTS' })
    expect(await titlesTo(person.email)).not.toContain('차단')
  })

  it('comes page by page, and only to who has sent it', async () => {
    const person = await invited('하나')
    for (const subject of ['첫째', '둘째', '셋째'])
      await room.operator.message('sendByManager', {
        subject,
        content: '본문',
        recipients: [person],
      })
    const page = (query: object) =>
      room.operator.call('GET', `/room/api/message/sent/${room.roomId}`, { query: { ...query } })
    const first = await page({ limit: 2 })
    expect((first.json.payload as { title: string }[]).map(({ title }) => title)).toEqual([
      '셋째',
      '둘째',
    ])
    const rest = await page({ cursor: first.json.nextCursor })
    expect((rest.json.payload as { title: string }[]).map(({ title }) => title)).toEqual(['첫째'])
    expect((await page({ limit: 1_000 })).http).toBe(200)
    expect((await page({ limit: 1_001 })).http).toBe(400)
    const second = await entered('박운영')
    await room.operator.setRole(second.memberId, OPERATOR)
    const foreign = (await newest(room.operator)).id
    const other = await app.room()
    for (const client of [second.client, other.operator]) {
      expect(await listed(client)).toEqual([])
      expect((await client.call('GET', `/room/api/message/sentOne/${foreign}`)).http).toBe(404)
      expect((await again(client, foreign)).http).toBe(404)
    }
    expect((await other.operator.call('GET', `/room/api/message/sent/${room.roomId}`)).http).toBe(
      404,
    )
  })
})

describe('what a participant has sent', () => {
  it('shows the operators as a whole, names nobody, and counts as delivered when one of them has it', async () => {
    const second = await entered('박운영')
    await room.operator.setRole(second.memberId, OPERATOR)
    const reader = await entered('이참여')
    await entered('최참여')
    refusals.set(second.email, 550).set(room.operator.me.email, 550)
    await reader.client.message('sendByUser', { title: '질문', content: '본문' })
    await settled(reader.client, 'failed')
    const message = await newest(reader.client)
    expect(message).toMatchObject({ to: 'operators', recipients: null, resendable: true })
    const whole = await one(reader.client, message.id)
    expect(whole.recipients).toBeNull()
    for (const name of [
      second.email,
      '박운영',
      room.operator.me.email,
      room.operator.me.name,
      '최참여',
    ])
      expect(JSON.stringify([message, whole])).not.toContain(name)
    refusals.delete(second.email)
    const answer = await again(reader.client, message.id)
    expect(answer.json).toEqual({ status: 'OK', payload: null })
    await settled(reader.client, 'sent')
    expect((await newest(reader.client)).reason).toBeNull()
    expect(await titlesTo(second.email)).toBe('[시험 룸] 질문')
    expect(await titlesTo(room.operator.me.email)).not.toBe('[시험 룸] 질문')
    // The participant must not discover other operators.
    expect((await again(reader.client, message.id)).json.code).toBe('NO_RECIPIENTS')
  })

  it('is hidden from an operator who looks with their eyes, and names no user to whom somebody wrote as an operator before', async () => {
    const second = await entered('박운영')
    await room.operator.setRole(second.memberId, OPERATOR)
    const person = await invited('하나')
    refusals.set(person.email, 550)
    const { roomId, userId } = second.client.me
    const sender = { roleId: OPERATOR, roomId, userId }
    await second.client.message('sendByManager', {
      subject: '공지',
      content: '본문',
      recipients: [person],
      sender,
    })
    await settled(second.client, 'failed')
    const { id } = await newest(second.client)
    const viewer = await room.operator.viewerOf(second.memberId)
    expect((await viewer.call('GET', `/room/api/message/sent/${room.roomId}`)).http).toBe(403)
    await room.operator.setRole(second.memberId, 5)
    expect((await newest(second.client)).recipients).toBeNull()
    expect((await one(second.client, id)).recipients).toBeNull()
    refusals.clear()
    expect((await again(second.client, id)).json.code).toBe('NOT_OPERATOR')
    expect(await titlesTo(person.email)).not.toContain('공지')
  })
})

describe('in the database', () => {
  it('no text, name of a file or byte of it is readable, and mails that are out hold nothing', async () => {
    const person = await invited('하나')
    const secret = '매각가 칠백억'
    await room.operator.message(
      'sendByManager',
      { subject: `극비 ${secret}`, content: secret, recipients: [person] },
      [new File([new Uint8Array(PDF)], `${secret}.pdf`)],
    )
    await settled(room.operator, 'sent')
    const { rows: mails } = await app.database.pool.query(
      `select sealed from mails where room_id = $1 and kind = 'message'`,
      [room.roomId],
    )
    expect(mails).toEqual([{ sealed: null }])
    const { rows } = await app.database.pool.query(
      'select sealed, file from messages where room_id = $1',
      [room.roomId],
    )
    expect(rows).toHaveLength(1)
    for (const bytes of [rows[0].sealed, rows[0].file] as Buffer[]) {
      expect(bytes.includes(Buffer.from(secret))).toBe(false)
      expect(bytes.includes(Buffer.from('%PDF'))).toBe(false)
    }
    const { rows: entries } = await app.database.pool.query(
      `select 1 from activity_entries t where to_jsonb(t)::text like '%' || $1 || '%' or to_jsonb(t)::text like '%' || encode($1::bytea, 'hex') || '%'`,
      [secret],
    )
    expect(entries).toEqual([])
  })

  it('a file goes once it has arrived, or after a week; the message after 90 days', async () => {
    const [arrives, fails] = [await invited('하나'), await invited('두리')]
    const files = async () =>
      (
        await app.database.pool.query(
          'select file is not null as there from messages where room_id = $1 order by id',
          [room.roomId],
        )
      ).rows
    const attachment = () => [new File([new Uint8Array(PDF)], '목록.pdf')]
    await room.operator.message(
      'sendByManager',
      { subject: '도착', content: '본문', recipients: [arrives] },
      attachment(),
    )
    await settled(room.operator, 'sent')
    refusals.set(fails.email, 550)
    await room.operator.message(
      'sendByManager',
      { subject: '실패', content: '본문', recipients: [arrives, fails] },
      attachment(),
    )
    await settled(room.operator, 'failed')
    await tidy()
    expect(await files()).toEqual([{ there: false }, { there: true }])
    app.clock.advance(7 * DAY + 1)
    await tidy()
    expect(await files()).toEqual([{ there: false }, { there: false }])
    const client = app.stranger()
    await client.join(room.pin)
    await client.agree()
    const message = await newest(client)
    expect(message).toMatchObject({ title: '실패', status: 'failed', resendable: false })
    expect((await again(client, message.id)).json).toMatchObject({
      status: 'EXCEPTION',
      code: 'MAIL_GONE',
    })
    app.clock.advance(83 * DAY)
    await tidy()
    expect(await files()).toEqual([])
  })
})
