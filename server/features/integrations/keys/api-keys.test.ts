import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { ProgramClient, programClient } from '../../../test/programs/program-client.ts'
import { drawKey, isKeyText } from './key-text.ts'

const DAY_MS = 86_400_000

describe('keys of programs', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())
  beforeEach(() => app.forgetFailures())

  const rowOf = async (id: number) =>
    (await app.database.pool.query('select * from api_keys where id = $1', [id])).rows[0]

  it('have a prefix and a checksum by which a scanner knows them', () => {
    const key = drawKey()
    expect(key).toMatch(/^srk_[0-9A-Za-z]{49}$/)
    expect(isKeyText(key)).toBe(true)
    expect(drawKey()).not.toBe(key)
    const last = key.at(-1) === 'a' ? 'b' : 'a'
    for (const wrong of [
      key.slice(0, -1),
      `${key.slice(0, -1)}${last}`,
      `${key}0`,
      key.toLowerCase(),
      key.replace('srk_', 'srx_'),
      '',
    ])
      expect(isKeyText(wrong)).toBe(false)
  })

  it('open the calls of their scopes and no others', async () => {
    const reader = await programClient(app, ['rooms:read'])
    expect((await reader.get('/rooms')).json.status).toBe('OK')
    const refused = await reader.post(`/rooms/${room.roomId}/rename`, { name: '다른 이름' })
    expect(refused).toMatchObject({ http: 403, json: { code: 'API_KEY_SCOPE' } })
    expect(refused.text).toContain('rooms:write')
    expect((await reader.get(`/rooms/${room.roomId}/rename`)).json.payload).toEqual({
      name: '시험 룸',
    })
  })

  it('are refused as wrong, expired or revoked, from the next call on', async () => {
    const key = await programClient(app, ['rooms:read'])
    for (const wrong of [drawKey(), 'x', room.operator.me.jwt])
      expect(await new ProgramClient(app.base, wrong).get('/rooms')).toMatchObject({
        http: 401,
        json: { code: 'API_KEY' },
      })
    expect(await app.stranger().call('GET', '/platform/rooms')).toMatchObject({
      http: 401,
      json: { code: 'API_KEY' },
    })
    expect(await app.program.apiKeys.revoke(key.keyId)).toBe(0)
    expect(await app.program.apiKeys.revoke(key.keyId)).toBe(0)
    expect(await app.program.apiKeys.revoke(999_999)).toBeUndefined()
    expect(await key.get('/rooms')).toMatchObject({ http: 401, json: { code: 'API_KEY_REVOKED' } })
    const { key: short } = await app.program.apiKeys.create({
      ...{ name: 'short', scopes: ['rooms:read'] },
      endsAt: new Date(app.clock.now().getTime() + DAY_MS),
    })
    expect((await new ProgramClient(app.base, short).get('/rooms')).http).toBe(200)
    app.clock.advance(DAY_MS)
    expect(await new ProgramClient(app.base, short).get('/rooms')).toMatchObject({
      http: 401,
      json: { code: 'API_KEY_ENDED' },
    })
  })

  it('that leaked are refused once revoked; lists and log show that somebody tries them', async () => {
    const key = await programClient(app)
    await app.program.apiKeys.revoke(key.keyId)
    expect((await rowOf(key.keyId)).used_at).toBeNull()
    const lines = () =>
      app.log
        .text()
        .split('\n')
        .filter((line) => line.includes(`"keyId":${key.keyId}`) && line.includes('after its end'))
    for (const path of ['/rooms', `/rooms/${room.roomId}/events`]) {
      const refused = await key.get(path)
      expect(refused).toMatchObject({ http: 401, json: { code: 'API_KEY_REVOKED' } })
      expect(refused.text).not.toContain('시험 룸')
    }
    expect((await key.post(`/rooms/${room.roomId}/rename`, { name: '도난' })).json.code).toBe(
      'API_KEY_REVOKED',
    )
    const at = app.clock.now().getTime()
    expect((await rowOf(key.keyId)).used_at.getTime()).toBe(at - (at % 60_000))
    expect(lines()).toHaveLength(1)
    app.clock.advance(60_000)
    await key.get('/rooms')
    expect(lines()).toHaveLength(2)
  })

  it('mean nothing to calls of sessions, nor do cookies or sessions to theirs', async () => {
    const key = await programClient(app)
    expect(await key.call('GET', `/room/api/room/info/${room.roomId}`)).toMatchObject({
      http: 401,
      json: { code: 'NO_SESSION' },
    })
    const byCookie = await app
      .stranger()
      .call('GET', '/platform/rooms', { headers: { cookie: `authorization=Bearer ${key.key}` } })
    expect(byCookie.json.code).toBe('API_KEY')
    const foreign = await key.call('GET', '/platform/rooms', {
      headers: { origin: 'https://elsewhere.example' },
    })
    expect(foreign.json.code).toBe('ORIGIN')
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    expect((await key.call('OPTIONS', '/platform/rooms')).http).toBe(404)
  })

  it('are guessed at most 30 times from one network, while a right one goes on', async () => {
    const key = await programClient(app)
    const guess = () => new ProgramClient(app.base, drawKey()).get('/rooms')
    const codes: (string | undefined)[] = []
    for (let count = 0; count < 31; count += 1) codes.push((await guess()).json.code)
    expect(codes).toEqual([...Array.from({ length: 30 }, () => 'API_KEY'), 'TOO_MANY'])
    expect((await guess()).http).toBe(429)
    expect((await key.get('/rooms')).http).toBe(200)
  })

  it('that are revoked are tried at most 30 times from one network, which logs one line for calls at the same time', async () => {
    const [key, revoked] = [await programClient(app), await programClient(app)]
    await app.program.apiKeys.revoke(revoked.keyId)
    const tried = await Promise.all(Array.from({ length: 31 }, () => revoked.get('/rooms')))
    const codes = tried.map(({ json }) => json.code)
    expect(codes.filter((code) => code === 'API_KEY_REVOKED')).toHaveLength(30)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(1)
    expect(
      app.log.text().match(new RegExp(`"keyId":${revoked.keyId},.*after its end`, 'g')),
    ).toHaveLength(1)
    expect((await key.get('/rooms')).http).toBe(200)
  })

  it('that are revoked are refused as such where their use cannot be recorded', async () => {
    const key = await programClient(app)
    await app.program.apiKeys.revoke(key.keyId)
    await app.database.pool.query(
      `alter table api_keys add constraint unused check (id <> ${key.keyId} or used_at is null)`,
    )
    expect(await key.get('/rooms')).toMatchObject({ http: 401, json: { code: 'API_KEY_REVOKED' } })
    await app.database.pool.query('alter table api_keys drop constraint unused')
  })

  it('are stored as a hash alone, and named nowhere else', async () => {
    const key = await programClient(app)
    await key.get('/rooms')
    await new ProgramClient(app.base, `${key.key}x`).get('/rooms')
    const stored = await rowOf(key.keyId)
    expect(stored.hash).toHaveLength(32)
    const drawn = key.key.slice(4)
    for (const table of ['api_keys', 'api_answers', 'activity_entries', 'throttles', 'mails']) {
      const { rows } = await app.database.pool.query(`select ${table}::text as text from ${table}`)
      expect(rows.some(({ text }: { text: string }) => text.includes(drawn))).toBe(false)
    }
    expect(app.log.text()).not.toContain(drawn)
    app.log.warn({ note: `failed with ${key.key}` }, 'a careless line')
    expect(app.log.text()).not.toContain(drawn)
  })

  it('are revoked while they change something without a pause', async () => {
    const key = await programClient(app)
    const { pool } = app.database
    const changing = await pool.connect()
    await changing.query('begin')
    await changing.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
      `sealroom api key ${key.keyId}`,
    ])
    const revoked = app.program.apiKeys.revoke(key.keyId)
    const waits = async (count: number) =>
      expect(
        (await pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rows,
      ).toHaveLength(count)
    await eventually(() => waits(1))
    const late = key.post(`/rooms/${room.roomId}/rename`, { name: '다른 이름' })
    await eventually(() => waits(2))
    await changing.query('commit')
    changing.release()
    expect(await revoked).toBe(0)
    expect(await late).toMatchObject({ http: 401, json: { code: 'API_KEY_REVOKED' } })
    expect(await key.get('/rooms')).toMatchObject({ http: 401, json: { code: 'API_KEY_REVOKED' } })
  })

  it('are admitted while their row is held, without noting the use', async () => {
    const key = await programClient(app)
    const other = await app.database.pool.connect()
    await other.query('begin')
    await other.query('select from api_keys where id = $1 for update', [key.keyId])
    expect((await key.get('/rooms')).http).toBe(200)
    await other.query('rollback')
    other.release()
    expect((await rowOf(key.keyId)).used_at).toBeNull()
  })

  it('remember their last use to the minute', async () => {
    const key = await programClient(app)
    expect((await rowOf(key.keyId)).used_at).toBeNull()
    await key.get('/rooms')
    const { used_at: first } = await rowOf(key.keyId)
    expect(first.getTime() % 60_000).toBe(0)
    app.clock.advance(120_000)
    await key.get('/rooms')
    const { used_at: then } = await rowOf(key.keyId)
    expect(then.getTime() - first.getTime()).toBe(120_000)
    const [listed] = await app.program.apiKeys.list()
    expect(listed).toMatchObject({ id: key.keyId, usedAt: then, revokedAt: null })
    expect(JSON.stringify(listed)).not.toContain('srk_')
  })
})
