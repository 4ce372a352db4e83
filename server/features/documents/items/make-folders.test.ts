import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function foldersIn(client: WireClient, parent = 0): Promise<string[]> {
  const folders = (await client.items(parent)).filter(({ type }) => type === 5)
  const inside = await Promise.all(folders.map(({ id }) => foldersIn(client, id)))
  return [...folders.map(({ path }) => path), ...inside.flat()].sort()
}

describe('folders of an upload that hold nothing', () => {
  it('are made at their place, each once; those that are there stay as they are, however often it is asked', async () => {
    const { operator } = await app.room()
    await operator.upload([['자료/2025/결산.pdf', makePdf(1)]])
    const paths = [
      '자료/2026',
      '자료/2026/상반기/1월',
      '자료/2025'.normalize('NFD'),
      './빈 폴더//',
      '자료/2026'.normalize('NFD'),
    ]
    const answer = await operator.makeFolders(paths)
    expect(answer.http).toBe(200)
    expect((answer.json.payload as { path: string }[]).map(({ path }) => path)).toEqual(paths)
    expect(answer.json['rejected']).toEqual([])
    const made = [
      '빈 폴더',
      '자료',
      '자료/2025',
      '자료/2026',
      '자료/2026/상반기',
      '자료/2026/상반기/1월',
    ]
    expect(await foldersIn(operator)).toEqual(made)
    expect((await operator.makeFolders(paths)).json.payload).toEqual(answer.json.payload)
    expect(await foldersIn(operator)).toEqual(made)
    expect(
      await operator.items((await operator.items()).find(({ name }) => name === '빈 폴더')?.id),
    ).toEqual([])
  })

  it('are refused by path and reason where no folder can be, and the others are made', async () => {
    const { operator } = await app.room()
    const deepest = Array(LIMITS.treeDepth).fill('a').join('/')
    const paths = [
      '..',
      `긴/${'가'.repeat(LIMITS.nameLength + 1)}`,
      '뒤집힌\u202E/b',
      `${deepest}/b`,
      deepest,
    ]
    const answer = await operator.makeFolders(paths)
    expect(answer.json.payload).toEqual([{ id: expect.any(Number), path: deepest }])
    expect(answer.json['rejected']).toEqual([
      ...paths.slice(0, 3).map((name) => ({ name, code: 'NAME', reason: expect.any(String) })),
      { name: `${deepest}/b`, code: 'DEPTH', reason: expect.any(String) },
    ])
    expect(await foldersIn(operator)).toHaveLength(LIMITS.treeDepth)
  })

  it('E02: are made in the own room only, for operators, and as many as a call takes', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const folder = await room.operator.newFolder('자료')
    expect((await other.operator.makeFolders(['안'], folder)).http).toBe(404)
    const { client } = await app.participant(room)
    expect((await client.makeFolders(['안'], folder)).http).toBe(403)
    expect((await room.operator.makeFolders([], folder)).http).toBe(400)
    const many = Array.from({ length: LIMITS.foldersPerCall + 1 }, (_, number) => `${number}`)
    expect((await room.operator.makeFolders(many, folder)).http).toBe(400)
    expect(await foldersIn(room.operator)).toEqual(['자료'])
    expect((await room.operator.makeFolders(many.slice(1), folder)).json.payload).toHaveLength(
      LIMITS.foldersPerCall,
    )
  })
})
