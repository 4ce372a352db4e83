import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makeLockedPdf } from '../../../test/fixtures/make-locked-pdf.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
let room: TestRoom
let locked: number
beforeAll(async () => {
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  room = await app.room()
  locked = await room.operator.put('locked.pdf', await makeLockedPdf('연꽃 2026', { pages: 2 }))
})
afterAll(() => app.close())

const statusOf = async (client: WireClient, lease: string): Promise<unknown> =>
  ((await client.call('GET', `/room/api/file/view/${lease}`)).json.payload as { status?: string }).status
const pageOf = async (client: WireClient, lease: string, number = 1): Promise<number> =>
  (await client.fetch('GET', `/room/api/file/view/${lease}/pages/${number}?width=64`)).status

async function readerWithRights() {
  const reader = await app.participant(room)
  for (const right of ['print', 'download']) await room.operator.setRight(reader.memberId, right, true)
  return reader
}

async function fetched(client: WireClient, path: string, body: unknown) {
  const response = await client.fetch('POST', path, { body })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function unlocked(client: WireClient): Promise<string> {
  const { name } = await client.openDocument(locked)
  expect((await client.unlock(name, '연꽃 2026')).http).toBe(200)
  return name
}

describe('a locked PDF', () => {
  it('shows nothing until its password is given, and then its pages, text and hits, for this lease', async () => {
    const { client } = await app.participant(room)
    const lease = await client.openDocument(locked)
    expect(lease).toMatchObject({ status: 'LOCKED', pageCount: 0 })
    for (const rest of ['/pages/1', '/pages/1/links', '/find?q=SEALROOM'])
      expect(await client.call('GET', `/room/api/file/view/${lease.name}${rest}`)).toMatchObject({
        http: 422,
        json: { code: 'DOCUMENT_LOCKED' },
      })
    const before = (await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed').length

    const { http, json } = await client.unlock(lease.name, '연꽃 2026')
    expect(http).toBe(200)
    const size = { width: 595, height: 842 }
    expect(json).toEqual({
      status: 'OK',
      payload: { status: 'READY', pages: [size, size], unit: 'point', textLayer: false, selection: false },
    })
    expect((await client.call('GET', lease.path)).json.payload).toEqual(json.payload)
    expect(await pageOf(client, lease.name, 2)).toBe(200)
    expect(await pageOf(client, lease.name, 3)).toBe(404)
    expect((await client.find(lease.name, 'sealroom')).json.payload).toHaveLength(2)
    expect((await client.pageText(lease.name)).json.code).toBe('TEXT_DENIED')
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed')).toHaveLength(before + 1)
    expect((await client.unlock(lease.name, 'whatever')).json.payload).toEqual(json.payload)
  })

  it.each([
    ['1.3', 'old', 'old'],
    ['1.4', 'café', 'café'],
    // These are bytes of PDFDocEncoding.
    ['1.4', '\u008d\u00a0uro\u008e \u0085 \u0097', '“€uro” – Š'],
    ['1.7', 'naïve', 'naïve'],
    ['1.7ext3', 'plain', 'plain'],
    ['1.7ext3', '비밀번호', '비밀번호'.normalize('NFD')],
    ['1.7ext3', 'ﬁne\u00a0print', 'fine print'],
  ] as const)('of version %s opens with %j, typed %j', async (version, password, typed) => {
    const id = await room.operator.put('locked.pdf', await makeLockedPdf(password, { version }))
    const { name, status } = await room.operator.openDocument(id)
    expect(status).toBe('LOCKED')
    expect((await room.operator.unlock(name, `${typed}?`)).json.code).toBe('PDF_PASSWORD')
    expect((await room.operator.unlock(name, typed)).json.status).toBe('OK')
    expect(await pageOf(room.operator, name)).toBe(200)
  })

  it('says of a wrong password what the specification says, in both languages, and logs the try [password-wrong]', async () => {
    const { name } = await room.operator.openDocument(locked)
    for (const [language, payload] of [
      ['en', 'Invalid password. Please try again.'],
      ['ko', '비밀번호가 올바르지 않습니다. 다시 입력해 주세요.'],
    ] as const) {
      const answer = await room.operator.call('POST', `/room/api/file/view/${name}/password`, {
        body: { password: 'wrong' },
        headers: { 'accept-language': language },
      })
      expect(answer).toMatchObject({ http: 200, json: { status: 'EXCEPTION', payload, code: 'PDF_PASSWORD' } })
    }
    expect(await statusOf(room.operator, name)).toBe('LOCKED')
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'document.password-refused').length).toBeGreaterThanOrEqual(2)
  })

  it('takes no password that none can be', async () => {
    const { name } = await room.operator.openDocument(locked)
    for (const password of [
      '',
      'x'.repeat(LIMITS.passwordLength + 1),
      'x'.repeat(200_000),
      7,
      null,
      ['연꽃 2026'],
      { password: '연꽃 2026' },
    ])
      expect((await room.operator.unlock(name, password as string)).http).toBe(400)
    expect((await room.operator.call('POST', `/room/api/file/view/${name}/password`, { body: {} })).http).toBe(400)
    expect(await statusOf(room.operator, name)).toBe('LOCKED')
  })

  it('has no small preview, and is neither printed nor downloaded with a mark before it is open: it says what opens it', async () => {
    const { client } = await readerWithRights()
    const other = await unlocked(room.operator)
    const first = {
      http: 422,
      json: { code: 'PASSWORD_FIRST', payload: expect.stringContaining('먼저 문서를 열어 비밀번호를 입력해 주세요.') },
    }
    const item = (await client.items()).find(({ id }) => id === locked)
    expect(await client.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).toMatchObject(first)
    expect(await client.call('GET', `/room/api/file/${item?.filename}`)).toMatchObject(first)
    expect(await client.call('POST', '/room/api/file/ticket', { body: { fileIds: [locked], kind: 'download' } })).toMatchObject(first)
    expect(await client.change('POST', '/room/api/file/load', { fileId: locked, type: 1 })).toMatchObject({
      json: { code: 'DOCUMENT_LOCKED' },
    })
    expect(await pageOf(room.operator, other)).toBe(200)
  })

  it('is printed and downloaded as marked page images as long as its reader has it open, and never as what the password opened', async () => {
    const { client, memberId } = await readerWithRights()
    const lease = await unlocked(client)
    for (const [path, body] of [
      ['/room/api/file/load', { fileId: locked, id: client.me.id, roomId: client.me.roomId, type: 2 }],
      ['/room/api/file/watermarked/download', { fileId: locked }],
    ] as const) {
      const { status, headers, bytes } = await fetched(client, path, body)
      expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/pdf' })
      const pdf = bytes.toString('latin1')
      expect(pdf.match(/\/MediaBox \[0 0 595 842\]/g)).toHaveLength(2)
      for (const hidden of ['SEALROOM', '/Font', '/Encrypt', '연꽃']) expect(pdf.includes(hidden)).toBe(false)
    }
    const another = (await readerWithRights()).client
    expect((await another.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code).toBe('PASSWORD_FIRST')
    await room.operator.setRight(memberId, 'print', false)
    expect((await client.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code).toBe('PRINT_DENIED')
    await room.operator.setRight(memberId, 'print', true)
    await client.call('GET', `/room/api/file/removeTempFile/${lease}`)
    expect((await client.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code).toBe('PASSWORD_FIRST')
  })

  it('is downloaded as it is, locked, while the watermark is off', async () => {
    const { operator } = await app.room()
    const bytes = await makeLockedPdf('연꽃 2026')
    await operator.switches(false)
    await operator.setRight(operator.me.id, 'download', true)
    const id = await operator.put('locked.pdf', bytes)
    const item = (await operator.items()).find((each) => each.id === id)
    const response = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  })

  it('is the only kind of document that a password opens', async () => {
    const open = await room.operator.openDocument(await room.operator.put('a.pdf', makePdf(1)))
    expect((await room.operator.unlock(open.name, 'x')).json).toMatchObject({ status: 'OK', payload: { status: 'READY' } })
    const broken = await room.operator.openDocument(await room.operator.put('b.pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(3_000)}`)))
    expect(await room.operator.unlock(broken.name, 'x')).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
  })
})

describe('an unlocked document', () => {
  it('is unlocked for its lease alone: neither for another lease nor for another reader, on any node', async () => {
    const { client: one } = await app.participant(room)
    const { client: two } = await app.participant(room)
    const lease = await unlocked(one)
    expect(await pageOf(one, lease)).toBe(200)
    for (const client of [one, two, room.operator]) {
      const other = await client.openDocument(locked)
      expect(other.status).toBe('LOCKED')
      expect(await pageOf(client, other.name)).toBe(422)
      expect((await client.find(other.name, 'sealroom')).http).toBe(422)
    }
    for (const client of [two, room.operator]) {
      expect(await pageOf(client, lease)).toBe(404)
      expect((await client.unlock(lease, '연꽃 2026')).http).toBe(404)
    }
    const elsewhere = await app.node()
    const pageThere = async ({ me }: WireClient, name: string): Promise<number> =>
      (await fetch(`${elsewhere}/api/room/api/file/view/${name}/pages/1`, { headers: { authorization: `Bearer ${me.jwt}` } })).status
    expect(await Promise.all([1, 2, 3].map(() => pageThere(one, lease)))).toEqual([200, 200, 200])
    for (const client of [two, room.operator]) expect(await pageThere(client, lease)).toBe(404)
    expect(await pageThere(one, (await one.openDocument(locked)).name)).toBe(422)
    expect(await pageOf(one, lease)).toBe(200)
  })

  it('is printed on another node too, and only with the token that unlocked it', async () => {
    const { client, memberId } = await readerWithRights()
    const lease = await unlocked(client)
    const elsewhere = await app.node()
    const load = async (jwt: string) =>
      fetch(`${elsewhere}/api/room/api/file/load`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fileId: locked, type: 2, id: memberId, roomId: room.roomId }),
      })
    // An attacker with the server's keys could forge a token but lacks the secret.
    const { sid } = JSON.parse(Buffer.from(client.me.jwt.split('.')[1] ?? '', 'base64url').toString())
    const key = (await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })).tokenKey()
    const header = { alg: 'HS256', typ: 'sealroom-session' }
    for (const secret of [{}, { key: randomBytes(32).toString('base64url') }]) {
      const forged = await load(await new SignJWT({ sid, ...secret }).setProtectedHeader(header).sign(key))
      expect(await forged.json()).toMatchObject({ code: 'PASSWORD_FIRST' })
    }
    expect((await load(client.me.jwt)).status).toBe(200)
    const { rows } = await app.database.pool.query('select password from leases where name = $1', [lease])
    expect(rows[0].password.toString('latin1')).not.toContain(Buffer.from('연꽃').toString('latin1'))
    await client.call('GET', `/room/api/file/removeTempFile/${lease}`)
    expect((await app.database.pool.query('select password from leases where name = $1', [lease])).rows).toEqual([])
    expect(await (await load(client.me.jwt)).json()).toMatchObject({ code: 'PASSWORD_FIRST' })
  })

  it.each<[string, (client: WireClient, lease: string, memberId: number) => Promise<unknown>, number]>([
    ['the lease is closed', (client, lease) => client.call('GET', `/room/api/file/removeTempFile/${lease}`), 404],
    ['the session ends', (client) => client.logout(), 401],
    ['the reader is shut out', (_, __, memberId) => room.operator.setRight(memberId, 'access', false), 401],
    [
      'the document is deleted',
      async () => {
        const { id } = (await room.operator.items()).find((item) => item.id === locked) ?? { id: 0 }
        await room.operator.deleteItem(id)
        await room.operator.restoreItem(id)
      },
      404,
    ],
  ])('is forgotten when %s', async (_, end, http) => {
    const { client, memberId } = await app.participant(room)
    const lease = await unlocked(client)
    await end(client, lease, memberId)
    expect(await pageOf(client, lease)).toBe(http)
    await app.database.pool.query(
      `insert into leases (name, room_id, member_id, session_id, item_id, version_id, created_at, used_at)
       select $1, i.room_id, s.member_id, s.id, i.id, v.id, now(), now() from items i join file_versions v on v.item_id = i.id, sessions s
       where i.id = $2 and s.member_id = $3 limit 1 on conflict (name) do update set session_id = excluded.session_id`,
      [lease, locked, room.operator.me.id],
    )
    await eventually(async () => expect(await statusOf(room.operator, lease)).toBe('LOCKED'))
  })

  it('is asked for its password again after ten minutes of rest', async () => {
    const lease = await unlocked(room.operator)
    app.clock.advance(LIMITS.leaseIdleMs + 1_000)
    await room.operator.setRight(room.operator.me.id, 'print', true)
    expect((await room.operator.change('POST', '/room/api/file/load', { fileId: locked, type: 2 })).json.code).toBe('PASSWORD_FIRST')
    expect(await pageOf(room.operator, lease)).toBe(404)
    await room.operator.call('POST', '/room/api/room/alive')
  })
})

describe('guessing a password (C09)', () => {
  const tries = (client: WireClient, lease: string, count: number, address: string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        client.call('POST', `/room/api/file/view/${lease}/password`, {
          body: { password: `guess ${index}` },
          headers: { 'x-forwarded-for': address },
        }),
      ),
    )

  it('ends after ten wrong ones of a session at a document, however many leases it takes, and the right one waits too', async () => {
    const { client } = await app.participant(room)
    const leases = [await client.openDocument(locked), await client.openDocument(locked)]
    const answers = (await Promise.all(leases.map(({ name }) => tries(client, name, 50, '203.0.113.1')))).flat()
    expect(answers.filter(({ json }) => json.code === 'PDF_PASSWORD')).toHaveLength(10)
    const refused = answers.filter(({ http }) => http === 429)
    expect(refused).toHaveLength(90)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await client.unlock(leases[0]?.name ?? '', '연꽃 2026')).http).toBe(429)
    await unlocked((await app.participant(room)).client)
    app.clock.advance(10 * 60_000 + 1_000)
    const later = await client.openDocument(locked)
    expect((await client.unlock(later.name, '연꽃 2026')).json.status).toBe('OK')
    await room.operator.call('POST', '/room/api/room/alive')
  })

  it('ends for a member too, at however many documents; what was refused for one document does not count', async () => {
    const { client } = await app.participant(room)
    const counts: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const id = await room.operator.put(`locked ${index}.pdf`, await makeLockedPdf('연꽃 2026'))
      const answers = await tries(client, (await client.openDocument(id)).name, 12, `203.0.113.${index}`)
      counts.push(answers.filter(({ json }) => json.code === 'PDF_PASSWORD').length)
    }
    expect(counts).toEqual([10, 10, 10, 10, 10, 0])
  })

  it('is the affair of one member: others behind the same address are neither counted with them nor wait for them', async () => {
    const address = '203.0.113.2'
    const clients = await Promise.all(Array.from({ length: 6 }, async () => (await app.participant(room)).client))
    for (const client of clients) {
      const answers = await tries(client, (await client.openDocument(locked)).name, 10, address)
      expect(answers.filter(({ json }) => json.code === 'PDF_PASSWORD')).toHaveLength(10)
    }
    const [slow, quick] = await Promise.all([app.participant(room), app.participant(room)])
    const leases = [await slow.client.openDocument(locked), await quick.client.openDocument(locked)]
    await tries(slow.client, leases[0]?.name ?? '', 1, address)
    const holder = await app.database.pool.connect()
    try {
      // The throttle row's lock makes the next attempt wait.
      await holder.query("begin; select from throttles where kind = 'document-member' for update")
      let isDone = false
      const waiting = tries(slow.client, leases[0]?.name ?? '', 1, address).finally(() => {
        isDone = true
      })
      const right = await quick.client.call('POST', `/room/api/file/view/${leases[1]?.name}/password`, {
        body: { password: '연꽃 2026' },
        headers: { 'x-forwarded-for': address },
      })
      expect({ status: right.json.status, isDone }).toEqual({ status: 'OK', isDone: false })
      await holder.query('rollback')
      expect((await waiting)[0]?.json.code).toBe('PDF_PASSWORD')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  it('leaves no password in log, database or answer', async () => {
    const secret = 'Ninety-9 marmalade otters'
    const { name } = await room.operator.openDocument(locked)
    const wrong = await room.operator.unlock(name, secret)
    expect(wrong.text).not.toContain('otters')
    const id = await room.operator.put('secret.pdf', await makeLockedPdf(secret))
    const lease = await room.operator.openDocument(id)
    expect((await room.operator.unlock(lease.name, secret)).text).not.toContain('otters')
    expect(await pageOf(room.operator, lease.name)).toBe(200)
    expect(app.log.text()).not.toContain('otters')
    const { rows: tables } = await app.database.pool.query("select table_name from information_schema.tables where table_schema = 'public'")
    for (const { table_name: table } of tables) {
      const { rows } = await app.database.pool.query(`select count(*)::int as found from "${table}" t where t::text like '%otters%'`)
      expect({ table, found: rows[0].found }).toEqual({ table, found: 0 })
    }
  })
})
