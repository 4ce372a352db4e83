import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldName, nameKey } from '../../../../contract/core/name-key.ts'
import { SORTS } from '../../../../contract/features/documents.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { type ColumnSort, type Position, positionOfItem } from '../documents.read.ts'
import { isIndexSort } from '../numbering/index-list.read.ts'
import { searchNames } from './search.read.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface SearchedItemRow {
  readonly name: string
  readonly folder: boolean
  readonly size: number
  readonly ext: string
  readonly deleted: boolean
}

async function insert(
  { roomId, operator }: TestRoom,
  rows: readonly SearchedItemRow[],
): Promise<void> {
  const made = rows.map((row, index) => {
    const name = `${row.name}${index}${row.folder ? '' : `.${row.ext}`}`
    return {
      ...row,
      name,
      name_folded: foldName(name),
      name_key: nameKey(name),
      ext: row.folder ? '' : row.ext,
      minutes: row.size % 3,
    }
  })
  await app.database.pool.query(
    `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by, deleted_at)
     select $1, 0, '{}', folder, name, name_folded, name_key, ext, gen_random_uuid(), size, date_trunc('milliseconds', now()) - minutes * interval '1 minute', $2,
       case when deleted then now() end
     from jsonb_to_recordset($3) as made
       (folder boolean, name text, name_folded text, name_key text, ext text, size bigint, minutes int, deleted boolean)`,
    [roomId, operator.me.id, JSON.stringify(made)],
  )
}

async function expected(
  { roomId }: TestRoom,
  keyword: string,
  sort: ColumnSort,
): Promise<number[]> {
  const column = { name: 'name_key', uploadedAt: 'created_at', type: 'ext', size: 'size' }[
    sort.replace('-', '')
  ]
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const { rows } = await app.database.pool.query(
    `select id::int from items where room_id = $1 and deleted_at is null and position($2 in name_folded) > 0
     order by folder desc, ${column} ${direction}, id ${direction}`,
    [roomId, foldName(keyword)],
  )
  return rows.map(({ id }) => id)
}

async function found(
  { roomId }: TestRoom,
  keyword: string,
  sort: ColumnSort,
  limit: number,
): Promise<number[]> {
  const ids: number[] = []
  for (let after: Position | undefined; ; ) {
    const page = await searchNames(
      app.database.db,
      { roomId, group: undefined },
      { keyword },
      { sort, after, limit },
    )
    expect(page.length).toBeLessThanOrEqual(limit)
    ids.push(...page.map(({ id }) => id))
    const last = page.at(-1)
    if (last === undefined) return ids
    after = positionOfItem(last, sort)
  }
}

describe('a search, whether what it wants is common, rare or all in one place', () => {
  it('finds in pages what reading every name finds, in the same order, in every sort', {
    timeout: 120_000,
  }, async () => {
    const start = fc.constantFrom('가', '가나', '계약', '계획', 'Z', '10 ', '2 ')
    const rest = fc.constantFrom('', '', '', '', '가', '나다', 'é', '%', '_a', '\\')
    const row = fc.record({
      name: fc.tuple(start, rest).map((parts) => parts.join('')),
      folder: fc.nat(9).map((n) => n === 0),
      size: fc.nat(4),
      ext: fc.constantFrom('pdf', 'docx'),
      deleted: fc.nat(9).map((n) => n === 0),
    })
    const rows = fc.array(row, { minLength: 100, maxLength: 200 })
    const keyword = fc.constantFrom(
      '가',
      '가나',
      '나다',
      '계',
      '계획',
      '획',
      'pdf',
      'z',
      '1',
      '10 ',
      'É',
      '%',
      '_',
      '\\',
      'x',
      'rare',
      '없',
    )
    await fc.assert(
      fc.asyncProperty(
        rows,
        keyword,
        keyword,
        fc.integer({ min: 2, max: 5 }),
        async (many, one, other, limit) => {
          const room = await app.room()
          await insert(room, [
            ...many,
            { name: 'rare x', folder: false, size: 1, ext: 'pdf', deleted: false },
          ])
          await insert(await app.room(), many)
          for (const word of [one, other.normalize('NFD')])
            for (const sort of SORTS.filter((each) => !isIndexSort(each)))
              expect(await found(room, word, sort, word === one ? limit : 40)).toEqual(
                await expected(room, word, sort),
              )
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('finds in the order of names what stands together behind many others, and goes on behind it', async () => {
    const room = await app.room()
    const many = (count: number, name: string): SearchedItemRow[] =>
      Array.from({ length: count }, () => ({
        name,
        folder: false,
        size: 1,
        ext: 'pdf',
        deleted: false,
      }))
    await insert(room, [
      ...many(150, '가격표 '),
      ...many(1, '가나다 '),
      ...many(60, '감정서 '),
      ...many(120, '양도 계약서 '),
      ...many(1, '양'),
      ...many(80, '의사록 '),
      ...many(120, '임대차 계약서 '),
      ...many(90, '재무제표 '),
      ...many(1, '계약'),
    ])
    for (const word of ['계약서', '계약', '임대차', '제표', '나다', '록 1', '없는'])
      for (const limit of [2, 3, 50])
        expect({ word, limit, ids: await found(room, word, 'name', limit) }).toEqual({
          word,
          limit,
          ids: await expected(room, word, 'name'),
        })
  })

  it('finds by initial consonants what reading every name by its Jamo finds', {
    timeout: 120_000,
  }, async () => {
    const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
    const stands = (letter: string, searched: string): boolean =>
      letter === searched ||
      (/[가-힣]/.test(letter) &&
        CONSONANTS[letter.normalize('NFD').charCodeAt(0) - 0x1100] === searched)
    const has = (name: string, searched: string): boolean =>
      [...name].some((_, start) =>
        [...searched].every((letter, index) => stands([...name][start + index] ?? '', letter)),
      )
    const start = fc.constantFrom('계약서', '각서', '계획', '깍두기', 'ㄱㅅ', 'Ｚ', '삯')
    const rows = fc.array(
      fc.record({
        name: start,
        folder: fc.nat(9).map((n) => n === 0),
        size: fc.nat(4),
        ext: fc.constantFrom('pdf', 'docx'),
        deleted: fc.nat(9).map((n) => n === 0),
      }),
      { minLength: 100, maxLength: 200 },
    )
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 2, max: 5 }), async (many, limit) => {
        const room = await app.room()
        await insert(room, [
          ...many,
          { name: '희귀한 것', folder: false, size: 1, ext: 'pdf', deleted: false },
        ])
        const { rows: names } = await app.database.pool.query(
          'select id::int, name_folded from items where room_id = $1',
          [room.roomId],
        )
        const nameOf = new Map<number, string>(
          names.map((row: { id: number; name_folded: string }) => [row.id, row.name_folded]),
        )
        for (const searched of [
          'ㄱ',
          'ㄱㅅ',
          'ㄱㅇㅅ',
          '계ㅇ',
          'ㅎ획',
          'ㄲㄷㄱ',
          'ㅅ1',
          'ㅎㄱㅎ',
          'ㄷ.pdf',
          'ㅋ',
        ]) {
          const wanted = (await expected(room, '', 'name')).filter((id) =>
            has(nameOf.get(id) ?? '', searched),
          )
          expect({ searched, found: await found(room, searched, 'name', limit) }).toEqual({
            searched,
            found: wanted,
          })
        }
        expect(await found(room, 'ㄳ', 'name', 100)).toEqual(await found(room, 'ㄱㅅ', 'name', 100))
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })
})
