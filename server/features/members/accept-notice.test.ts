import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTICE } from '../../../contract/core/notice.ts'
import { formatRoomTime } from '../../../contract/core/room-time.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { messageMails, type ReceivedMessageMail } from '../../test/scenarios/message-mails.ts'

const COPY = { ko: '비밀유지 동의 사본', en: 'Copy of your confidentiality agreement' }
const PIN = /\d{3}-?\d{2}-?\d{11}/

describe('accepting the notice', () => {
  let app: TestApp
  let room: TestRoom
  let people = 0
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const agree = (
    client: WireClient,
    language: 'ko' | 'en' = 'ko',
    version?: number | string,
  ): Promise<WireAnswer> =>
    client.call('POST', '/room/api/room/checkAgree', {
      query: { id: client.me.id, ...(version === undefined ? {} : { version }) },
      headers: { 'accept-language': language },
    })
  async function newcomer(): Promise<{
    client: WireClient
    memberId: number
    email: string
    pin: string
  }> {
    room = await app.room()
    people += 1
    const email = `newcomer${people}@example.com`
    const { json } = await room.operator.invite([{ name: '김입장', email }])
    const pin = await app.pinMailedTo(email)
    const client = app.stranger()
    await client.join(pin)
    return { client, memberId: (json.payload as { id: number }[])[0]?.id ?? 0, email, pin }
  }
  const copiesTo = async (email: string): Promise<ReceivedMessageMail[]> =>
    [...(await messageMails(app, COPY.ko)), ...(await messageMails(app, COPY.en))].filter(
      ({ to }) => to.includes(email),
    )
  const stored = async (memberId: number) =>
    (
      await app.database.pool.query(
        'select * from acceptances where member_id = $1 order by version',
        [memberId],
      )
    ).rows
  const versionsOf = async (memberId: number): Promise<unknown[]> =>
    (
      await app.database.pool.query(
        'select notice_version from sessions where member_id = $1 order by created_at',
        [memberId],
      )
    ).rows.map(({ notice_version: version }) => version)

  it.each(['ko', 'en'] as const)(
    'stores version, time and address, and mails a copy in the language that was read: %s',
    async (language) => {
      const { client, memberId, email, pin } = await newcomer()
      expect(await stored(memberId)).toEqual([])
      expect(await versionsOf(memberId)).toEqual([null])
      const before = app.clock.now()
      expect((await agree(client, language, NOTICE.version)).json).toEqual({
        status: 'OK',
        payload: null,
      })
      const [acceptance, ...more] = await stored(memberId)
      expect(more).toEqual([])
      expect(acceptance).toMatchObject({
        version: NOTICE.version,
        language,
        address: '127.0.0.1',
        room_id: room.roomId,
      })
      expect(acceptance.accepted_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(acceptance.accepted_at.getTime()).toBeLessThanOrEqual(app.clock.now().getTime())
      expect(await versionsOf(memberId)).toEqual([NOTICE.version])

      const [mail, ...others] = await copiesTo(email)
      expect(others).toEqual([])
      expect(mail?.to).toEqual([email])
      expect(mail?.subject).toBe(`[시험 룸] ${COPY[language]}`)
      expect(mail?.source).toMatch(/^Content-Type: multipart\/alternative/im)
      expect(mail?.html).toContain(`lang="${language}"`)
      const at = `${formatRoomTime(acceptance.accepted_at, language, 'Asia/Seoul')} (Asia/Seoul)`
      for (const text of [mail?.text, mail?.html]) {
        for (const part of ['김입장', '시험 룸', room.roomNo, '127.0.0.1', at])
          expect(text).toContain(part)
        for (const section of NOTICE.text[language]) {
          expect(text).toContain(section.title)
          expect(text).toContain(section.text)
        }
        const other = NOTICE.text[language === 'ko' ? 'en' : 'ko']
        for (const section of other) expect(text).not.toContain(section.text)
        expect(text).not.toMatch(PIN)
        expect(text).not.toContain(pin)
        expect(text).not.toContain(client.me.jwt)
      }
      expect(mail?.text).toMatch(
        language === 'ko'
          ? new RegExp(`안내문 버전: ${NOTICE.version}$`, 'm')
          : /^Agreement version: \d+$/m,
      )
    },
  )

  it('mails the same version no second time, however often it is accepted, and logs each time', async () => {
    const { client, memberId, email, pin } = await newcomer()
    const second = app.stranger()
    await second.join(pin)
    const answers = await Promise.all([
      agree(client),
      agree(second),
      agree(client),
      agree(second, 'en'),
    ])
    for (const { http } of answers) expect(http).toBe(200)
    const third = app.stranger()
    await third.join(pin)
    await agree(third)
    await agree(third)
    expect(await copiesTo(email)).toHaveLength(1)
    expect(await stored(memberId)).toHaveLength(1)
    expect(await versionsOf(memberId)).toEqual([NOTICE.version, NOTICE.version, NOTICE.version])
    const { rows } = await app.database.pool.query(
      `select 1 from activity_entries where member_id = $1 and kind = 'session.agreed'`,
      [memberId],
    )
    expect(rows.length).toBeGreaterThanOrEqual(3)
  })

  it('is asked for again once there is a newer version, which is mailed, too', async () => {
    const { client, memberId, email } = await newcomer()
    await agree(client)
    expect((await client.list()).http).toBe(200)
    const older = NOTICE.version - 1
    await app.database.pool.query('update acceptances set version = $2 where member_id = $1', [
      memberId,
      older,
    ])
    await app.database.pool.query('update sessions set notice_version = $2 where member_id = $1', [
      memberId,
      older,
    ])
    expect(await client.list()).toMatchObject({ http: 403, json: { code: 'NOT_AGREED' } })
    expect((await agree(client, 'ko', NOTICE.version)).http).toBe(200)
    expect((await client.list()).http).toBe(200)
    expect((await stored(memberId)).map(({ version }) => version)).toEqual([older, NOTICE.version])
    expect(await copiesTo(email)).toHaveLength(2)
  })

  it('is not taken for another version than the newest, nor of a version that is none', async () => {
    const { client, memberId, email } = await newcomer()
    for (const version of [NOTICE.version - 1, NOTICE.version + 1, 0]) {
      expect(await agree(client, 'ko', version)).toMatchObject({
        http: 409,
        json: { code: 'NOTICE_CHANGED' },
      })
    }
    for (const version of ['x', '-1', '1.5', ''])
      expect((await agree(client, 'ko', version)).http).toBe(400)
    expect((await client.list()).http).toBe(403)
    expect(await stored(memberId)).toEqual([])
    expect(await copiesTo(email)).toEqual([])
  })

  it('does not happen where the mail cannot be written, and nobody is mailed who did not accept', async () => {
    const { client, memberId, email } = await newcomer()
    await app.database.pool.query(
      `alter table mails add constraint no_copies check (kind <> 'acceptance') not valid`,
    )
    try {
      expect((await agree(client)).http).toBe(500)
    } finally {
      await app.database.pool.query('alter table mails drop constraint no_copies')
    }
    expect((await client.list()).http).toBe(403)
    expect(await stored(memberId)).toEqual([])
    expect(await versionsOf(memberId)).toEqual([null])
    expect(await copiesTo(email)).toEqual([])
    expect((await agree(client)).http).toBe(200)
    expect(await copiesTo(email)).toHaveLength(1)
  })

  it('is accepted again in another room and after a new invitation, each with a copy of its own', async () => {
    const { client, memberId, email } = await newcomer()
    await agree(client)
    await room.operator.remove(memberId)
    await room.operator.invite([{ name: '김입장', email }])
    await expect.poll(() => app.secretsMailedTo(email), { timeout: 20_000 }).toBe(2)
    const again = app.stranger()
    await again.join(await app.pinMailedTo(email))
    await agree(again)
    expect(again.me.id).not.toBe(memberId)
    expect(await copiesTo(email)).toHaveLength(2)
  })
})
