import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { type WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { closeRoom } from '../../test/scenarios/close-room.ts'

const HOUR = 3_600_000
const OPERATOR = 4
const PARTICIPANT = 5

describe('a lost PIN', () => {
  let app: TestApp
  let room: TestRoom
  let addresses = 0
  let from: { 'x-forwarded-for': string }
  beforeAll(async () => {
    app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    addresses += 1
    from = { 'x-forwarded-for': `203.0.113.${addresses}` }
  })

  const ask = (
    email: string,
    headers: Readonly<Record<string, string>> = from,
  ): Promise<WireAnswer> => app.stranger().findPin(email, headers)
  const freshPin = async (email: string, before: string): Promise<string> => {
    await expect.poll(() => app.pinMailedTo(email), { timeout: 20_000 }).not.toBe(before)
    return app.pinMailedTo(email)
  }
  const askedIn = async (roomId: number): Promise<number> =>
    (await app.logged(roomId)).filter((kind) => kind === 'session.pin-asked').length

  it('is mailed again for each room of the address, and the old one works until the new one is used', async () => {
    const other = await app.room()
    const person = await app.participant(room, '이두룸')
    const spelled = person.email.replace('person', 'Person')
    await other.operator.invite([{ name: '이두룸', email: spelled }])
    const elsewhere = await app.pinMailedTo(spelled)
    const mails = () =>
      Promise.all([app.secretsMailedTo(person.email), app.secretsMailedTo(spelled)])
    expect(await mails()).toEqual([1, 1])

    const answer = await app
      .stranger()
      .call('GET', `/room/admin/auth/comm/findPin/${encodeURIComponent(` ${person.email} `)}`, {
        headers: from,
      })
    expect(answer).toMatchObject({ http: 200, json: { status: 'OK', payload: null } })
    const fresh = await freshPin(person.email, person.pin)
    await freshPin(spelled, elsewhere)
    expect(await mails()).toEqual([2, 2])
    expect([await askedIn(room.roomId), await askedIn(other.roomId)]).toEqual([1, 1])

    expect((await app.stranger().join(person.pin, from)).json.status).toBe('OK')
    expect((await person.client.list()).http).toBe(200)
    expect((await app.stranger().join(fresh, from)).json.payload).toMatchObject({
      roomId: room.roomId,
    })
    expect((await app.stranger().join(person.pin, from)).json.code).toBe('PIN_REFUSED')
    expect((await app.stranger().join(elsewhere, from)).json.payload).toMatchObject({
      roomId: other.roomId,
    })
  })

  it('that is asked for twice leaves both new ones good, and neither after a day', async () => {
    const person = await app.participant(room)
    await ask(person.email)
    const first = await freshPin(person.email, person.pin)
    await ask(person.email)
    const second = await freshPin(person.email, first)
    expect((await app.stranger().join(first, from)).json.status).toBe('OK')
    expect((await app.stranger().join(second, from)).json.code).toBe('PIN_REFUSED')

    await ask(person.email)
    const third = await freshPin(person.email, second)
    app.clock.advance(24 * HOUR)
    expect((await app.stranger().join(third, from)).json.code).toBe('PIN_REFUSED')
    expect((await app.stranger().join(first, from)).json.status).toBe('OK')
  })

  it('L08: of addresses that nobody has, one client learns of three an hour; each try is in the log, without the address', async () => {
    const before = app.log.entries.filter(({ msg }) => msg === 'lost PIN asked for').length
    const answers: WireAnswer[] = []
    for (let index = 0; index < 40; index += 1)
      answers.push(await ask(`nobody${index}@example.com`))
    for (const answer of answers.slice(0, 3))
      expect(answer).toMatchObject({
        http: 200,
        json: {
          status: 'EXCEPTION',
          code: 'EMAIL_UNREGISTERED',
          payload: '등록되지 않은 이메일 주소입니다.',
        },
      })
    for (const answer of answers.slice(3))
      expect(answer).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
    expect(app.log.entries.filter(({ msg }) => msg === 'lost PIN asked for')).toHaveLength(
      before + 3,
    )
    expect(app.log.text()).not.toContain('nobody')
    expect((await ask(room.operator.me.email)).http).toBe(429)
    app.clock.advance(HOUR)
    expect((await ask('nobody@example.com')).json.code).toBe('EMAIL_UNREGISTERED')
  })

  it('L08: is mailed at most three times an hour, for any sender, on any node', async () => {
    const nodes = [app.base, await app.node()]
    const { email } = await app.participant(room)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        new WireClient(nodes[index % 2] ?? '').findPin(email, {
          'x-forwarded-for': `198.51.100.${index}`,
        }),
      ),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(3)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(9)
    await expect.poll(() => app.secretsMailedTo(email), { timeout: 20_000 }).toBe(4)
    const unknown: number[] = []
    for (let index = 0; index < 4; index += 1)
      unknown.push(
        (await ask('nobody-has-this@example.com', { 'x-forwarded-for': `198.51.101.${index}` }))
          .http,
      )
    expect(unknown).toEqual([200, 200, 200, 429])
    expect(await app.secretsMailedTo(email)).toBe(4)
  })

  it('L09: goes only to the stored address, for any requested one', async () => {
    const { email } = await app.participant(room)
    const forms = [
      `${email}\r\nBcc: thief@example.com`,
      `${email},thief@example.com`,
      `${email};thief@example.com`,
      `"${email}"@example.com`,
      `<${email}>`,
      `../${email}`,
      'a@x,b@y',
      '"b@y"@x',
      '',
      '@',
    ]
    for (const [index, form] of forms.entries()) {
      const client = { 'x-forwarded-for': `192.0.2.${index}` }
      expect((await ask(form, client)).json.status).toBe('EXCEPTION')
      const byPath = await app
        .stranger()
        .call('GET', `/room/admin/auth/comm/findPin/${encodeURIComponent(form)}`, {
          headers: client,
        })
      expect(byPath.json.status).toBe('EXCEPTION')
    }
    for (const body of [
      { email: [email] },
      { email: null },
      { email, cc: 'thief@example.com' },
      {},
    ])
      expect(
        (
          await app
            .stranger()
            .call('POST', '/room/admin/auth/comm/findPin', { body, headers: from })
        ).http,
      ).toBe(400)
    expect((await ask(email)).json.status).toBe('OK')
    await expect.poll(() => app.secretsMailedTo(email), { timeout: 20_000 }).toBe(2)
    expect(await app.secretsMailedTo('thief@example.com')).toBe(0)
  })

  it('is not for those who may not enter: blocked, removed, in a closed room', async () => {
    const closed = await app.room()
    const closedOut = await app.participant(closed)
    const [blocked, removed] = [await app.participant(room), await app.participant(room)]
    await room.operator.setRight(blocked.memberId, 'access', false)
    await room.operator.remove(removed.memberId)
    await closeRoom(app, closed.roomId)
    for (const email of [blocked.email, removed.email, closedOut.email])
      expect((await ask(email)).json.code).toBe('EMAIL_UNREGISTERED')
    expect(await askedIn(closed.roomId)).toBe(0)
    expect([
      await app.secretsMailedTo(blocked.email),
      await app.secretsMailedTo(removed.email),
    ]).toEqual([1, 1])
  })

  it('L11: stands in no row and no line of the log, nor does the address', async () => {
    const { email, pin } = await app.participant(room)
    await app.spendBudget()
    await ask(email)
    const token = await app.entryLinkMailedTo(email)
    const fresh = await freshPin(email, pin)
    const { rows } = await app.database.pool.query(
      `select (select coalesce(json_agg(t), '[]')::text from throttles t) || (select coalesce(json_agg(l), '[]')::text from entry_links l)
         || (select coalesce(json_agg(j), '[]')::text from graphile_worker._private_jobs j) as everything`,
    )
    for (const secret of [email, token, fresh, fresh.replaceAll('-', '')]) {
      expect(rows[0].everything).not.toContain(secret)
      expect(app.log.text()).not.toContain(secret)
    }
  })
})

describe('a lost operator code', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const newCode = async (email: string, before: string): Promise<string> => {
    await expect.poll(() => app.codeMailedTo(email), { timeout: 20_000 }).not.toBe(before)
    return app.codeMailedTo(email)
  }
  const enter = async (pin: string): Promise<WireClient> => {
    const client = app.stranger()
    await client.join(pin)
    await client.agree()
    return client
  }

  it('G06: is mailed again to the address of the session, and the previous one opens nothing', async () => {
    const room = await app.room()
    const { pin, memberId, email } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const old = await app.codeMailedTo(email)
    const client = await enter(pin)
    expect((await client.findCode()).json).toEqual({ status: 'OK', payload: null })
    expect((await client.elevate(old)).json.payload).toEqual({ checked: false })
    const fresh = await newCode(email, old)
    expect((await client.elevate(fresh)).json.payload).toEqual({ checked: true })
    expect(await app.logged(room.roomId)).toContain('session.code-asked')
    expect((await client.findCode()).json.status).toBe('OK')
    expect((await client.makeFolder('열려 있음')).json.status).toBe('OK')
    expect((await (await enter(room.pin)).elevate(room.code)).json.payload).toEqual({
      checked: true,
    })
  })

  it('G06: cannot be asked for in the name of somebody else, by a participant, or without a session', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client: participant } = await app.participant(room)
    const operator = await enter(room.pin)
    const mails = await app.secretsMailedTo(other.operator.me.email)
    for (const fields of [
      { userId: other.operator.me.userId },
      { userId: participant.me.userId },
      { roomNo: other.roomNo },
      { roomNo: '' },
    ])
      expect((await operator.findCode(fields)).http).toBe(404)
    expect((await operator.findCode({ roomNo: 1 })).http).toBe(400)
    expect(await participant.findCode()).toMatchObject({
      http: 403,
      json: { code: 'NOT_OPERATOR' },
    })
    const joined = app.stranger()
    await joined.join(room.pin)
    expect(await joined.findCode()).toMatchObject({ http: 403, json: { code: 'NOT_AGREED' } })
    const body = { roomNo: room.roomNo, userId: operator.me.userId }
    expect(
      (await app.stranger().call('POST', '/room/admin/auth/comm/findCode', { body })).http,
    ).toBe(401)
    expect((await operator.elevate(room.code)).json.payload).toEqual({ checked: true })
    expect(await app.secretsMailedTo(other.operator.me.email)).toBe(mails)
    expect(await app.logged(room.roomId)).not.toContain('session.code-asked')
  })

  it('G06: is refused to an operator who is demoted in another tab, and the mailed code is dead', async () => {
    const room = await app.room()
    const { pin, memberId, email } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const client = await enter(pin)
    await client.findCode()
    const code = await newCode(email, await app.codeMailedTo(email)).catch(() =>
      app.codeMailedTo(email),
    )
    await room.operator.setRole(memberId, PARTICIPANT)
    expect((await client.findCode()).http).toBe(403)
    expect((await client.elevate(code)).http).toBe(403)
  })

  it('is mailed three times an hour', async () => {
    const room = await app.room()
    const client = await enter(room.pin)
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.findCode()))
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(3)
    expect(answers.filter(({ http }) => http === 429)).toHaveLength(3)
    app.clock.advance(20 * 60_000)
    expect((await client.findCode()).http).toBe(429)
  })
})
