import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE_ALPHABET, formatOperatorCode } from '../../../../contract/core/operator-code.ts'
import { formatPin, parsePin } from '../../../../contract/core/pin.ts'
import type { OpenedSessionParts } from '../../../test/harness/session-parts.ts'
import { openSessionParts } from '../../../test/harness/session-parts.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { drawPin, issuePin } from './issue-pin.ts'
import { createSecrets } from './secrets.ts'

const PEPPER = Buffer.alloc(32, 1)

describe('secrets', () => {
  const secrets = createSecrets(PEPPER)

  it('are drawn in their shape, with every digit and letter in every place', () => {
    const pins = Array.from({ length: 2_000 }, () => secrets.drawPin())
    const codes = Array.from({ length: 2_000 }, () => secrets.drawCode())
    expect(new Set(pins).size).toBe(pins.length)
    expect(new Set(codes).size).toBe(codes.length)
    for (const pin of pins) expect(parsePin(pin)).toBe(pin)
    for (let place = 0; place < 15; place += 1)
      expect(new Set(pins.map((pin) => pin[place])).size).toBe(10)
    for (let place = 0; place < 9; place += 1)
      expect(new Set(codes.map((code) => code[place]))).toEqual(new Set(CODE_ALPHABET))
  })

  it('are hashed by argon2id, with a new salt each, and match only themselves under the same pepper', async () => {
    const code = secrets.drawCode()
    const hash = await secrets.hash(code)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await secrets.hash(code)).not.toBe(hash)
    expect(await secrets.matches(hash, code)).toBe(true)
    expect(await secrets.matches(hash, code.toLowerCase())).toBe(false)
    expect(await secrets.matches(hash, '')).toBe(false)
    expect(await secrets.matches(undefined, code)).toBe(false)
    expect(await createSecrets(Buffer.alloc(32, 2)).matches(hash, code)).toBe(false)
  })

  it('are looked up by a key that says nothing without the pepper', () => {
    const pin = secrets.drawPin()
    expect(secrets.lookupOf(pin)).toEqual(createSecrets(PEPPER).lookupOf(pin))
    expect(secrets.lookupOf(pin)).not.toEqual(createSecrets(Buffer.alloc(32, 2)).lookupOf(pin))
    expect(secrets.lookupOf(pin)).not.toEqual(secrets.lookupOf(secrets.drawPin()))
    expect(secrets.lookupOf(pin)).toHaveLength(32)
  })

  it('have different digests by kind and text, and reveal nothing without the pepper', () => {
    const digests = (['device', 'link', 'email', 'passkey-user'] as const).flatMap((kind) =>
      ['a', 'b'].map((text) => secrets.digestOf(kind, text).toString('hex')),
    )
    expect(new Set(digests).size).toBe(8)
    expect(secrets.digestOf('link', 'a')).toEqual(createSecrets(PEPPER).digestOf('link', 'a'))
    expect(secrets.digestOf('link', 'a')).not.toEqual(
      createSecrets(Buffer.alloc(32, 2)).digestOf('link', 'a'),
    )
    expect(secrets.digestOf('link', 'a')).toHaveLength(32)
  })

  it('turns away what comes when too much waits, instead of growing a queue, and serves again afterwards', async () => {
    const busy = createSecrets(PEPPER)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 230 }, () => busy.matches(undefined, 'x')),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(28)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'BUSY', retryAfter: 5 })
    expect(await busy.matches(undefined, 'x')).toBe(false)
  })
})

describe('what is kept of PINs, codes and tokens', () => {
  let app: TestApp
  let opened: OpenedSessionParts
  beforeAll(async () => {
    app = await startTestApp()
    opened = await openSessionParts(app)
  })
  afterAll(async () => {
    await opened.close()
    await app.close()
  })

  async function findInDatabase(needle: string): Promise<string[]> {
    const { rows: columns } = await app.database.pool.query(
      `select format('%I.%I', table_schema, table_name) as "table", format('%I', column_name) as "column", data_type as type
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { table, column, type } of columns as {
      table: string
      column: string
      type: string
    }[]) {
      const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`
      const { rows } = await app.database.pool.query(
        `select 1 from ${table} where strpos(${text}, $1) > 0 limit 1`,
        [needle],
      )
      if (rows.length > 0) found.push(`${table}.${column}`)
    }
    expect(columns.length).toBeGreaterThan(80)
    return found
  }

  async function findOnDisk(needle: string): Promise<string[]> {
    const entries = await fs.readdir(app.dataDir, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.eml'))
      .map((entry) => path.join(entry.parentPath, entry.name))
    const hits = await Promise.all(
      files.map(async (file) => (await fs.readFile(file)).includes(needle)),
    )
    return files.filter((_, index) => hits[index])
  }

  it('L11, K03, I06: is in no row, no file, no line of the log and no answer', async () => {
    const answers: string[] = []
    const room = await app.room()
    const { client, pin, memberId, email } = await app.participant(room, '비밀을 아는 사람')
    answers.push((await room.operator.setRole(memberId, 4)).text)
    const code = await app.codeMailedTo(email)
    answers.push(
      (await client.elevate(code)).text,
      (await client.elevate(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)).text,
    )
    answers.push((await room.operator.inviteAgain(memberId)).text)
    await expect.poll(() => app.pinMailedTo(email)).not.toBe(pin)
    const fresh = await app.pinMailedTo(email)
    answers.push(
      (
        await app
          .stranger()
          .call('POST', `/room/api/room/join/${fresh}`, { headers: { referer: `http://x/${pin}` } })
      ).text,
    )
    answers.push((await app.stranger().call('POST', `/room/api/room/join/${pin}`)).text)
    answers.push(
      (await app.stranger().call('GET', `/room/api/room/join/${fresh}`, { query: { pin: fresh } }))
        .text,
    )
    answers.push(
      (
        await app
          .stranger()
          .call('POST', '/room/api/room/join', { body: { pin: fresh, extra: code } })
      ).text,
    )
    answers.push((await client.call('GET', `/room/api/room/roomManger/list/${room.roomId}`)).text)
    await app.database.pool.query(
      `alter table activity_entries add constraint log_is_full check (false) not valid`,
    )
    answers.push(
      (await app.stranger().join(fresh)).text,
      (await client.elevate(code)).text,
      (await room.operator.inviteAgain(memberId)).text,
    )
    await app.database.pool.query('alter table activity_entries drop constraint log_is_full')
    expect(app.log.entries.some(({ level }) => level === 'error')).toBe(true)

    const digits = [pin, fresh, formatPin(room.pin)].flatMap((each) => [
      each,
      each.replaceAll('-', ''),
    ])
    const codes = [code, formatOperatorCode(room.code)].flatMap((each) => [
      each,
      each.replaceAll('-', ''),
    ])
    const tokens = [client.me.jwt, room.operator.me.jwt]
    for (const secret of [...digits, ...codes, ...tokens]) {
      expect(await findInDatabase(secret)).toEqual([])
      expect(await findOnDisk(secret)).toEqual([])
      expect(app.log.text()).not.toContain(secret)
      for (const answer of answers) expect(answer).not.toContain(secret)
    }
    expect(app.log.text()).not.toContain(email)
    const sessionId = JSON.parse(
      Buffer.from(client.me.jwt.split('.')[1] ?? '', 'base64url').toString(),
    ).sid as string
    expect(app.log.text()).not.toContain(sessionId)
    expect(await findInDatabase('비밀을 아는 사람')).toContain('public.members.name')
    expect((await findInDatabase(email)).sort()).toEqual([
      'public.members.email',
      'public.users.email',
    ])
  })

  it('I06: draws again when a PIN is somebody’s already, in this room or another', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { memberId } = await app.participant(room)
    const free = opened.parts.secrets.drawPin()
    const draws = [other.pin, room.pin, free]
    const secrets = { ...opened.parts.secrets, drawPin: () => draws.shift() ?? '' }
    const issued = await app.database.transaction(async (tx) =>
      issuePin(
        tx,
        { secrets, clock: app.clock },
        { roomId: room.roomId, memberId, replacement: false },
        await drawPin(secrets),
      ),
    )
    expect(issued).toBe(free)
    expect(draws).toEqual([])
    expect((await app.stranger().join(free)).json.payload).toMatchObject({ id: memberId })
    expect((await app.stranger().join(room.pin)).json.payload).toMatchObject({
      roomId: room.roomId,
      roleId: 4,
    })
    expect((await app.stranger().join(other.pin)).json.payload).toMatchObject({
      roomId: other.roomId,
    })
  })
})
