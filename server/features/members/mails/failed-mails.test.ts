import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatRoomTime } from '../../../../contract/core/room-time.ts'
import { systemClock } from '../../../platform/clock/clock.ts'
import { createSmtpTransport } from '../../../platform/mail/smtp-transport.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { MemberRecord } from '../../../test/harness/wire-client.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../test/servers/smtp-server.ts'

const OPERATOR = 4
const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const CODE = /\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/
const HOUR = 3_600_000

describe('mails to people of a room, on a mail server', () => {
  let app: TestApp
  let room: TestRoom
  let smtp: TestSmtpServer
  let refusals: Map<string, number>
  let people = 0

  beforeAll(async () => {
    refusals = new Map()
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

  const invite = async (refusal?: number): Promise<{ memberId: number; email: string }> => {
    people += 1
    const email = `mail${people}@lawfirm.example`
    if (refusal !== undefined) refusals.set(email, refusal)
    const { json } = await room.operator.invite([{ name: '이메일', email }])
    return { memberId: (json.payload as { id: number }[])[0]?.id ?? 0, email }
  }
  const mailOf = async (memberId: number): Promise<MemberRecord['mail'] | undefined> =>
    (await room.operator.members()).find(({ id }) => id === memberId)?.mail
  const settled = (memberId: number, status: string) =>
    expect.poll(async () => (await mailOf(memberId))?.status, { timeout: 20_000 }).toBe(status)
  const found = async (email: string, pattern: RegExp): Promise<string> => {
    let text: string | undefined
    await expect
      .poll(async () => (text = pattern.exec((await smtp.newestTo(email))?.text ?? '')?.[0]), {
        timeout: 20_000,
      })
      .toBeDefined()
    return text ?? ''
  }
  const renew = (id: number, as = room.operator) =>
    as.call('POST', '/room/api/room/user/mail/renew', { body: { id } })
  const dismiss = (id: number, as = room.operator) =>
    as.call('POST', '/room/api/room/user/mail/dismiss', { body: { id } })

  it('show with the person whether the mail server took them', async () => {
    const { memberId, email } = await invite()
    await settled(memberId, 'sent')
    expect(await mailOf(memberId)).toMatchObject({ reason: null, attempts: 1 })
    expect(await found(email, PIN)).toMatch(PIN)
    expect(
      (await room.operator.members()).find(({ roleId }) => roleId === OPERATOR)?.mail,
    ).toBeNull()
    expect(await room.operator.failedMails()).toEqual([])
  })

  it('that were refused for good are listed with the reason, and can be renewed: the old PIN opens nothing', async () => {
    const { memberId, email } = await invite(550)
    await settled(memberId, 'failed')
    const [failed] = await room.operator.failedMails()
    expect(failed).toMatchObject({
      kind: 'pin',
      memberId,
      email,
      userName: '이메일',
      reason: 'rejected',
      attempts: 1,
      renewable: true,
    })
    refusals.clear()
    const before = (
      await app.database.pool.query('select lookup from pins where member_id = $1', [memberId])
    ).rows
    expect((await renew(failed?.id ?? 0)).json).toEqual({ status: 'OK', payload: null })
    await settled(memberId, 'sent')
    const pin = await found(email, PIN)
    const after = (
      await app.database.pool.query('select lookup, replacement from pins where member_id = $1', [
        memberId,
      ])
    ).rows
    expect(after).toMatchObject([{ replacement: false }])
    expect(after[0].lookup.equals(before[0].lookup)).toBe(false)
    expect((await app.stranger().join(pin)).json.status).toBe('OK')
    expect(await room.operator.failedMails()).toEqual([])
    expect((await renew(failed?.id ?? 0)).http).toBe(404)
    expect(await app.logged(room.roomId)).toContain('member.invited-again')
  })

  it('wait while the mail server asks to come back, and say so', async () => {
    const { memberId } = await invite(451)
    await expect
      .poll(async () => (await mailOf(memberId))?.reason, { timeout: 20_000 })
      .toBe('deferred')
    expect(await mailOf(memberId)).toMatchObject({ status: 'queued' })
    expect(await room.operator.failedMails()).toEqual([])
  })

  it('bring a new operator a new code, and the one before opens nothing', async () => {
    const { memberId, email } = await invite()
    const pin = await found(email, PIN)
    refusals.set(email, 550)
    await room.operator.setRole(memberId, OPERATOR)
    await settled(memberId, 'failed')
    const [failed] = await room.operator.failedMails()
    expect(failed).toMatchObject({ kind: 'code', renewable: true })
    refusals.clear()
    await renew(failed?.id ?? 0)
    const code = await found(email, CODE)
    const client = app.stranger()
    await client.join(pin)
    await client.agree()
    expect((await client.elevate(code)).json.payload).toEqual({ checked: true })
    expect(await app.logged(room.roomId)).toContain('member.code-again')
    refusals.set(email, 550)
    await room.operator.setRole(memberId, 5)
    await room.operator.setRole(memberId, OPERATOR)
    await settled(memberId, 'failed')
    const [again] = await room.operator.failedMails()
    await room.operator.setRole(memberId, 5)
    expect((await renew(again?.id ?? 0)).http).toBe(404)
  })

  it('bring the copy of the accepted notice once more, as it was accepted', async () => {
    const { memberId, email } = await invite()
    const client = app.stranger()
    await client.join(await found(email, PIN))
    refusals.set(email, 550)
    await client.agree()
    await expect
      .poll(() => room.operator.failedMails(), { timeout: 20_000 })
      .toMatchObject([{ kind: 'acceptance', renewable: true, memberId }])
    expect(await mailOf(memberId)).toMatchObject({ kind: 'pin', status: 'sent' })
    const [failed] = await room.operator.failedMails()
    const other = await app.room()
    expect((await renew(failed?.id ?? 0, other.operator)).http).toBe(404)
    refusals.clear()
    app.clock.advance(60_000)
    expect((await renew(failed?.id ?? 0)).json).toEqual({ status: 'OK', payload: null })
    const { rows } = await app.database.pool.query(
      'select accepted_at from acceptances where member_id = $1',
      [memberId],
    )
    expect(await found(email, /동의한 일시: .*/)).toBe(
      `동의한 일시: ${formatRoomTime(rows[0].accepted_at, 'ko', 'Asia/Seoul')} (Asia/Seoul)`,
    )
    expect(await room.operator.failedMails()).toEqual([])
    expect((await renew(failed?.id ?? 0)).http).toBe(404)
    expect(await app.logged(room.roomId)).toContain('member.copy-again')
  })

  it('whose content is gone are reported as gone, and listed until somebody has seen them', async () => {
    const { memberId, email } = await invite()
    await settled(memberId, 'sent')
    refusals.set(email, 550)
    const recipients = [{ name: '이메일', email }]
    await room.operator.message('sendByManager', { subject: '제목', content: '내용', recipients })
    await expect
      .poll(() => room.operator.failedMails(), { timeout: 20_000 })
      .toMatchObject([{ kind: 'message', renewable: false }])
    const [failed] = await room.operator.failedMails()
    expect(await renew(failed?.id ?? 0)).toMatchObject({
      http: 200,
      json: { status: 'EXCEPTION', code: 'MAIL_GONE' },
    })
    expect(await mailOf(memberId)).toMatchObject({ status: 'sent' })
    const other = await app.room()
    expect((await dismiss(failed?.id ?? 0, other.operator)).http).toBe(404)
    expect((await renew(failed?.id ?? 0, other.operator)).http).toBe(404)
    expect(await other.operator.failedMails()).toEqual([])
    expect((await dismiss(failed?.id ?? 0)).json).toEqual({ status: 'OK', payload: null })
    expect(await room.operator.failedMails()).toEqual([])
    expect((await dismiss(failed?.id ?? 0)).http).toBe(404)
    expect(await app.logged(room.roomId)).toContain('member.mail-dismissed')
  })

  it('are not listed any more when their person has left', async () => {
    const { memberId } = await invite(550)
    await settled(memberId, 'failed')
    await room.operator.remove(memberId)
    expect(await room.operator.failedMails()).toEqual([])
  })

  it('bring no more than five PINs an hour, however they are asked for', async () => {
    const { memberId } = await invite()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => room.operator.inviteAgain(memberId)),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(4)
    const refused = answers.filter(({ http }) => http === 429)
    expect(refused).toHaveLength(4)
    for (const { headers } of refused)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000)
    const count = async () =>
      (await app.database.pool.query('select 1 from mails where member_id = $1', [memberId])).rows
        .length
    expect(await count()).toBe(5)
    const other = await invite()
    expect((await room.operator.inviteAgain(other.memberId)).http).toBe(200)
    app.clock.advance(HOUR)
    room = { ...room, operator: await elevatedAgain() }
    expect((await room.operator.inviteAgain(memberId)).http).toBe(200)
  })

  async function elevatedAgain() {
    const client = app.stranger()
    await client.join(room.pin)
    await client.agree()
    await client.elevate(room.code)
    return client
  }

  it('let an operator be shown a PIN only where they did not arrive', async () => {
    const arrived = await invite()
    await settled(arrived.memberId, 'sent')
    expect((await room.operator.showPin(arrived.memberId, room.code)).json).toMatchObject({
      status: 'EXCEPTION',
      code: 'PIN_MAILED',
    })
    const refused = await invite(550)
    await settled(refused.memberId, 'failed')
    const shown = await room.operator.showPin(refused.memberId, room.code)
    const { pin } = shown.json.payload as { pin: string }
    expect((await app.stranger().join(pin)).json.status).toBe('OK')
    expect((await app.stranger().join(await found(arrived.email, PIN))).json.status).toBe('OK')
  })

  it('I06: leave no PIN and no code anywhere, sent or given up', async () => {
    const sent = await invite()
    const pin = await found(sent.email, PIN)
    await room.operator.setRole(sent.memberId, OPERATOR)
    const code = await found(sent.email, CODE)
    await settled(sent.memberId, 'sent')
    const refused = await invite(550)
    await settled(refused.memberId, 'failed')
    const { rows: tables } = await app.database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    )
    const holds = async (needle: string): Promise<string[]> => {
      const hits: string[] = []
      for (const { name } of tables) {
        const { rows } = await app.database.pool.query(
          `select 1 from ${name} t where to_jsonb(t)::text ilike '%' || $1 || '%' or to_jsonb(t)::text like '%' || encode($1::bytea, 'hex') || '%' limit 1`,
          [needle],
        )
        if (rows.length > 0) hits.push(name)
      }
      return hits
    }
    expect(await holds(sent.email)).toContain('public.members')
    for (const secret of [pin, code]) {
      for (const needle of [secret, secret.replaceAll('-', '')]) {
        expect(await holds(needle)).toEqual([])
        expect(app.log.text()).not.toContain(needle)
      }
    }
    const { rows } = await app.database.pool.query(
      'select 1 from mails where room_id = $1 and sealed is not null',
      [room.roomId],
    )
    expect(rows).toEqual([])
  })
})
