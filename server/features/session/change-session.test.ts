import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { formatOperatorCode, parseOperatorCode } from '../../../contract/core/operator-code.ts'
import { largePdf } from '../../test/fixtures/large-pdf.ts'
import { connect } from '../../test/harness/raw-http.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { appendTo, newUpload, offsetOf } from '../../test/harness/tus.ts'
import { makeFiller } from '../../test/harness/upload-stream.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { enterAgain } from '../../test/scenarios/endings.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const OPERATOR = 4
const PARTICIPANT = 5

describe('the operator gate', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const enter = async (pin: string): Promise<WireClient> => {
    const client = app.stranger()
    await client.join(pin)
    await client.agree()
    return client
  }
  const isOpen = async (client: WireClient): Promise<boolean> =>
    (await client.makeFolder('가')).http === 200
  const wrongCode = (code: string): string => `${code.slice(0, 8)}${code.endsWith('0') ? '1' : '0'}`

  it('G01: keeps every operator call shut without the code, and opens it for this session alone [gate-shut]', async () => {
    room = await app.room()
    const [first, second] = [await enter(room.pin), await enter(room.pin)]
    expect((await first.elevate(formatOperatorCode(room.code))).json.payload).toEqual({
      checked: true,
    })
    expect(await isOpen(first)).toBe(true)
    expect(await second.makeFolder('나')).toMatchObject({ http: 403, json: { code: 'NOT_RAISED' } })
    expect((await second.switches(false)).http).toBe(403)
    expect((await second.invite([{ name: '가', email: 'g01@example.com' }])).http).toBe(403)
  })

  it('G03: evaluates the code for the session alone', async () => {
    room = await app.room()
    const other = await app.room()
    const { client } = await app.participant(room)
    const elevate = (
      as: WireClient,
      code: string,
      roomId: number,
      userId: number,
    ): Promise<WireAnswer> =>
      as.call('POST', '/room/admin/auth/comm/checkManagerPin', { body: { code, roomId, userId } })

    expect(await client.elevate(room.code)).toMatchObject({
      http: 403,
      json: { code: 'NOT_OPERATOR' },
    })
    const operator = await enter(room.pin)
    expect((await elevate(operator, other.code, other.roomId, other.operator.me.userId)).http).toBe(
      404,
    )
    expect((await elevate(operator, room.code, room.roomId, client.me.userId)).http).toBe(404)
    expect((await elevate(operator, room.code, other.roomId, operator.me.userId)).http).toBe(404)
    expect((await operator.elevate(other.code)).json.payload).toEqual({ checked: false })
    expect(await isOpen(operator)).toBe(false)
  })

  it('G04: evaluates five of 50 codes that come at once, then answers 429, to the right one too', async () => {
    room = await app.room()
    const operator = await enter(room.pin)
    const other = await enter(room.pin)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => operator.elevate(wrongCode(room.code))),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(5)
    expect(
      answers.filter(({ http, headers }) => http === 429 && headers.has('retry-after')),
    ).toHaveLength(45)
    expect((await operator.elevate(room.code)).http).toBe(429)
    expect((await other.elevate(room.code)).http).toBe(429)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'session.code-refused'),
    ).toHaveLength(5)
    app.clock.advance(15 * 60_000)
    expect((await operator.elevate(room.code)).json.payload).toEqual({ checked: true })
  })

  it('G05: takes a code as text, in capitals, and no look-alike', async () => {
    room = await app.room()
    const operator = await enter(room.pin)
    for (const code of [[room.code], true, 123_456_789, null, { $ne: '' }, 'x'.repeat(41)]) {
      expect((await operator.elevate(code as string)).http).toBe(400)
    }
    for (const code of ['', `${room.code} `, wrongCode(room.code)]) {
      expect((await operator.elevate(code)).json.payload).toEqual({ checked: false })
    }
    expect(await isOpen(operator)).toBe(false)
    expect(
      [
        'aB-CDEFG-HJ',
        'I1-22222-33',
        'L1-22222-33',
        'O1-22222-33',
        'U1-22222-33',
        '１1-22222-33',
      ].map(parseOperatorCode),
    ).toEqual(Array.from({ length: 6 }, () => undefined))
  })

  it('G06: closes at once for a demoted operator, and does not reopen by itself when made an operator again', async () => {
    room = await app.room()
    const { memberId, email, pin } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const [first, second] = [await enter(pin), await enter(pin)]
    const oldCode = await app.codeMailedTo(email)
    expect((await first.elevate(oldCode)).json.payload).toEqual({ checked: true })
    expect((await second.elevate(oldCode)).json.payload).toEqual({ checked: true })

    await first.setRole(memberId, PARTICIPANT)
    for (const tab of [first, second])
      expect(await tab.makeFolder('나')).toMatchObject({
        http: 403,
        json: { code: 'NOT_OPERATOR' },
      })
    expect((await second.elevate(oldCode)).http).toBe(403)

    await room.operator.setRole(memberId, OPERATOR)
    for (const tab of [first, second])
      expect(await tab.makeFolder('나')).toMatchObject({ http: 403, json: { code: 'NOT_RAISED' } })
    expect((await second.elevate(oldCode)).json.payload).toEqual({ checked: false })
    const newCode = await expect
      .poll(() => app.codeMailedTo(email))
      .not.toBe(oldCode)
      .then(() => app.codeMailedTo(email))
    expect((await second.elevate(newCode)).json.payload).toEqual({ checked: true })
    expect((await first.makeFolder('나')).http).toBe(403)
  })

  it('never stays open for an operator who is demoted while the code is evaluated', async () => {
    room = await app.room()
    const { memberId, email, pin } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const client = await enter(pin)
    let code = await app.codeMailedTo(email)
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([client.elevate(code), room.operator.setRole(memberId, PARTICIPANT)])
      await room.operator.setRole(memberId, OPERATOR)
      expect(await client.makeFolder(`${round}`)).toMatchObject({
        http: 403,
        json: { code: 'NOT_RAISED' },
      })
      const before = code
      await expect.poll(() => app.codeMailedTo(email)).not.toBe(before)
      code = await app.codeMailedTo(email)
    }
  })

  it('is shut after half an hour without a person, and the session with it', async () => {
    room = await app.room()
    app.clock.advance(LIMITS.idleMs)
    expect(await room.operator.makeFolder('가')).toMatchObject({
      http: 401,
      json: { code: 'SESSION_IDLE' },
    })
    expect((await room.operator.elevate(room.code)).http).toBe(401)
  })
})

describe('what postpones the idle end', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  it('is the sign of a person alone: no list, no agreement, no code, no refused call', async () => {
    const room = await app.room()
    const client = app.stranger()
    await client.join(room.pin)
    app.clock.advance(LIMITS.idleMs / 2)
    await client.agree()
    await client.elevate(room.code)
    await client.list()
    await client.makeFolder('가')
    app.clock.advance(LIMITS.idleMs / 2)
    expect(await client.list()).toMatchObject({ http: 401, json: { code: 'SESSION_IDLE' } })

    const busy = app.stranger()
    await busy.join(room.pin)
    expect(await busy.call('POST', '/room/api/room/alive')).toMatchObject({
      http: 403,
      json: { code: 'NOT_AGREED' },
    })
    await busy.agree()
    app.clock.advance(LIMITS.idleMs / 2)
    expect((await busy.call('POST', '/room/api/room/alive')).json.status).toBe('OK')
    app.clock.advance(LIMITS.idleMs / 2)
    expect((await busy.list()).json.status).toBe('OK')
  })

  it('brings no ended session back', async () => {
    const room = await app.room()
    await room.operator.logout()
    expect((await room.operator.call('POST', '/room/api/room/alive')).http).toBe(401)
    const { rows } = await app.database.pool.query(
      'select end_reason from sessions where room_id = $1',
      [room.roomId],
    )
    expect(rows).toEqual([{ end_reason: 'logout' }])
  })
})

describe('the end of a session, 12 hours after it began', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    await room.operator.switches(false)
  })
  afterAll(() => app.close())
  beforeEach(() => enterAgain({ ...room, client: room.operator }))

  const expired = { http: 401, json: { code: 'SESSION_EXPIRED' } }
  const work = async (client: WireClient, ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= LIMITS.idleMs - 60_000) {
      app.clock.advance(Math.min(left, LIMITS.idleMs - 60_000))
      await client.call('POST', '/room/api/room/alive')
    }
  }

  it('is moved by no sign of life, no agreement and no code, takes the view as another person with it, and is logged as such', async () => {
    const person = await app.participant(room)
    const client = app.stranger()
    await client.join(room.pin)
    expect(client.me.secondsLeft).toBeGreaterThan(LIMITS.sessionMs / 1_000 - 60)
    expect(client.me.secondsLeft).toBeLessThanOrEqual(LIMITS.sessionMs / 1_000)
    await client.agree()
    await work(client, LIMITS.sessionMs - 3_600_000)
    await client.agree()
    expect((await client.elevate(room.code)).json.payload).toEqual({ checked: true })
    const viewer = await client.viewerOf(person.memberId)
    expect(viewer.me.secondsLeft).toBeLessThanOrEqual(3_600)
    await work(client, 3_600_000 - 60_000)
    expect((await viewer.list()).json.status).toBe('OK')
    expect((await client.makeFolder('끝나기 전')).json.status).toBe('OK')
    app.clock.advance(60_000)
    for (const call of [
      client.list(),
      client.makeFolder('끝난 뒤'),
      client.call('POST', '/room/api/room/alive'),
      client.elevate(room.code),
    ])
      expect(await call).toMatchObject(expired)
    expect(await viewer.list()).toMatchObject({ http: 401, json: { code: 'VIEW_AS_ENDED' } })
    const again = app.stranger()
    await again.join(room.pin)
    await again.agree()
    const { payload } = (await again.call('GET', '/room/api/room/sessions')).json
    expect(payload).toHaveLength(1)
    await runJob(app, 'session.tidy')
    const { rows } = await app.database.pool.query(
      `select end_reason from sessions where member_id = $1 and parent_id is null order by created_at desc limit 2`,
      [client.me.id],
    )
    expect(rows).toEqual([{ end_reason: null }, { end_reason: 'expired' }])
    expect(await client.list()).toMatchObject(expired)
    expect((await again.list()).json.status).toBe('OK')
  })

  it('also applies to sessions of an earlier release, with any last activity', async () => {
    const { client, memberId } = await app.participant(room)
    await app.database.pool.query(
      `update sessions set created_at = created_at - interval '40 days' where member_id = $1`,
      [memberId],
    )
    expect(await client.list()).toMatchObject(expired)
  })

  it('cuts a download that runs', async () => {
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    const large = largePdf(40_000_000)
    await room.operator.upload([['큰.pdf', large]])
    const filename = (await client.items()).find(({ name }) => name.startsWith('큰'))?.filename
    await work(client, LIMITS.sessionMs - 120_000)
    const socket = await connect(app.base)
    const head = [
      `host: ${new URL(app.base).host}`,
      `authorization: Bearer ${client.me.jwt}`,
      '',
      '',
    ].join('\r\n')
    socket.write(`GET ${BASE_PATH}/room/api/file/${filename} HTTP/1.1\r\n${head}`)
    await once(socket, 'readable')
    app.clock.advance(120_000)
    await runJob(app, 'session.tidy')
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    await once(socket, 'close')
    expect(received).toBeGreaterThan(0)
    expect(received).toBeLessThan(large.length)
  })

  it('lets an upload go on in the next session of its member, from where it stood', async () => {
    const { pin, code, operator } = await app.room()
    const content = makeFiller('content', LIMITS.uploadPieceBytes * 3)
    const [begun, rest] = [
      content.subarray(0, LIMITS.uploadPieceBytes * 2),
      content.subarray(LIMITS.uploadPieceBytes * 2),
    ]
    const upload = await newUpload(operator, { size: content.length, name: '이틀에 걸쳐.pdf' })
    expect((await appendTo(operator, upload, 0, begun)).http).toBe(204)
    await work(operator, LIMITS.sessionMs)
    expect(await appendTo(operator, upload, begun.length, rest)).toMatchObject({ http: 401 })
    const again = app.stranger()
    await again.join(pin)
    await again.agree()
    await again.elevate(code)
    expect(await offsetOf(again, upload)).toBe(begun.length)
    expect((await appendTo(again, upload, begun.length, rest)).http).toBe(204)
    expect(await again.items()).toMatchObject([{ size: content.length }])
  })
})
