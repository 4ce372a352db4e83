import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import {
  aNumber,
  anInstant,
  aText,
  get,
  own,
  PDF,
  payloadOf,
  post,
} from '../scenarios/specification/wire.ts'

const aSwitch = expect.any(Boolean)

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

describe('the calls as the specification writes them: files', () => {
  it('lists a folder by keword, parent and roomId, and says of nothing that no value is present [wire-list]', async () => {
    const { operator, roomId } = await app.room()
    const list = (keword: string, parent = 0) =>
      post(room, '/room/api/file/file/list', { keword, parent, roomId }, operator)
    expect((await list('')).json).toMatchObject({
      status: 'OK',
      payload: [],
      message: 'No value present',
    })
    await operator.upload([['계약/계약서 초안.pdf', PDF]])
    const [folder] = await operator.items()
    expect(folder).toMatchObject({
      parent: 0,
      type: 5,
      name: '계약',
      mimetype: 'FOLDER',
      path: '계약',
      roomId,
      child: [],
    })
    const item = {
      id: aNumber,
      parent: folder?.id,
      type: 4,
      name: '계약서 초안.pdf',
      filename: expect.stringMatching(/\.pdf$/),
      mimetype: 'application/pdf',
      path: '계약/계약서 초안.pdf',
      ext: 'pdf',
      size: PDF.length,
      roomId,
      uploadedAt: anInstant,
      child: [],
      permission: {
        copy: aSwitch,
        edit: true,
        delete: true,
        print: true,
        download: true,
        original: false,
      },
    }
    expect(await payloadOf(list('', folder?.id))).toMatchObject([item])
    expect(await payloadOf(list('초안'))).toMatchObject([item])
    expect((await list('없는 이름')).json).toMatchObject({
      payload: [],
      message: 'No value present',
    })
  })

  it('makes folders and stores files by id, parent, roomId and typeId [wire-upload]', async () => {
    const upload = (fields: object, ...files: readonly File[]) => {
      const form = new FormData()
      form.set('data', JSON.stringify({ ...own(room), ...fields }))
      for (const file of files.length > 0 ? files : [new File([], '')]) form.append('file', file)
      return payloadOf(room.operator.call('POST', '/room/api/file/upload', { form }))
    }
    const made = await upload({ file: null, parent: 0, typeId: 5 })
    expect(made).toEqual({ id: aNumber, name: '새 폴더' })
    const { id: parent } = made as { id: number }
    expect(await upload({ file: null, folderName: '실사', parent, typeId: 5 })).toEqual({
      id: aNumber,
      name: '실사',
    })
    const files = ['하나.pdf', '둘.pdf'].map((name) => new File([new Uint8Array(PDF)], name))
    expect(await upload({ parent, typeId: 4 }, ...files)).toMatchObject([
      { name: '하나.pdf' },
      { name: '둘.pdf' },
    ])
    expect((await room.operator.items(parent)).map(({ name, type }) => [name, type])).toEqual([
      ['실사', 5],
      ['둘.pdf', 4],
      ['하나.pdf', 4],
    ])
  })

  it('copies, renames and deletes by fileId [wire-changes]', async () => {
    const fileId = await room.operator.put('원본.pdf', PDF)
    const parent = await room.operator.newFolder('사본 자리')
    const change = (method: string, path: string, body: object) =>
      payloadOf(
        room.operator.call(method, path, {
          body: { id: room.operator.me.id, roomId: room.roomId, ...body },
        }),
      )
    expect(
      await change('PATCH', '/room/api/file/file/update/copy', {
        fileId,
        name: '원본.pdf',
        parent,
      }),
    ).toEqual({
      id: aNumber,
      name: '원본.pdf',
    })
    expect(
      await change('PATCH', '/room/api/file/file/update/edit', { fileId, name: '고친 이름' }),
    ).toEqual({
      id: fileId,
      name: '고친 이름.pdf',
    })
    await change('DELETE', '/room/api/file/file/delete', { fileId, name: '고친 이름.pdf' })
    expect((await room.operator.items()).map(({ id }) => id)).not.toContain(fileId)
    expect((await room.operator.items(parent)).map(({ name }) => name)).toEqual(['원본.pdf'])
  })

  it('hands out bytes by filename, with the mark and for the printer [wire-bytes]', async () => {
    const other = await app.room()
    const { operator, roomId } = other
    const fileId = await operator.put('문서.pdf', PDF)
    const [item] = await operator.items()
    const bytes = async (response: Response) => ({
      http: response.status,
      type: response.headers.get('content-type'),
      start: Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    })
    const aPdf = { http: 200, type: 'application/pdf', start: '%PDF-' }
    const marked = { fileId, watermarkText: 'email date-time Confidential' }
    expect(
      await bytes(
        await operator.fetch('POST', '/room/api/file/watermarked/download', { body: marked }),
      ),
    ).toEqual(aPdf)
    const printed = { fileId, id: operator.me.id, roomId, type: 2 }
    expect(
      await bytes(await operator.fetch('POST', '/room/api/file/load', { body: printed })),
    ).toEqual(aPdf)
    await operator.switches(false)
    const original = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
    expect(Buffer.from(await original.arrayBuffer()).equals(Buffer.from(PDF))).toBe(true)
  })

  it('prepares a file for viewing, and removes what was prepared by its name [wire-prepare]', async () => {
    const fileId = await room.operator.put('보기.pdf', PDF)
    const prepared = await payloadOf(get(room, `/room/api/file/prepareFile/${fileId}`))
    expect(prepared).toMatchObject({
      path: expect.stringMatching(/^\/room\/api\/file\/view\//),
      name: aText,
      originName: '보기.pdf',
    })
    const { path, name } = prepared as { path: string; name: string }
    await payloadOf(get(room, path))
    await payloadOf(get(room, `/room/api/file/removeTempFile/${name}`))
    expect((await get(room, path)).http).toBe(404)
  })
})
