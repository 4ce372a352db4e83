import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { foldName } from '../../../../contract/core/name-key.ts'
import type { RenameResult } from '../../../../contract/features/documents/renaming.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { grant, groupsOf } from '../../../test/scenarios/groups.ts'
import { putStaged, roomWithReader } from '../../../test/scenarios/publishing.ts'
import { findBroken } from '../../../test/tree/tree-invariants.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Renaming {
  readonly id: number
  readonly name: string
  readonly was?: string
}

const rename = (
  client: WireClient,
  renames: readonly Renaming[],
  apply = true,
  more = {},
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/renameMany', {
    body: { roomId: client.me.roomId, renames, apply, ...more },
  })

const rowsOf = ({ json }: WireAnswer): RenameResult[] =>
  (json.payload as { rows: RenameResult[] }).rows

const namesIn = async (client: WireClient, parent = 0): Promise<Record<number, string>> =>
  Object.fromEntries((await client.items(parent)).map(({ id, name }) => [id, name]))

async function filled() {
  const room = await app.room()
  const { operator } = room
  const folder = await operator.newFolder('계약')
  const a = await operator.put('a.pdf', PDF, folder)
  const b = await operator.put('b.pdf', PDF, folder)
  const c = await operator.put('c.pdf', PDF, folder)
  return { room, operator, folder, a, b, c }
}

const renamed = async (room: TestRoom): Promise<number> =>
  (await app.logged(room.roomId)).filter((kind) => kind === 'document.renamed').length

async function expectUnchanged(
  room: TestRoom,
  folder: number,
  before: Record<number, string>,
  entries = 0,
): Promise<void> {
  expect(await namesIn(room.operator, folder)).toEqual(before)
  expect(await renamed(room)).toBe(entries)
  expect(await findBroken(app, room.roomId)).toEqual({})
}

describe('many new names', () => {
  it('are exchanged, handed on and given in several folders at once, each with its entry in the log', async () => {
    const { room, operator, folder, a, b, c } = await filled()
    const swap = [
      { id: a, name: 'b', was: 'a.pdf' },
      { id: b, name: 'a.pdf', was: 'b.pdf' },
    ]
    const preview = await rename(operator, swap, false)
    expect(preview.json.payload).toEqual({
      renamed: 2,
      rows: [
        { id: a, from: 'a.pdf', name: 'b.pdf', outcome: 'renamed' },
        { id: b, from: 'b.pdf', name: 'a.pdf', outcome: 'renamed' },
      ],
    })
    await expectUnchanged(room, folder, { [a]: 'a.pdf', [b]: 'b.pdf', [c]: 'c.pdf' })
    expect((await rename(operator, swap)).json).toEqual(preview.json)
    expect(await namesIn(operator, folder)).toEqual({ [a]: 'b.pdf', [b]: 'a.pdf', [c]: 'c.pdf' })
    expect(await renamed(room)).toBe(2)
    const chain = [
      { id: a, name: 'a' },
      { id: b, name: 'c' },
      { id: c, name: 'd' },
      { id: folder, name: '계약서' },
    ]
    expect((await rename(operator, chain)).json.payload).toMatchObject({ renamed: 4 })
    expect(await namesIn(operator, folder)).toEqual({ [a]: 'a.pdf', [b]: 'c.pdf', [c]: 'd.pdf' })
    expect(await namesIn(operator)).toEqual({ [folder]: '계약서' })
    expect(await renamed(room)).toBe(6)
    expect(await findBroken(app, room.roomId)).toEqual({})
    const found = (await operator.list(0, { keword: 'd.pdf' })).json.payload
    expect(found).toMatchObject([{ id: c, path: '계약서/d.pdf' }])
  })

  it('are judged row by row before anything is changed', async () => {
    const { room, operator, folder, a, b, c } = await filled()
    const other = await operator.newFolder('둘')
    const deep = await operator.put('a.pdf', PDF, other)
    const answer = await rename(
      operator,
      [
        { id: a, name: ' B.PDF ' },
        { id: b, name: 'x.docx' },
        { id: c, name: 'c.pdf', was: 'c.pdf' },
        { id: deep, name: '같은 이름', was: 'z.pdf' },
        { id: folder, name: '둘' },
        { id: other, name: '계약' },
      ],
      false,
    )
    expect(rowsOf(answer)).toEqual([
      { id: a, from: 'a.pdf', name: 'B.pdf', outcome: 'refused', reason: 'NAME_EXISTS', other: b },
      { id: b, from: 'b.pdf', name: 'b.pdf', outcome: 'refused', reason: 'EXTENSION_FIXED' },
      { id: c, from: 'c.pdf', name: 'c.pdf', outcome: 'unchanged' },
      { id: deep, from: 'a.pdf', name: 'a.pdf', outcome: 'refused', reason: 'NAME_CHANGED' },
      { id: folder, from: '계약', name: '둘', outcome: 'renamed' },
      { id: other, from: '둘', name: '계약', outcome: 'renamed' },
    ])
    expect(answer.json.payload).toMatchObject({ renamed: 2 })
    const twice = await rename(
      operator,
      [a, b].map((id) => ({ id, name: '하나' })),
      false,
    )
    expect(rowsOf(twice).map(({ reason, other: with_ }) => [reason, with_])).toEqual([
      ['NAME_TWICE', b],
      ['NAME_TWICE', a],
    ])
    await expectUnchanged(room, folder, { [a]: 'a.pdf', [b]: 'b.pdf', [c]: 'c.pdf' })
  })

  it.each([
    ['a name that is not usable', 'a/b', undefined, 'NAME_UNUSABLE'],
    ['another extension', 'x.exe', undefined, 'EXTENSION_FIXED'],
    ['the name of a sibling, in other letters', 'C', undefined, 'NAME_EXISTS'],
    ['another name by now', 'x', 'former.pdf', 'NAME_CHANGED'],
    ['what another row wants, in other letters', 'EINS', undefined, 'NAME_TWICE'],
  ])('are given to none if one has %s', async (_, name, was, reason) => {
    const { room, operator, folder, a, b, c } = await filled()
    const last = { id: b, name, ...(was === undefined ? {} : { was }) }
    const answer = await rename(operator, [{ id: a, name: 'eins' }, last])
    const row = reason === 'NAME_TWICE' ? 1 : 2
    expect({ http: answer.http, ...answer.json }).toMatchObject({
      http: 422,
      code: 'RENAMES_REFUSED',
      row,
      refused: { id: row === 1 ? a : b, outcome: 'refused', reason },
    })
    expect(answer.json.payload).toContain(row === 1 ? 'a.pdf' : 'b.pdf')
    await expectUnchanged(room, folder, { [a]: 'a.pdf', [b]: 'b.pdf', [c]: 'c.pdf' })
  })

  it('collide with what is staged or hidden, and not with the trash', async () => {
    const { room, operator } = await roomWithReader(app)
    const folder = await operator.newFolder('가')
    const file = await operator.put('하나.pdf', PDF, folder)
    const staged = await putStaged(operator, '대기.pdf', PDF, folder)
    const hidden = await operator.put('숨김.pdf', PDF, folder)
    const [group] = await groupsOf(room)
    await grant(room, { groupId: group?.id ?? 0, itemId: hidden, level: 'none' })
    const gone = await operator.put('옛것.pdf', PDF, folder)
    await operator.deleteItem(gone)
    for (const [name, other] of [
      ['대기', staged],
      ['숨김.PDF', hidden],
    ] as const)
      expect(rowsOf(await rename(operator, [{ id: file, name }], false))).toMatchObject([
        { reason: 'NAME_EXISTS', other },
      ])
    expect((await rename(operator, [{ id: file, name: '옛것' }])).json.payload).toMatchObject({
      renamed: 1,
    })
    await operator.call('POST', '/room/api/file/trash/restore', {
      body: { fileId: gone, id: operator.me.id, roomId: room.roomId },
    })
    expect((await namesIn(operator, folder))[gone]).toBe('옛것 (2).pdf')
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('may differ in case alone, or not at all, which is not logged', async () => {
    const { room, operator, folder, a, b, c } = await filled()
    const answer = await rename(operator, [
      { id: a, name: 'A' },
      { id: b, name: 'b.PDF' },
    ])
    expect(answer.json.payload).toMatchObject({
      renamed: 1,
      rows: [{ outcome: 'renamed' }, { outcome: 'unchanged' }],
    })
    await expectUnchanged(room, folder, { [a]: 'A.pdf', [b]: 'b.pdf', [c]: 'c.pdf' }, 1)
  })

  it('are given by content operators too, and by no participant, nobody who views as another, and to nothing out of reach', async () => {
    const { room, operator, folder, a, b, c } = await filled()
    const before = { [a]: 'a.pdf', [b]: 'b.pdf', [c]: 'c.pdf' }
    const elsewhere = await app.room()
    const foreign = await elsewhere.operator.newFolder('남의 것')
    const reader = await app.participant(room)
    expect((await rename(reader.client, [{ id: a, name: 'x' }])).http).toBe(403)
    const gone = await operator.newFolder('지운 폴더')
    await operator.deleteItem(gone)
    for (const id of [foreign, gone, 999_999_999]) {
      const answer = await rename(operator, [
        { id: a, name: 'x' },
        { id, name: 'y' },
      ])
      expect({ http: answer.http, row: answer.json['row' as never] }).toEqual({ http: 404, row: 2 })
    }
    expect(
      (await rename(operator, [{ id: a, name: 'x' }], true, { roomId: elsewhere.roomId })).http,
    ).toBe(404)
    await expectUnchanged(room, folder, before)
    const viewer = await operator.viewerOf(reader.memberId)
    expect((await rename(viewer, [{ id: a, name: 'x' }])).json.code).toBe('VIEW_AS_READ_ONLY')
    await expectUnchanged(room, folder, before)
    const content = await contentOperator(app, room)
    expect((await rename(content.client, [{ id: a, name: 'x' }])).json.payload).toMatchObject({
      renamed: 1,
    })
    expect(await namesIn(operator, folder)).toEqual({ ...before, [a]: 'x.pdf' })
  })

  it('are at least one and at most a thousand, each item once', async () => {
    const { room, operator, folder, a, b, c } = await filled()
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: at + 1_000_000, name: 'x' }))
    for (const renames of [
      [],
      many(LIMITS.renamesPerCall + 1),
      [a, a].map((id) => ({ id, name: 'x' })),
      [{ id: a }],
      [{ id: a, name: 1 }],
    ])
      expect((await rename(operator, renames as Renaming[])).http).toBe(400)
    await expectUnchanged(room, folder, { [a]: 'a.pdf', [b]: 'b.pdf', [c]: 'c.pdf' })
  })

  it('of a thousand items are exchanged in one step', async () => {
    const { operator } = await app.room()
    const parent = await operator.newFolder('많은')
    const paths = Array.from({ length: LIMITS.renamesPerCall }, (_, at) => `${at}`)
    for (let at = 0; at < paths.length; at += LIMITS.foldersPerCall)
      await operator.call('POST', '/room/api/file/folders', {
        body: {
          parent,
          paths: paths.slice(at, at + LIMITS.foldersPerCall),
          id: operator.me.id,
          roomId: operator.me.roomId,
        },
      })
    const items = (await operator.list(parent, { limit: 1_000 })).json.payload as {
      id: number
      name: string
    }[]
    const renames = items.map(({ id, name }) => ({ id, name: `${999 - Number(name)}`, was: name }))
    expect((await rename(operator, renames)).json.payload).toMatchObject({ renamed: 1_000 })
    const now = (await operator.list(parent, { limit: 1_000 })).json.payload as {
      id: number
      name: string
    }[]
    expect(Object.fromEntries(now.map(({ id, name }) => [id, name]))).toEqual(
      Object.fromEntries(renames.map(({ id, name }) => [id, name])),
    )
  })

  it('hold against a model of one folder', async () => {
    const { operator, roomId } = await app.room()
    const parent = await operator.newFolder('모델')
    const ids: number[] = []
    for (const name of 'abcde') ids.push(await operator.newFolder(name, parent))
    let model = Object.fromEntries(ids.map((id, at) => [id, 'abcde'[at] ?? '']))
    const change = fc.record({ at: fc.nat(4), name: fc.constantFrom(...'abcdefABC') })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(change, { selector: ({ at }) => at, minLength: 1 }),
        async (changes) => {
          const wanted = { ...model }
          for (const { at, name } of changes) wanted[ids[at] ?? 0] = name
          const isFree = new Set(Object.values(wanted).map(foldName)).size === ids.length
          const renames = changes.map(({ at, name }) => ({ id: ids[at] ?? 0, name }))
          const preview = rowsOf(await rename(operator, renames, false))
          expect(preview.every(({ outcome }) => outcome !== 'refused')).toBe(isFree)
          expect((await rename(operator, renames)).http).toBe(isFree ? 200 : 422)
          if (isFree) model = wanted
          expect(await namesIn(operator, parent)).toEqual(model)
        },
      ),
      { numRuns: 40 },
    )
    expect(await findBroken(app, roomId)).toEqual({})
  })
})
