import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { nameKey } from '../../../../contract/core/name-key.ts'
import { SORTS } from '../../../../contract/features/documents.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { onlySlow } from '../../../test/harness/tier.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const PDF = makePdf(1)
const names = (items: readonly ItemRecord[]): string[] => items.map(({ name }) => name)

async function search(client: WireClient, keword: string): Promise<string[]> {
  const { http, json } = await client.list(0, { keword, limit: LIMITS.listMax })
  expect(http).toBe(200)
  return names(json.payload as ItemRecord[])
}

async function paged(client: WireClient, query: Readonly<Record<string, unknown>>, limit: number): Promise<ItemRecord[]> {
  const all: ItemRecord[] = []
  let cursor: string | undefined
  do {
    const { http, json } = await client.list(0, { ...query, limit, ...(cursor === undefined ? {} : { cursor }) })
    expect(http).toBe(200)
    const page = json.payload as ItemRecord[]
    expect(page.length).toBeLessThanOrEqual(limit)
    if (json.nextCursor !== undefined) expect(page.length).toBe(limit)
    all.push(...page)
    cursor = json.nextCursor
  } while (cursor !== undefined)
  return all
}

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('the order of a list', () => {
  it('has folders first, numbers by value and Hangul by its letters', async () => {
    const { operator } = await app.room()
    for (const folder of ['하위', '10 부록', '2 계약', 'b', 'A']) await operator.makeFolder(folder)
    await operator.upload(
      ['파일 10.pdf', '파일 2.pdf', '파일 1.pdf', '나.pdf', '가.pdf', '0.pdf', 'Z.pdf', 'a.pdf'].map((name) => [name, PDF]),
    )
    expect(names(await operator.items())).toEqual([
      ...['2 계약', '10 부록', 'A', 'b', '하위'],
      ...['0.pdf', 'a.pdf', 'Z.pdf', '가.pdf', '나.pdf', '파일 1.pdf', '파일 2.pdf', '파일 10.pdf'],
    ])
    const backwards = (await operator.list(0, { sort: '-name' })).json.payload as ItemRecord[]
    expect(names(backwards).slice(0, 6)).toEqual(['하위', 'b', 'A', '10 부록', '2 계약', '파일 10.pdf'])
  })

  onlySlow(() => {
    it('is the same in pages of any size, in every sort, with ties', async () => {
      const letter = fc.constantFrom('가', '각', '나', 'a', 'B', '1', '02', '10', '9', '-', '😀', 'ﬀ', 'é')
      const name = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''))
      const entry = fc.record({ name, folder: fc.boolean(), pages: fc.constantFrom(1, 2) })
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(entry, { selector: (e) => e.name.toLowerCase(), minLength: 5, maxLength: 14 }), async (entries) => {
          const { operator } = await app.room()
          for (const each of entries.filter(({ folder }) => folder)) await operator.makeFolder(each.name)
          const files = entries.filter(({ folder }) => !folder)
          if (files.length > 0) await operator.upload(files.map((each) => [`${each.name}.pdf`, makePdf(each.pages)]))
          for (const sort of SORTS) {
            const whole = await paged(operator, { sort }, LIMITS.listMax)
            expect(whole.length).toBe(entries.length)
            expect(whole.map(({ type }) => type)).toEqual(
              whole
                .map(({ type }) => type)
                .sort()
                .reverse(),
            )
            const ids = (items: ItemRecord[]) => items.map(({ id }) => id)
            for (const limit of [1, 3]) expect(ids(await paged(operator, { sort }, limit))).toEqual(ids(whole))
            if (sort === 'name')
              for (const type of [4, 5]) {
                const keys = whole.filter((item) => item.type === type).map((item) => nameKey(item.name))
                expect(keys).toEqual([...keys].sort(byCodePoint))
              }
            if (sort === '-size') {
              const sizes = whole.filter(({ type }) => type === 4).map(({ size }) => size)
              expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
            }
          }
        }),
        { numRuns: 6 },
      )
    }, 60_000)
  })

  it('goes on behind the last item although others came and went', async () => {
    const { operator } = await app.room()
    await operator.upload(['a', 'b', 'c', 'd'].map((name) => [`${name}.pdf`, PDF]))
    const first = await operator.list(0, { limit: 2 })
    await operator.upload([['aa.pdf', PDF]])
    await app.database.pool.query("update items set deleted_at = now() where room_id = $1 and name = 'b.pdf'", [operator.me.roomId])
    const second = await operator.list(0, { limit: 2, cursor: first.json.nextCursor })
    expect(names(second.json.payload as ItemRecord[])).toEqual(['c.pdf', 'd.pdf'])
    expect(second.json.nextCursor).toBeUndefined()
  })
})

describe('a list', () => {
  let room: TestRoom
  let outer: number
  let inner: number
  const insertFiles = (into: TestRoom, parent: number, from: number, to: number) =>
    app.database.pool.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select $1, $2, array[$2::bigint], false, n || '.pdf', n || '.pdf', n || '.pdf', 'pdf', gen_random_uuid(), 1, now(), $3
       from generate_series($4::int, $5::int) n`,
      [into.roomId, parent, into.operator.me.id, from, to],
    )
  beforeAll(async () => {
    room = await app.room()
    await room.operator.upload([
      ['바깥/안/하나.pdf', PDF],
      ['바깥/안/둘.pdf', PDF],
      ['바깥/셋.pdf', PDF],
      ['바깥/지움.pdf', PDF],
      ['바깥/지운 폴더/넷.pdf', PDF],
      ['빈 곳/지움.pdf', PDF],
      ['바깥.pdf', PDF],
    ])
    await app.database.pool.query("update items set deleted_at = now() where room_id = $1 and name like '지%'", [room.roomId])
    const other = await app.room()
    await other.operator.upload([['바깥/안/하나.pdf', PDF]])
    outer = (await room.operator.items()).find(({ name }) => name === '바깥')?.id ?? 0
    inner = (await room.operator.items(outer)).find(({ name }) => name === '안')?.id ?? 0
    await insertFiles(other, outer, 1, 1)
  })

  it('contains the path from the root, with each folder’s parent, for every reader [way-told]', async () => {
    const { client } = await app.participant(room)
    for (const who of [room.operator, client]) {
      expect((await who.list(0)).json.folderPath).toEqual([])
      expect((await who.list(outer)).json.folderPath).toEqual([{ id: outer, parent: 0, folderName: '바깥' }])
      expect((await who.list(inner)).json.folderPath).toEqual([
        { id: outer, parent: 0, folderName: '바깥' },
        { id: inner, parent: outer, folderName: '안' },
      ])
    }
    const empty = (await client.items()).find(({ name }) => name === '빈 곳')?.id ?? 0
    expect((await client.list(empty)).json).toMatchObject({
      payload: [],
      folderPath: [{ id: empty, parent: 0, folderName: '빈 곳' }],
      counts: { folders: 0, files: 0 },
    })
    expect((await client.list(inner, { keword: '하나' })).json.folderPath).toEqual([])
    const { nextCursor: cursor } = (await client.list(inner, { limit: 1 })).json
    expect((await client.list(inner, { limit: 1, cursor })).json.folderPath).toHaveLength(2)
  })

  it('contains the totals on the first page, for any page size', async () => {
    const counted = async (parent: number, more = {}) => (await room.operator.list(parent, more)).json.counts
    expect(await counted(0)).toEqual({ folders: 2, files: 1 })
    expect(await counted(outer)).toEqual({ folders: 1, files: 1 })
    expect(await counted(inner, { limit: 1 })).toEqual({ folders: 0, files: 2 })
    const { nextCursor: cursor } = (await room.operator.list(inner, { limit: 1 })).json
    expect((await room.operator.list(inner, { limit: 1, cursor })).json).not.toHaveProperty('counts')
    expect((await room.operator.list(outer, { keword: 'pdf' })).json).not.toHaveProperty('counts')
  })

  it('says of each folder how many items and folders are directly in it, and of files nothing', async () => {
    const counts = (items: unknown) =>
      Object.fromEntries((items as readonly ItemRecord[]).map(({ name, itemCount, folderCount }) => [name, [itemCount, folderCount]]))
    expect(counts(await room.operator.items())).toEqual({ 바깥: [2, 1], '빈 곳': [0, 0], '바깥.pdf': [0, undefined] })
    expect(counts((await room.operator.list(0, { keword: '안' })).json.payload)).toEqual({ 안: [2, 0] })
  })

  it('counts every item, however many there are', async () => {
    const crowded = ((await room.operator.makeFolder('붐빔')).json.payload as { id: number }).id
    await insertFiles(room, crowded, 1, 20_001)
    expect((await room.operator.items()).find(({ id }) => id === crowded)?.itemCount).toBe(20_001)
    expect((await room.operator.list(crowded)).json.counts).toEqual({ folders: 0, files: 20_001 })
  }, 60_000)
})

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
    expect(await room.operator.list(0, query)).toMatchObject({ http: 400, json: { status: 'EXCEPTION', code: 'BAD_REQUEST' } })
  })

  it('takes no cursor of another order and none that was tampered with', async () => {
    const { operator } = room
    const cursor = (await operator.list(0, { limit: 1 })).json.nextCursor ?? ''
    expect((await operator.list(0, { limit: 1, cursor })).http).toBe(200)
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
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
      expect({ forged, http: answer.http, code: answer.json.code }).toEqual({ forged, http: 400, code: 'BAD_REQUEST' })
    }
  })

  it('finds no folder that is a file, deleted, unknown or of another room', async () => {
    const { operator } = room
    const [file] = await operator.items()
    const folder = ((await operator.makeFolder('weg')).json.payload as { id: number }).id
    const foreign = ((await (await app.room()).operator.makeFolder('fremd')).json.payload as { id: number }).id
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
    await app.database.pool.query("update items set deleted_at = now() where name = '지운 계약.pdf'")
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
    expect((await operator.list(0, { keword: '없음' })).json).toMatchObject({ status: 'OK', payload: [], message: 'No value present' })
  })

  it('can be read in pages', async () => {
    const whole = await paged(room.operator, { keword: 'pdf' }, LIMITS.listMax)
    expect(whole.length).toBe(10)
    expect(await paged(room.operator, { keword: 'pdf' }, 3)).toEqual(whole)
  })
})

describe('what a row says', () => {
  it('is complete, with the rights of the one who asks [row-complete]', async () => {
    const room = await app.room()
    await room.operator.makeFolder('폴더')
    await room.operator.upload([['폴더/그림.pdf', PDF]])
    const { client, memberId } = await app.participant(room)
    const folder = (await client.items())[0]!
    expect(folder).toMatchObject({
      parent: 0,
      type: 5,
      name: '폴더',
      mimetype: 'FOLDER',
      path: '폴더',
      ext: '',
      size: 0,
      itemCount: 1,
      roomId: room.roomId,
      child: [],
    })
    const flags = async (who: WireClient) => (await who.items(folder.id))[0]!.permission
    const none = { copy: false, edit: false, delete: false, print: false, download: false, original: false }
    expect(await flags(client)).toEqual(none)
    await room.operator.setRight(memberId, 'download', true)
    expect(await flags(client)).toEqual({ ...none, download: true })
    await room.operator.setRight(memberId, 'print', true)
    expect(await flags(client)).toEqual({ ...none, print: true, download: true })
    expect(await flags(room.operator)).toMatchObject({ copy: true, edit: true, delete: true })
    const notElevated = app.stranger()
    await notElevated.join(room.pin)
    await notElevated.agree()
    expect(await flags(notElevated)).toMatchObject({ copy: false, edit: false, delete: false })
    const file = (await client.items(folder.id))[0]!
    expect(file).toMatchObject({
      parent: folder.id,
      type: 4,
      ext: 'pdf',
      mimetype: 'application/pdf',
      size: PDF.length,
      itemCount: 0,
      path: '폴더/그림.pdf',
    })
    expect(file.filename).toMatch(/^[A-Za-z0-9_-]{22}\.pdf$/)
    expect(Object.keys(file).sort()).toEqual(
      'child ext favourite filename id isNew isUpdated itemCount mimetype name parent path permission preview roomId size state type uploadedAt'
        .split(' ')
        .sort(),
    )
  })
})
