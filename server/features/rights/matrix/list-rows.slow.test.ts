import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { roomWithCells } from '../../../test/scenarios/rights/matrix-sheets.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('rows of the matrix', () => {
  const rows = ({ operator, roomId }: TestRoom, asked: object) =>
    operator.call('POST', '/room/api/grant/rows', { body: { roomId, ...asked } })

  it('are items with grants of their own, or those whose names match, with the folders above them', async () => {
    const { room, bidder, first, folder, deep, inDeep } = await roomWithCells(app)
    const path = [
      { id: folder, name: '재무' },
      { id: deep, name: '세금' },
    ]
    const [finance, report] = [
      { id: folder, name: '재무', isFolder: true, path: [], state: 'published' },
      { id: inDeep, name: '=신고서.pdf', isFolder: false, path, state: 'published' },
    ]
    expect((await rows(room, { isGranted: true })).json.payload).toEqual([finance, report])
    expect((await rows(room, { isGranted: true, groupId: bidder })).json.payload).toEqual([
      finance,
      report,
    ])
    expect((await rows(room, { isGranted: true, groupId: first })).json.payload).toEqual([])
    expect((await rows(room, { isGranted: true, keyword: '신고' })).json.payload).toEqual([report])
    expect((await rows(room, { keyword: '세금' })).json.payload).toEqual([
      { id: deep, name: '세금', isFolder: true, path: path.slice(0, 1), state: 'published' },
    ])
    const page = await rows(room, { isGranted: true, limit: 1 })
    expect(page.json.payload).toEqual([finance])
    expect(
      (await rows(room, { isGranted: true, limit: 1, cursor: page.json.nextCursor })).json.payload,
    ).toEqual([report])
    expect((await rows(room, {})).http).toBe(400)
    await room.operator.call('POST', '/room/api/file/unpublish', {
      body: { roomId: room.roomId, ids: [folder] },
    })
    expect((await rows(room, { isGranted: true })).json.payload).toMatchObject([
      { id: folder, state: 'staged' },
      { id: inDeep, isUnseen: true },
    ])
    await room.operator.deleteItem(folder)
    expect((await rows(room, { isGranted: true })).json.payload).toEqual([])
  })
})
