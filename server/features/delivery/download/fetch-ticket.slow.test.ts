import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { readZip } from '../../../test/fixtures/read-zip.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import {
  ask,
  content,
  downloads,
  type Prepared,
  prepared,
  visit,
} from '../../../test/scenarios/delivery/tickets.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const issue = async (
  client: WireClient,
  fileIds: readonly number[],
  more: object = {},
): Promise<string> => ((await ask(client, fileIds, more)).json.payload as { url: string }).url

describe('a ticket', () => {
  it('gives its download once, without a token, and is not in the log nor readable in the database', async () => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId])
    expect(url).toMatch(/^\/room\/api\/file\/ticket\/[\w-]{43}$/)
    expect(await downloads(app, its)).toEqual([])
    const got = await visit(app, url)
    expect(got.http).toBe(200)
    expect(got.bytes.equals(content)).toBe(true)
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('계약서.pdf')}`,
    })
    expect(await downloads(app, its)).toEqual(['document.downloaded'])
    for (const headers of [
      {},
      { range: 'bytes=0-' },
      { range: 'bytes=0-5' },
      { range: 'bytes=-5' },
      { range: 'bytes=1-', 'if-range': '"x"' },
      { range: 'bytes=1-,0-0' },
      { range: 'bytes=5-2' },
      { range: 'bytes=1-x' },
    ])
      expect((await visit(app, url, headers as Record<string, string>)).http).toBe(404)
    expect(await downloads(app, its)).toEqual(['document.downloaded'])
    const word = url.split('/').at(-1) ?? ''
    expect(JSON.stringify(app.log.entries)).not.toContain(word)
    const { rows } = await app.database.pool.query('select * from tickets')
    expect(JSON.stringify(rows)).not.toContain(word)
  })

  it('goes on with an original until ten minutes after it was asked for, each range on record and under the rights of that moment', async () => {
    const its = await prepared(app)
    const { room, person } = its
    const url = await issue(person.client, [its.itemId])
    app.clock.advance(LIMITS.ticketMs / 2)
    expect(
      (await visit(app, url, { range: 'bytes=0-999' })).bytes.equals(content.subarray(0, 1_000)),
    ).toBe(true)
    const rest = await visit(app, url, { range: 'bytes=1000-' })
    expect({ http: rest.http, range: rest.headers.get('content-range') }).toEqual({
      http: 206,
      range: `bytes 1000-${content.length - 1}/${content.length}`,
    })
    expect(rest.bytes.equals(content.subarray(1_000))).toBe(true)
    expect(await downloads(app, its)).toEqual(Array(2).fill('document.downloaded'))

    await room.operator.switches(true)
    expect((await visit(app, url, { range: 'bytes=1000-' })).http).toBe(404)
    await room.operator.switches(false)
    await room.operator.setRight(person.memberId, 'download', false)
    expect((await visit(app, url, { range: 'bytes=1000-' })).http).toBe(403)
    await room.operator.setRight(person.memberId, 'download', true)
    expect((await visit(app, url, { range: 'bytes=1000-' })).http).toBe(206)

    app.clock.advance(LIMITS.ticketEndMs - LIMITS.ticketMs)
    expect((await visit(app, url, { range: 'bytes=1000-' })).http).toBe(206)
    app.clock.advance(LIMITS.ticketMs / 2)
    expect((await visit(app, url, { range: 'bytes=1000-' })).http).toBe(404)
  })

  it('is one of so many of its member, over all sessions; one more ends the oldest, and nobody else has fewer for it', {
    timeout: 120_000,
  }, async () => {
    const its = await prepared(app)
    const [first, second] = [
      await issue(its.person.client, [its.itemId]),
      await issue(its.person.client, [its.itemId]),
    ]
    const other = await issue(its.room.operator, [its.itemId])
    const again = app.stranger()
    await again.join(its.person.pin)
    await again.agree()
    await Promise.all(
      Array.from({ length: LIMITS.ticketsPerMember - 1 }, () => issue(again, [its.itemId])),
    )
    const { rows } = await app.database.pool.query(
      'select count(*)::int as held from tickets where member_id = $1',
      [its.person.memberId],
    )
    expect(rows).toEqual([{ held: LIMITS.ticketsPerMember }])
    expect((await visit(app, first)).http).toBe(404)
    for (const url of [second, other]) expect((await visit(app, url)).http).toBe(200)
  })

  it('is dead 60 seconds after it was asked for', async () => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId])
    app.clock.advance(LIMITS.ticketMs)
    expect((await visit(app, url)).http).toBe(404)
    expect((await visit(app, url, { range: 'bytes=5-' })).http).toBe(404)
    expect(await downloads(app, its)).toEqual([])
  })

  it('is used by one of many who come at once', async () => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId])
    const answers = await Promise.all(Array.from({ length: 10 }, () => visit(app, url)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, ...Array(9).fill(404)])
    expect(await downloads(app, its)).toEqual(['document.downloaded'])
  })

  type Action = (its: Prepared) => Promise<unknown>
  it.each<[string, number, string, Action]>([
    [
      'the right is taken away',
      403,
      'DOWNLOAD_DENIED',
      ({ room, person }) => room.operator.setRight(person.memberId, 'download', false),
    ],
    [
      'the access is blocked',
      401,
      'ACCESS_BLOCKED',
      ({ room, person }) => room.operator.setRight(person.memberId, 'access', false),
    ],
    [
      'the person was removed',
      401,
      'SESSION_ENDED',
      ({ room, person }) => room.operator.remove(person.memberId),
    ],
    ['the session has ended', 401, 'SESSION_ENDED', ({ person }) => person.client.logout()],
    [
      'the document was deleted',
      404,
      'NOT_FOUND',
      ({ room, itemId }) => room.operator.deleteItem(itemId),
    ],
  ])('gives nothing when %s', async (_, http, code, action) => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId])
    await action(its)
    const got = await visit(app, url)
    expect({ http: got.http, code: JSON.parse(got.bytes.toString()).code }).toEqual({ http, code })
    expect(await downloads(app, its)).toEqual(http === 403 ? ['document.download-refused'] : [])
  })

  it('gives nothing to another session, and stays for its own', async () => {
    const its = await prepared(app)
    const { room, person } = its
    const url = await issue(person.client, [its.itemId])
    const other = await app.room()
    for (const client of [room.operator, other.operator])
      expect((await visit(app, url, { authorization: `Bearer ${client.me.jwt}` })).http).toBe(404)
    expect((await visit(app, url, { authorization: 'Bearer x' })).http).toBe(401)
    expect((await visit(app, url, { authorization: `Bearer ${person.client.me.jwt}` })).http).toBe(
      200,
    )
  })

  it('of another word, or none, is not found', async () => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId])
    for (const path of [
      `${url}x`,
      url.slice(0, -1),
      '/room/api/file/ticket/x',
      `/room/api/file/ticket/${'a'.repeat(43)}`,
    ])
      expect((await visit(app, path)).http).toBe(404)
    expect((await visit(app, `/room/api/file/ticket/${'a'.repeat(101)}`)).http).toBe(400)
    expect((await visit(app, '/room/api/file/ticket/a%00b')).http).toBe(400)
  })

  it('shows a person the reason where the browser requests a page', async () => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId])
    await its.room.operator.setRight(its.person.memberId, 'download', false)
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const got = await visit(app, url, { accept, 'accept-language': 'ko' })
    expect({
      http: got.http,
      type: got.headers.get('content-type'),
      text: got.bytes.toString(),
    }).toEqual({
      http: 403,
      type: 'text/plain; charset=utf-8',
      text: '다운로드 권한이 없습니다.',
    })
    const english = await visit(app, '/room/api/file/ticket/x', { accept, 'accept-language': 'en' })
    expect({ http: english.http, text: english.bytes.toString() }).toEqual({
      http: 404,
      text: 'Not found.',
    })
  })

  it('is refused at once where its download would be, and for what makes no sense', async () => {
    const its = await prepared(app)
    const { room, person } = its
    const folder = await room.operator.newFolder('폴더')
    for (const [fileIds, more] of [
      [[its.itemId, folder], {}],
      [[its.itemId], { kind: 'zip', version: 1 }],
      [[its.itemId], { kind: 'message' }],
      [[its.itemId, 1], { kind: 'archive' }],
      [[], {}],
      [[its.itemId], { version: 0 }],
    ] as const)
      expect((await ask(room.operator, fileIds, more)).http).toBe(400)
    for (const fileIds of [[folder], [its.itemId + 10_000]])
      expect((await ask(room.operator, fileIds)).http).toBe(404)
    expect((await ask(room.operator, [its.itemId], { kind: 'archive' })).http).toBe(404)
    await room.operator.setRight(person.memberId, 'download', false)
    for (const kind of ['download', 'zip']) {
      const answer = await ask(person.client, [its.itemId], { kind })
      expect({ http: answer.http, code: answer.json.code }).toEqual({
        http: 403,
        code: 'DOWNLOAD_DENIED',
      })
    }
    expect(await downloads(app, its)).toEqual(Array(2).fill('document.download-refused'))
  })
})

describe('a ticket for a zip', () => {
  it('gives it once, and no part of it again', async () => {
    const its = await prepared(app)
    const url = await issue(its.person.client, [its.itemId], { kind: 'zip' })
    const got = await visit(app, url)
    expect(readZip(got.bytes).map(({ name }) => name)).toEqual(['계약서.pdf'])
    for (const headers of [{}, { range: 'bytes=1-' }])
      expect((await visit(app, url, headers as Record<string, string>)).http).toBe(404)
  })
})

describe('a ticket for an older version', () => {
  it('is for operators with the operator area open, then too', async () => {
    const its = await prepared(app)
    const { room, person } = its
    expect((await ask(person.client, [its.itemId], { version: 1 })).json.code).toBe('NOT_OPERATOR')
    expect((await ask(room.operator, [its.itemId], { version: 2 })).http).toBe(404)
    const url = await issue(room.operator, [its.itemId], { version: 1 })
    expect((await visit(app, url)).bytes.equals(content)).toBe(true)
    const later = await issue(room.operator, [its.itemId], { version: 1 })
    await app.database.pool.query('update sessions set raised_at = null where room_id = $1', [
      room.roomId,
    ])
    const got = await visit(app, later)
    expect({ http: got.http, code: JSON.parse(got.bytes.toString()).code }).toEqual({
      http: 403,
      code: 'NOT_RAISED',
    })
    expect((await ask(room.operator, [its.itemId], { version: 1 })).json.code).toBe('NOT_RAISED')
  })
})

describe('tickets that nobody can use any more', () => {
  it('are removed', async () => {
    const its = await prepared(app)
    await issue(its.person.client, [its.itemId])
    app.clock.advance(LIMITS.ticketEndMs)
    const young = await prepared(app)
    await issue(young.person.client, [young.itemId])
    await app.database.pool.query("select graphile_worker.add_job('renditions.tidy')")
    await eventually(async () => {
      const { rows } = await app.database.pool.query('select room_id from tickets')
      expect(rows).toEqual([{ room_id: young.room.roomId }])
    })
  })
})
