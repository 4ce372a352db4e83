import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import { notesIn } from '../../../contract/proof/checkpoint.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { advanceTo, dayIn, HOUR_MS } from '../../test/harness/clocks.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // At night, the next morning would be the same day.
  advanceTo(app, 12)
})
afterAll(() => app.close())

async function sendAll(nodes = [app.program.jobs.handlers]): Promise<void> {
  const run = (name: string) =>
    Promise.all(nodes.map((handlers) => handlers.find((handler) => handler.name === name)))
  const context = { signal: new AbortController().signal, attempt: 1, lastAttempt: false }
  for (const handler of await run('dashboard.daily')) await handler?.run({}, context)
  const left = async () =>
    (
      await app.database.pool.query(
        `select 1 from graphile_worker.jobs where task_identifier in ('dashboard.tell-day', 'mail.send')`,
      )
    ).rowCount
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
}

async function back({ operator, pin, code }: TestRoom): Promise<void> {
  await operator.join(pin)
  await operator.agree()
  await operator.elevate(code)
}

async function mailsTo(email: string): Promise<Email[]> {
  const folder = path.join(app.dataDir, 'outbox')
  const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await fs.readFile(path.join(folder, name)))),
  )
  return mails.filter(
    ({ to, subject }) =>
      to?.some(({ address }) => address === email) && subject?.includes('활동 요약'),
  )
}
const rowsOf = async ({ roomId }: TestRoom) =>
  (
    await app.database.pool.query(
      `select member_id, sealed from mails where room_id = $1 and kind = 'daily'`,
      [roomId],
    )
  ).rows

describe('the mail about a day', () => {
  it('reports what happened to each operator once, in the morning, with the checkpoint, and nothing to readers', async () => {
    const room = await app.room()
    const { client, email } = await app.participant(room)
    const colleague = await app.participant(room, '최동료')
    await room.operator.setRole(colleague.memberId, ROLE.operator)
    const blocked = await app.participant(room, '박차단')
    await room.operator.setRole(blocked.memberId, ROLE.operator)
    await room.operator.setRight(blocked.memberId, 'access', false)
    await room.operator.invite([{ name: '안온사람', email: 'absent@example.com' }])
    const id = await room.operator.put('계약서.pdf', makePdf(1))
    expect(
      (
        await client.call('POST', '/room/api/file/ticket', {
          body: { fileIds: [id], kind: 'download' },
        })
      ).http,
    ).not.toBe(200)
    while ((await app.program.sequence()) > 0);
    const own = room.operator.me.email
    const total = (await app.logged(room.roomId)).length
    const day = dayIn(app, 0)

    await sendAll()
    expect(await mailsTo(own)).toEqual([])
    advanceTo(app, 6)
    await sendAll()
    expect(await mailsTo(own)).toEqual([])
    advanceTo(app, 8)
    const others = await Promise.all([app.handlersOf({}), app.handlersOf({})])
    await sendAll([app.program.jobs.handlers, ...others])
    await sendAll()
    const [mail, ...more] = await mailsTo(own)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`[시험 룸] 활동 요약 ${day} / Activity of ${day}`)
    expect(mail?.text).toContain(`${day}에 데이터룸에서 활동 ${total}건이 기록되었습니다.`)
    expect(mail?.text).toContain('· 로그인 1건 (1명) / Logins: 1 (1 person)')
    expect(mail?.text).not.toContain('그룹별 활동')
    expect(mail?.text).toContain('· 인쇄 0건 / Prints: 0')
    expect(mail?.text).toContain(`http://room.test/admin/history?from=${day}&to=${day}&room=`)
    const { rows } = await app.database.pool.query(
      'select note from activity_trees where room_id = $1',
      [room.roomId],
    )
    const { note } = rows[0] as { note: string }
    expect(notesIn(mail?.text ?? '')).toEqual([note])
    expect(
      mail?.attachments.map(({ filename, content }) => [
        filename,
        Buffer.from(content as ArrayBuffer).toString(),
      ]),
    ).toEqual([['checkpoint.txt', note]])
    expect(await mailsTo(colleague.email)).toHaveLength(1)
    for (const nobody of [email, blocked.email, 'absent@example.com'])
      expect(await mailsTo(nobody)).toEqual([])
    expect((await rowsOf(room)).map(({ sealed: encrypted }) => encrypted)).toEqual([null, null])
  })

  it('is not written where nothing happened, and then covers what has happened since', async () => {
    const room = await app.room()
    advanceTo(app, 8)
    await sendAll()
    expect(await mailsTo(room.operator.me.email)).toHaveLength(1)
    advanceTo(app, 8)
    await sendAll()
    expect(await mailsTo(room.operator.me.email)).toHaveLength(1)
    await back(room)
    await room.operator.makeFolder('다음 날')
    app.clock.advance(72 * HOUR_MS)
    await sendAll()
    const [, next, ...more] = await mailsTo(room.operator.me.email)
    expect(more).toEqual([])
    expect(next?.subject).toMatch(/활동 요약 \d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d/)
    expect(next?.text).toContain('· 로그인 0건 / Logins: 0')
  })

  it('counts by group, leaves operators out, and names no group that did nothing', async () => {
    const room = await app.room()
    const { operator } = room
    const id = await operator.put('계약서.pdf', makePdf(1))
    const [reader, other] = [await app.participant(room), await app.participant(room, '김열람')]
    const colleague = await app.participant(room, '최동료')
    await moveInto(room, await newGroup(room, '인수인 A'), [reader, other])
    await moveInto(room, await newGroup(room, '인수인 B'), [colleague])
    await newGroup(room, '조용한 그룹')
    for (const client of [reader.client, other.client, colleague.client, operator])
      await client.call('POST', '/room/api/file/ticket', {
        body: { fileIds: [id], kind: 'download' },
      })
    await operator.setRole(colleague.memberId, ROLE.operator)
    advanceTo(app, 8)
    await sendAll()
    const [mail] = await mailsTo(operator.me.email)
    expect(mail?.text).toContain('그룹별 활동 / Activity by group')
    expect(mail?.text).toMatch(
      /· 인수인 A — 2명, 로그인 2건, 거부 2건 \/ 2 people, logins: 2, refusals: 2\n/,
    )
    expect(mail?.text).toContain('· 로그인 2건 (2명) / Logins: 2 (2 people)')
    for (const absent of ['인수인 B', '조용한 그룹'])
      expect(mail?.text).not.toContain(`· ${absent}`)
  })

  it('is turned off and on by the room’s own operators, and never reports what happened meanwhile', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client } = await app.participant(room)
    const info = async () =>
      (await client.call('GET', `/room/api/room/info/${room.roomId}`)).json.payload
    expect(await info()).toMatchObject({ reporting: { dailyMail: true } })
    const entries = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'room.reporting').length
    for (const value of ['false', 0, null, undefined])
      expect((await room.operator.reporting(value)).http).toBe(400)
    expect((await client.reporting(false)).http).toBe(403)
    const foreign = { body: { id: room.roomId, dailyMail: false } }
    expect(
      (await other.operator.call('PUT', '/room/api/room/update/reporting', foreign)).http,
    ).toBe(404)
    expect(await entries()).toBe(0)
    for (const dailyMail of [true, false, false])
      expect((await room.operator.reporting(dailyMail)).json.status).toBe('OK')
    expect(await entries()).toBe(1)
    expect(await info()).toMatchObject({ reporting: { dailyMail: false } })
    advanceTo(app, 8)
    await sendAll()
    expect(await rowsOf(room)).toEqual([])
    expect(await rowsOf(other)).toHaveLength(1)

    await back(room)
    expect((await room.operator.reporting(true)).json.status).toBe('OK')
    const all = (await app.logged(room.roomId)).length
    advanceTo(app, 8)
    await sendAll()
    const [mail] = await mailsTo(room.operator.me.email)
    const reported = Number(/활동 (\d+)건이/.exec(mail?.text ?? '')?.[1])
    expect(reported).toBeGreaterThan(2)
    expect(reported).toBeLessThan(all - 5)
  })

  it('is all there or not at all: what fails half-way is written by the next try, once', async () => {
    const room = await app.room()
    const colleague = await app.participant(room)
    await room.operator.setRole(colleague.memberId, ROLE.operator)
    advanceTo(app, 8)
    await app.database.pool.query(`
      create function refuse_mail() returns trigger language plpgsql as $$ begin
        if new.kind = 'daily' and new.member_id = ${colleague.memberId} then raise 'no space'; end if; return new; end $$;
      create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`)
    const handler = app.program.jobs.handlers.find(({ name }) => name === 'dashboard.tell-day')
    const day = dayIn(app, -1)
    const context = { signal: new AbortController().signal, attempt: 1, lastAttempt: false }
    await expect(handler?.run({ roomId: room.roomId, day }, context)).rejects.toThrow('no space')
    expect(await rowsOf(room)).toEqual([])
    await app.database.pool.query('drop function refuse_mail cascade')
    await Promise.all(
      Array.from({ length: 4 }, () => handler?.run({ roomId: room.roomId, day }, context)),
    )
    expect((await rowsOf(room)).map(({ member_id }) => member_id).sort()).toEqual(
      [room.operator.me.id, colleague.memberId].sort(),
    )
  })
})
