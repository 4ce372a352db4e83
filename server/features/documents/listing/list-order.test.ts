import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { nameKey } from '../../../../contract/core/name-key.ts'
import { SORTS } from '../../../../contract/features/documents.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { onlySlow } from '../../../test/harness/tier.ts'
import type { ItemRecord } from '../../../test/harness/wire-client.ts'
import { names, PDF, paged } from '../../../test/scenarios/documents/lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe('the order of a list', () => {
  it('has folders first, numbers by value and Hangul by its letters', async () => {
    const { operator } = await app.room()
    for (const folder of ['하위', '10 부록', '2 계약', 'b', 'A']) await operator.makeFolder(folder)
    await operator.upload(
      [
        '파일 10.pdf',
        '파일 2.pdf',
        '파일 1.pdf',
        '나.pdf',
        '가.pdf',
        '0.pdf',
        'Z.pdf',
        'a.pdf',
      ].map((name) => [name, PDF]),
    )
    expect(names(await operator.items())).toEqual([
      ...['2 계약', '10 부록', 'A', 'b', '하위'],
      ...['0.pdf', 'a.pdf', 'Z.pdf', '가.pdf', '나.pdf', '파일 1.pdf', '파일 2.pdf', '파일 10.pdf'],
    ])
    const backwards = (await operator.list(0, { sort: '-name' })).json.payload as ItemRecord[]
    expect(names(backwards).slice(0, 6)).toEqual([
      '하위',
      'b',
      'A',
      '10 부록',
      '2 계약',
      '파일 10.pdf',
    ])
  })

  onlySlow(() => {
    it('is the same in pages of any size, in every sort, with ties', async () => {
      const letter = fc.constantFrom(
        '가',
        '각',
        '나',
        'a',
        'B',
        '1',
        '02',
        '10',
        '9',
        '-',
        '😀',
        'ﬀ',
        'é',
      )
      const name = fc
        .array(letter, { minLength: 1, maxLength: 4 })
        .map((letters) => letters.join(''))
      const entry = fc.record({ name, folder: fc.boolean(), pages: fc.constantFrom(1, 2) })
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(entry, {
            selector: (e) => e.name.toLowerCase(),
            minLength: 5,
            maxLength: 14,
          }),
          async (entries) => {
            const { operator } = await app.room()
            for (const each of entries.filter(({ folder }) => folder))
              await operator.makeFolder(each.name)
            const files = entries.filter(({ folder }) => !folder)
            if (files.length > 0)
              await operator.upload(files.map((each) => [`${each.name}.pdf`, makePdf(each.pages)]))
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
              for (const limit of [1, 3])
                expect(ids(await paged(operator, { sort }, limit))).toEqual(ids(whole))
              if (sort === 'name')
                for (const type of [4, 5]) {
                  const keys = whole
                    .filter((item) => item.type === type)
                    .map((item) => nameKey(item.name))
                  expect(keys).toEqual([...keys].sort(byCodePoint))
                }
              if (sort === '-size') {
                const sizes = whole.filter(({ type }) => type === 4).map(({ size }) => size)
                expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
              }
            }
          },
        ),
        { numRuns: 6 },
      )
    }, 60_000)
  })

  it('goes on behind the last item although others came and went', async () => {
    const { operator } = await app.room()
    await operator.upload(['a', 'b', 'c', 'd'].map((name) => [`${name}.pdf`, PDF]))
    const first = await operator.list(0, { limit: 2 })
    await operator.upload([['aa.pdf', PDF]])
    await app.database.pool.query(
      "update items set deleted_at = now() where room_id = $1 and name = 'b.pdf'",
      [operator.me.roomId],
    )
    const second = await operator.list(0, { limit: 2, cursor: first.json.nextCursor })
    expect(names(second.json.payload as ItemRecord[])).toEqual(['c.pdf', 'd.pdf'])
    expect(second.json.nextCursor).toBeUndefined()
  })
})
