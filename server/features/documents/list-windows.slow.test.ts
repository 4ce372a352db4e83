import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { SORTS } from '../../../contract/features/documents.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const PDF = makePdf(1)
const names = (items: readonly ItemRecord[]): string[] => items.map(({ name }) => name)
const idsOf = (items: readonly ItemRecord[]): number[] => items.map(({ id }) => id)

async function cursorsOf(
  client: WireClient,
  step: number,
  query: Readonly<Record<string, unknown>> = {},
): Promise<readonly string[]> {
  const { nextCursor } = (await client.list(0, { ...query, limit: step })).json
  if (nextCursor === undefined) return []
  const { http, json } = await client.outline(0, step, nextCursor, query)
  expect(http).toBe(200)
  return [nextCursor, ...(json.payload as string[])]
}

async function windowed(
  client: WireClient,
  step: number,
  query: Readonly<Record<string, unknown>>,
) {
  const cursors = await cursorsOf(client, step, query)
  const windows: ItemRecord[][] = []
  for (const [window, until] of [...[...cursors, undefined].entries()].reverse()) {
    const { json } = await client.list(0, {
      ...query,
      limit: LIMITS.listMax,
      cursor: cursors[window - 1],
      until,
    })
    expect(json.nextCursor).toBeUndefined()
    windows.unshift(json.payload as ItemRecord[])
  }
  return windows
}

describe('the windows of a list', () => {
  const many = (letters: string) =>
    [...letters].map((name): [string, typeof PDF] => [`${name}.pdf`, PDF])

  it('are the whole list in every sort, with ties, and say where each item stands', async () => {
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
    const name = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''))
    const entry = fc.record({ name, folder: fc.boolean(), pages: fc.constantFrom(1, 2) })
    const entries = fc.uniqueArray(entry, {
      selector: (e) => e.name.toLowerCase(),
      minLength: 4,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom(1, 3, 4), async (made, step) => {
        const { operator } = await app.room()
        for (const each of made.filter(({ folder }) => folder)) await operator.makeFolder(each.name)
        const files = made.filter(({ folder }) => !folder)
        if (files.length > 0)
          await operator.upload(files.map((each) => [`${each.name}.pdf`, makePdf(each.pages)]))
        for (const sort of SORTS) {
          const whole = idsOf((await operator.list(0, { sort })).json.payload as ItemRecord[])
          expect(whole.length).toBe(made.length)
          const windows = await windowed(operator, step, { sort })
          expect(windows.slice(0, -1).map(({ length }) => length)).toEqual(
            Array(windows.length - 1).fill(step),
          )
          expect(windows.length).toBe(made.length > step ? Math.floor(made.length / step) + 1 : 1)
          expect(idsOf(windows.flat())).toEqual(whole)
          for (const [position, id] of whole.entries())
            expect((await operator.locate(id, { sort })).json.payload).toEqual({
              parent: 0,
              position,
            })
        }
      }),
      { numRuns: 3 },
    )
  }, 60_000)

  it('contain what is between their bounds, after any changes, and no more than requested', async () => {
    const { operator } = await app.room()
    await operator.upload(many('bdfhjlnp'))
    const [end, later] = await cursorsOf(operator, 3)
    await operator.upload(many('acgikmq'))
    const gone = (await operator.items()).filter(({ name }) => ['d.pdf', 'h.pdf'].includes(name))
    for (const { id } of gone) await operator.deleteItem(id)
    const within = async (bounds: Readonly<Record<string, unknown>>) => {
      const { json } = await operator.list(0, bounds)
      return { names: names(json.payload as ItemRecord[]), next: json.nextCursor }
    }
    expect(await within({ until: end })).toEqual({
      names: ['a.pdf', 'b.pdf', 'c.pdf', 'f.pdf'],
      next: undefined,
    })
    expect((await within({ cursor: end, until: later })).names).toEqual([
      'g.pdf',
      'i.pdf',
      'j.pdf',
      'k.pdf',
      'l.pdf',
    ])
    expect((await within({ cursor: later })).names).toEqual(['m.pdf', 'n.pdf', 'p.pdf', 'q.pdf'])
    const cut = await within({ cursor: end, until: later, limit: 3 })
    expect(cut.names).toEqual(['g.pdf', 'i.pdf', 'j.pdf'])
    expect((await within({ cursor: cut.next, until: later, limit: 3 })).names).toEqual([
      'k.pdf',
      'l.pdf',
    ])
    expect(await within({ cursor: later, until: end })).toEqual({ names: [], next: undefined })
  })

  it('are outlined behind a cursor alone, and for nobody who has no such folder', async () => {
    const { operator } = await app.room()
    await operator.upload(many('abcdefg'))
    const all = await cursorsOf(operator, 1)
    expect((await operator.outline(0, 2, all[0] ?? '')).json.payload).toEqual([
      all[2],
      all[4],
      all[6],
    ])
    expect((await operator.outline(0, 2, all[4] ?? '')).json.payload).toEqual([all[6]])
    expect((await operator.outline(0, 9, all[0] ?? '')).json.payload).toEqual([])
    const [file] = await operator.items()
    const foreign = await (await app.room()).operator.newFolder('fremd')
    for (const parent of [file!.id, foreign, 999_999_999])
      expect(await operator.outline(parent, 2, all[0] ?? '')).toMatchObject({
        http: 404,
        json: { code: 'NOT_FOUND' },
      })
  })

  it('begin and end at no cursor of another order', async () => {
    const { operator } = await app.room()
    await operator.upload(many('abc'))
    const cursor = (await operator.list(0, { limit: 1 })).json.nextCursor ?? ''
    const refused = { http: 400, json: { code: 'BAD_REQUEST' } }
    for (const query of [{ until: cursor, sort: 'size' }, { until: `${cursor}AAAA` }, { until: 5 }])
      expect(await operator.list(0, query)).toMatchObject(refused)
    expect(await operator.outline(0, 1, cursor, { sort: 'size' })).toMatchObject(refused)
    for (const step of [0, -1, 1.5])
      expect(await operator.outline(0, step, cursor)).toMatchObject(refused)
  })

  it('return no position for an item that is deleted, unknown or of another room', async () => {
    const room = await app.room()
    await room.operator.upload(many('ab'))
    const [gone, kept] = await room.operator.items()
    await room.operator.deleteItem(gone!.id)
    expect((await room.operator.locate(kept!.id)).json.payload).toEqual({ parent: 0, position: 0 })
    const foreign = await (await app.room()).operator.newFolder('fremd')
    for (const id of [gone!.id, foreign, 999_999_999])
      expect(await room.operator.locate(id)).toMatchObject({
        http: 404,
        json: { code: 'NOT_FOUND' },
      })
  })
})
