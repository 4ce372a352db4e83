import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const found = async (
  { operator }: TestRoom,
  paths: readonly string[],
  parent = 0,
): Promise<{ path: string; name: string }[]> =>
  (await operator.conflicts(paths, parent)).json.payload as { path: string; name: string }[]

describe('what an upload would meet', () => {
  it('are the files at those paths, by any spelling of their names, each with what a person is asked about', async () => {
    const room = await app.room()
    const { operator } = room
    await operator.upload([
      ['계약/2026/초안.pdf', PDF],
      ['계약/목록.pdf', PDF],
      ['Deal.pdf', PDF],
    ])
    const paths = [
      '없음.pdf',
      '계약/2026/초안.pdf'.normalize('NFD'),
      'DEAL.PDF',
      './계약//목록.pdf',
      '계약/초안.pdf',
      '2026/초안.pdf',
    ]
    const answer = await operator.conflicts(paths)
    expect(answer.http).toBe(200)
    const draft = (await operator.list(0, { keword: '초안' })).json.payload as {
      id: number
      uploadedAt: string
    }[]
    expect(answer.json.payload).toEqual([
      {
        path: paths[1],
        id: draft[0]!.id,
        name: '초안.pdf',
        size: PDF.length,
        uploadedAt: draft[0]!.uploadedAt,
      },
      expect.objectContaining({ path: 'DEAL.PDF', name: 'Deal.pdf' }),
      expect.objectContaining({ path: './계약//목록.pdf', name: '목록.pdf' }),
    ])
    const folder = (await operator.items()).find(({ type }) => type === 5)!.id
    expect(await found(room, ['2026/초안.pdf', '계약/2026/초안.pdf'], folder)).toMatchObject([
      { path: '2026/초안.pdf' },
    ])
  })

  it('is no folder, nothing that was deleted, and nothing in a folder that was', async () => {
    const room = await app.room()
    const { operator } = room
    const folder = await operator.newFolder('자료.pdf')
    await operator.upload([['안/문서.pdf', PDF]], folder)
    await operator.upload([['지운 것.pdf', PDF]])
    await operator.deleteItem(
      (await operator.items()).find(({ name }) => name === '지운 것.pdf')!.id,
    )
    expect(await found(room, ['자료.pdf', '지운 것.pdf', '자료.pdf/안/문서.pdf'])).toMatchObject([
      { path: '자료.pdf/안/문서.pdf' },
    ])
    await operator.deleteItem(folder)
    expect(await found(room, ['자료.pdf/안/문서.pdf'])).toEqual([])
    expect((await operator.conflicts(['문서.pdf'], folder)).http).toBe(404)
  })

  it('lies no deeper than a tree can be, however long a path is that asks for it', async () => {
    const room = await app.room()
    const path = `${'a/'.repeat(LIMITS.treeDepth)}문서.pdf`
    await room.operator.upload([[path, PDF]])
    expect(await found(room, [`a/${path}`, path])).toMatchObject([{ path }])
  })

  it('E02: is of the own room only, for operators, and asked about as many paths as a call takes', async () => {
    const [room, other] = [await app.room(), await app.room()]
    await room.operator.upload([['깊은/문서.pdf', PDF]])
    const folder = (await room.operator.items())[0]!.id
    const many = Array.from(
      { length: LIMITS.pathsPerCall },
      (_, number) => `깊은/${number}/문서.pdf`,
    )
    expect(await found(room, [...many.slice(1), '깊은/문서.pdf'])).toHaveLength(1)
    expect((await room.operator.conflicts([...many, 'a.pdf'])).http).toBe(400)
    expect((await room.operator.conflicts([])).http).toBe(400)
    expect((await other.operator.conflicts(['문서.pdf'], folder)).http).toBe(404)
    expect(await found(other, ['깊은/문서.pdf'])).toEqual([])
    const file = (await room.operator.items(folder))[0]!.id
    expect((await room.operator.conflicts(['문서.pdf'], file)).http).toBe(404)
    const { client } = await app.participant(room)
    expect((await client.conflicts(['깊은/문서.pdf'])).http).toBe(403)
  })
})
