import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord } from '../../../test/harness/wire-client.ts'
import { findBroken } from '../../../test/tree/tree-invariants.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function filled(): Promise<{
  room: TestRoom
  folder: ItemRecord
  file: ItemRecord
  other: ItemRecord
}> {
  const room = await app.room()
  await room.operator.makeFolder('계약')
  await room.operator.upload([
    ['초안.PDF', PDF],
    ['부록.pdf', PDF],
  ])
  const items = await room.operator.items()
  const named = (name: string) => items.find((item) => item.name === name)!
  return { room, folder: named('계약'), file: named('초안.PDF'), other: named('부록.pdf') }
}

const editsOf = async (room: TestRoom) =>
  (await app.logged(room.roomId)).filter((kind) => kind === 'document.renamed').length

describe('a new name', () => {
  it.each([
    ['최종.PDF', '최종.PDF'],
    ['최종.pdf', '최종.PDF'],
    ['최종', '최종.PDF'],
    ['보고서 v1.2', '보고서 v1.2.PDF'],
    ['  최종.PDF  ', '최종.PDF'],
    ['초안.pdf.PDF', '초안.pdf.PDF'],
    ['한글'.normalize('NFD'), '한글.PDF'],
    ['<img onerror=alert(1)>', '<img onerror=alert(1)>.PDF'],
    ['C:\\con', 'C:\\con.PDF'],
    ['한\r\n줄', '한줄.PDF'],
    ['초안 ', '초안.PDF'],
  ])('of a file, wanted as %j, is %j', async (wanted, name) => {
    const { room, file } = await filled()
    const { http, json } = await room.operator.renameItem(file.id, wanted)
    expect({ http, json }).toEqual({
      http: 200,
      json: { status: 'OK', payload: { id: file.id, name } },
    })
    const now = (await room.operator.items()).find(({ id }) => id === file.id)
    expect({ ...now, preview: file.preview }).toEqual({ ...file, name, path: name })
    expect((await room.operator.list(0, { keword: '초안' })).json.payload).toHaveLength(
      name.startsWith('초안') ? 1 : 0,
    )
    expect(await editsOf(room)).toBe(name === file.name ? 0 : 1)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('of a folder is free, and shows in the paths below it', async () => {
    const { room, folder } = await filled()
    await room.operator.upload([['안/속.pdf', PDF]], folder.id)
    expect((await room.operator.renameItem(folder.id, '계약.pdf.exe')).json.payload).toEqual({
      id: folder.id,
      name: '계약.pdf.exe',
    })
    const found = (await room.operator.list(0, { keword: '속' })).json.payload as ItemRecord[]
    expect(found.map(({ path }) => path)).toEqual(['계약.pdf.exe/안/속.pdf'])
  })

  it.each([
    ['', 'NAME_UNUSABLE'],
    ['   ', 'NAME_UNUSABLE'],
    ['.', 'NAME_UNUSABLE'],
    ['..', 'NAME_UNUSABLE'],
    ['.pdf', 'NAME_UNUSABLE'],
    ['..pdf', 'NAME_UNUSABLE'],
    ['a/b', 'NAME_UNUSABLE'],
    ['../../x', 'NAME_UNUSABLE'],
    ['\u202Egnp.pdf', 'NAME_UNUSABLE'],
    ['가'.repeat(252), 'NAME_UNUSABLE'],
    ['악성.exe', 'EXTENSION_FIXED'],
    ['쪽.html', 'EXTENSION_FIXED'],
    ['그림.jpg', 'EXTENSION_FIXED'],
    ['초안.pdf.html', 'EXTENSION_FIXED'],
  ])('%j of a file is refused: %s', async (wanted, code) => {
    const { room, file } = await filled()
    const answer = await room.operator.renameItem(file.id, wanted)
    expect({ http: answer.http, code: answer.json.code }).toEqual({ http: 400, code })
    const now = (await room.operator.items()).find(({ id }) => id === file.id)
    expect({ ...now, preview: file.preview }).toEqual(file)
    expect(await editsOf(room)).toBe(0)
  })

  it('that another item of the folder has is refused with a message, in any case; one of another folder is accepted', async () => {
    const { room, folder, file, other } = await filled()
    for (const wanted of ['부록', '부록.PDF', '부록'.normalize('NFD')]) {
      const answer = await room.operator.renameItem(file.id, wanted)
      expect(answer.http).toBe(200)
      expect(answer.json).toEqual({
        status: 'EXCEPTION',
        code: 'NAME_EXISTS',
        payload: '같은 이름이 이미 있습니다. 다른 이름을 입력해 주세요.',
      })
    }
    expect((await room.operator.renameItem(folder.id, '부록.pdf')).json.code).toBe('NAME_EXISTS')
    await room.operator.moveItem(other.id, folder.id)
    expect((await room.operator.renameItem(file.id, '부록')).json.status).toBe('OK')
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('that differs in case alone is taken, and the one that it has already logs nothing', async () => {
    const { room } = await filled()
    const { id } = (await room.operator.makeFolder('Deal')).json.payload as { id: number }
    expect((await room.operator.renameItem(id, 'Deal')).json.payload).toEqual({ id, name: 'Deal' })
    expect(await editsOf(room)).toBe(0)
    expect((await room.operator.renameItem(id, 'DEAL')).json.payload).toEqual({ id, name: 'DEAL' })
    expect(await editsOf(room)).toBe(1)
  })

  it('is given to what the caller can see alone', async () => {
    const { room, file } = await filled()
    const other = await app.room()
    const { client } = await app.participant(room)
    const edit = '/room/api/file/file/update/edit'
    expect((await other.operator.renameItem(file.id, 'x')).http).toBe(404)
    expect((await room.operator.renameItem(999_999, 'x')).http).toBe(404)
    expect(
      (
        await room.operator.change('PATCH', edit, {
          fileId: file.id,
          name: 'x',
          id: room.operator.me.id + 1,
        })
      ).http,
    ).toBe(404)
    expect(
      (
        await room.operator.change('PATCH', edit, {
          fileId: file.id,
          name: 'x',
          roomId: other.roomId,
        })
      ).http,
    ).toBe(404)
    expect((await client.renameItem(file.id, 'x')).http).toBe(403)
    for (const fields of [
      { fileId: file.id },
      { name: 'x' },
      { fileId: file.id, name: 'x', more: 1 },
      { fileId: `${file.id}`, name: 'x' },
    ])
      expect((await room.operator.change('PATCH', edit, fields)).http).toBe(400)
    await room.operator.deleteItem(file.id)
    expect((await room.operator.renameItem(file.id, 'x')).http).toBe(404)
    expect(await editsOf(room)).toBe(0)
  })
})
