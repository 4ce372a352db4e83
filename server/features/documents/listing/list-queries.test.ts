import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { names, PDF, paged } from '../../../test/scenarios/documents/lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function search(client: WireClient, keword: string): Promise<string[]> {
  const { http, json } = await client.list(0, { keword, limit: LIMITS.listMax })
  expect(http).toBe(200)
  return names(json.payload as ItemRecord[])
}

describe('a query that is malformed', () => {
  let room: TestRoom
  beforeAll(async () => {
    room = await app.room()
    await room.operator.upload(['a', 'b', 'c'].map((name) => [`${name}.pdf`, PDF]))
  })

  it.each([
    { limit: 0 },
    { limit: 1_001 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: '5' },
    { sort: 'id' },
    { sort: 'name; drop table items' },
    { sort: ['name'] },
    { keword: 'x'.repeat(201) },
    { keword: 'x'.repeat(10_000) },
    { keword: null },
    { keword: ['a'] },
    { keword: 'a\u0000b' },
    { parent: '0' },
    { parent: -1 },
    { parent: 0.5 },
    { parent: 2 ** 60 },
    { parent: null },
    { offset: 1 },
    { cursor: '' },
    { cursor: 'x'.repeat(2_000) },
  ])('%j is 400', async (query) => {
    expect(await room.operator.list(0, query)).toMatchObject({
      http: 400,
      json: { status: 'EXCEPTION', code: 'BAD_REQUEST' },
    })
  })

  it('takes no cursor of another order and none that was tampered with', async () => {
    const { operator } = room
    const cursor = (await operator.list(0, { limit: 1 })).json.nextCursor ?? ''
    expect((await operator.list(0, { limit: 1, cursor })).http).toBe(200)
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const [sort, forged] of [
      ['-name', cursor],
      ['size', cursor],
      ['name', cursor.slice(0, -3)],
      ['name', `${cursor}AAAA`],
      ['name', encode(['name', false, 1, 1])],
      ['name', encode(['name', false, 'a', 0])],
      ['name', encode(['name', false, 'a', 1.5])],
      ['name', encode(['name', false, 'a', 1, 2])],
      ['name', encode(['name', false, 'a\u0000', 1])],
      ['name', encode(['name', 'true', 'a', 1])],
      ['name', encode(['name', false, { a: 1 }, 1])],
      ['name', encode({ 0: 'name' })],
      ['size', encode(['size', false, 'a', 1])],
      ['size', encode(['size', false, 1e300, 1])],
      ['size', encode(['size', false, 0.5, 1])],
      ['uploadedAt', encode(['uploadedAt', false, 'yesterday', 1])],
      ['uploadedAt', encode(['uploadedAt', false, '+275760-09-13T00:00:00.000Z', 1])],
      ['uploadedAt', encode(['uploadedAt', false, '2024-01-01T00:00:00Z\u0000', 1])],
      ['uploadedAt', encode(['uploadedAt', false, 5, 1])],
    ] as const) {
      const answer = await operator.list(0, { sort, cursor: forged })
      expect({ forged, http: answer.http, code: answer.json.code }).toEqual({
        forged,
        http: 400,
        code: 'BAD_REQUEST',
      })
    }
  })

  it('finds no folder that is a file, deleted, unknown or of another room', async () => {
    const { operator } = room
    const [file] = await operator.items()
    const folder = ((await operator.makeFolder('weg')).json.payload as { id: number }).id
    const foreign = (
      (await (await app.room()).operator.makeFolder('fremd')).json.payload as { id: number }
    ).id
    expect((await operator.list(folder)).http).toBe(200)
    await app.database.pool.query('update items set deleted_at = now() where id = $1', [folder])
    const texts = new Set<string>()
    for (const parent of [file!.id, folder, foreign, 999_999_999]) {
      const answer = await operator.list(parent)
      expect(answer).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
      texts.add(answer.text)
    }
    expect(texts.size).toBe(1)
    expect((await operator.list(0, { roomId: operator.me.roomId + 1 })).http).toBe(404)
  })
})

describe('a search', () => {
  let room: TestRoom
  beforeAll(async () => {
    room = await app.room()
    const other = await app.room()
    await other.operator.upload([['비밀 계약서.pdf', PDF]])
    await room.operator.upload(
      [
        '100% 확정.pdf',
        'a_b.pdf',
        'aXb.pdf',
        'c\\d.pdf',
        '[a-z]+(.*).pdf',
        "x' or 1=1 --.pdf",
        '계약/매매계약서.pdf',
        '계약/부속/합의서 10.pdf',
        '한.pdf',
        'Résumé.pdf',
      ].map((name) => [name, PDF]),
    )
    await room.operator.upload([['지운 계약.pdf', PDF]])
    await app.database.pool.query(
      "update items set deleted_at = now() where name = '지운 계약.pdf'",
    )
  })

  it.each([
    ['%', ['100% 확정.pdf']],
    ['_', ['a_b.pdf']],
    ['a_b', ['a_b.pdf']],
    ['\\', ['c\\d.pdf']],
    ['c\\d', ['c\\d.pdf']],
    ['[a-z]+', ['[a-z]+(.*).pdf']],
    ['.*', ['[a-z]+(.*).pdf']],
    ["' or 1=1", ["x' or 1=1 --.pdf"]],
    ['계', ['계약', '매매계약서.pdf']],
    ['계약', ['계약', '매매계약서.pdf']],
    ['매매계', ['매매계약서.pdf']],
    ['계약서.p', ['매매계약서.pdf']],
    ['한'.normalize('NFD'), ['한.pdf']],
    ['계약'.normalize('NFD'), ['계약', '매매계약서.pdf']],
    ['RÉSUMÉ', ['Résumé.pdf']],
    ['re\u0301sume\u0301'.normalize('NFD'), ['Résumé.pdf']],
    [' 합의서  ', ['합의서 10.pdf']],
    ['서 1', ['합의서 10.pdf']],
    ['비밀', []],
    ['지운', []],
    ['없음', []],
    ['x'.repeat(200), []],
    ['\uD800', []],
  ])('for %j takes it literally [search-names]', async (keyword, found) => {
    expect(await search(room.operator, keyword)).toEqual(found)
  })

  it('names the place of what it finds, and says so where there is nothing', async () => {
    const { operator } = room
    const found = (await operator.list(0, { keword: '합의서' })).json.payload as ItemRecord[]
    expect(found).toMatchObject([{ path: '계약/부속/합의서 10.pdf', type: 4, child: [] }])
    expect((await operator.list(0, { keword: '없음' })).json).toMatchObject({
      status: 'OK',
      payload: [],
      message: 'No value present',
    })
  })

  it('can be read in pages', async () => {
    const whole = await paged(room.operator, { keword: 'pdf' }, LIMITS.listMax)
    expect(whole.length).toBe(10)
    expect(await paged(room.operator, { keword: 'pdf' }, 3)).toEqual(whole)
  })
})
