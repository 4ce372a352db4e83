import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { appendTo, beginUpload, newUpload } from '../../../test/harness/tus.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { downloadOf } from '../../../test/scenarios/downloads.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  itemNamed,
  publish,
  putStaged,
  type RoomWithReader,
  roomWithReader,
  stagingOfFolder,
  stagingOfRoom,
  unpublish,
  uploadStaged,
  waitingIn,
} from '../../../test/scenarios/publishing.ts'

const PDF = makePdf(1)
const LONGER = makePdf(3)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
})
afterAll(() => app.close())

const names = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ name }) => name)

const idOf = ({ json }: WireAnswer): number => (json.payload as { id: number }[])[0]?.id ?? 0

describe('an upload waits', () => {
  const wait = (staged: string | undefined) => (staged === undefined ? {} : { staged })
  it.each([
    { room: undefined, folder: undefined, upload: undefined, state: 'published' },
    { room: undefined, folder: undefined, upload: 'true', state: 'staged' },
    { room: true, folder: undefined, upload: undefined, state: 'staged' },
    { room: true, folder: undefined, upload: 'false', state: 'published' },
    { room: true, folder: false, upload: undefined, state: 'published' },
    { room: undefined, folder: true, upload: undefined, state: 'staged' },
    { room: undefined, folder: true, upload: 'false', state: 'published' },
  ])(
    'room $room, folder $folder, upload $upload: $state',
    async ({ room: ofRoom, folder: ofFolder, upload, state }) => {
      const { room, operator, client } = await roomWithReader(app)
      const above = await operator.newFolder('재무')
      const below = await operator.newFolder('2026', above)
      if (ofRoom !== undefined) expect((await stagingOfRoom(room, ofRoom)).http).toBe(200)
      if (ofFolder !== undefined)
        expect((await stagingOfFolder(room, above, ofFolder)).http).toBe(200)
      expect((await operator.list(below)).json.stagesUploads).toBe(ofFolder ?? ofRoom ?? false)
      const form = operator.uploadForm(below, 4)
      for (const [name, value] of Object.entries(wait(upload))) form.set(name, value)
      form.append('file', new Blob([PDF]), '분기/보고.pdf')
      expect((await operator.call('POST', '/room/api/file/upload', { form })).http).toBe(200)

      const [made] = await operator.items(below)
      const [file] = await operator.items(made?.id ?? 0)
      expect([made, file]).toMatchObject([
        { name: '분기', state },
        { name: '보고.pdf', state },
      ])
      expect(await names(client, below)).toEqual(state === 'published' ? ['분기'] : [])
      expect((await client.list(below)).json).not.toHaveProperty('stagesUploads')
    },
  )

  it('folders and resumable uploads do as well', async () => {
    const { room, operator, client } = await roomWithReader(app)
    await stagingOfRoom(room, true)
    await operator.makeFolders(['가/나'])
    await operator.call('POST', '/room/api/file/folders', {
      body: { parent: 0, paths: ['다'], id: operator.me.id, roomId: room.roomId, staged: false },
    })
    for (const [index, more] of [{}, { staged: 'false' }].entries()) {
      const upload = await newUpload(operator, {
        name: `올림 ${index}.pdf`,
        size: PDF.length,
        ...more,
      })
      expect((await appendTo(operator, upload, 0, PDF)).http).toBe(204)
    }
    expect((await operator.items()).map(({ name, state }) => [name, state])).toEqual([
      ['가', 'staged'],
      ['다', 'published'],
      ['올림 0.pdf', 'staged'],
      ['올림 1.pdf', 'published'],
    ])
    expect(await names(client)).toEqual(['다', '올림 1.pdf'])
    expect(
      (await beginUpload(operator, { name: '셋.pdf', size: PDF.length, staged: 'maybe' })).http,
    ).toBe(400)
    expect((await uploadStaged(operator, '셋.pdf', PDF, { staged: 'maybe' })).http).toBe(400)
  })
})

describe('what is staged', () => {
  it('is counted, found, measured and opened by operators alone', async () => {
    const { operator, client } = await roomWithReader(app)
    await operator.put('보임.pdf', PDF)
    const hidden = await putStaged(operator, '대기.pdf', PDF)
    const folder = await operator.newFolder('폴더')
    await putStaged(operator, '대기 둘.pdf', PDF, folder)
    expect((await operator.list()).json.counts).toEqual({ folders: 1, files: 2 })
    expect((await client.list()).json.counts).toEqual({ folders: 1, files: 1 })
    expect((await itemNamed(operator, '폴더'))?.itemCount).toBe(1)
    expect((await itemNamed(client, '폴더'))?.itemCount).toBe(0)
    expect((await client.list(0, { keword: '대기' })).json.payload).toEqual([])
    expect(((await operator.list(0, { keword: '대기' })).json.payload as ItemRecord[]).length).toBe(
      2,
    )
    expect((await client.call('GET', `/room/api/file/prepareFile/${hidden}`)).http).toBe(404)
    expect((await operator.call('GET', `/room/api/file/prepareFile/${hidden}`)).http).toBe(200)
  })

  it('is listed for operators with what waits, without what lies in a staged folder', async () => {
    const { room, operator, reader } = await roomWithReader(app)
    await operator.put('보임.pdf', PDF)
    const folder = idOf(await operator.makeFolders(['재무/2026']))
    await putStaged(operator, '안.pdf', PDF, folder)
    const [top] = await operator.items()
    await unpublish(room, [top?.id ?? 0])
    await putStaged(operator, '밖.pdf', PDF)
    await uploadStaged(operator, '보임.pdf', LONGER, { conflict: 'replace' })
    const { json } = await waitingIn(room)
    expect((json.payload as ItemRecord[]).map(({ path }) => path)).toEqual([
      '밖.pdf',
      '재무',
      '보임.pdf',
    ])
    expect(json).toMatchObject({ documents: 3, ordered: 0 })
    const first = await waitingIn(room, { limit: 1 })
    expect((first.json.payload as ItemRecord[]).map(({ path }) => path)).toEqual(['밖.pdf'])
    const rest = await waitingIn(room, { cursor: first.json.nextCursor })
    expect((rest.json.payload as ItemRecord[]).map(({ path }) => path)).toEqual([
      '재무',
      '보임.pdf',
    ])
    expect((await reader.client.call('GET', `/room/api/file/staged/${room.roomId}`)).http).toBe(403)
  })

  it('beats every grant, and shows no way to what was granted below', async () => {
    const { room, operator, reader, client } = await roomWithReader(app)
    const group = await newGroup(room, '인수인 A', 'none')
    await moveInto(room, group, [reader])
    const folder = await operator.newFolder('재무')
    const inside = await operator.newFolder('공유', folder)
    const document = await operator.put('보고.pdf', PDF, inside)
    await grant(room, { groupId: group, itemId: document, level: 'original' })
    expect(await names(client)).toEqual(['재무'])
    await unpublish(room, [document])
    expect(await names(client)).toEqual([])
    expect((await client.list(folder)).http).toBe(404)
    await grant(room, { groupId: group, itemId: folder, level: 'view' })
    expect(await names(client, inside)).toEqual([])
    expect((await itemNamed(client, '공유', folder))?.itemCount).toBe(0)
    expect((await publish(room, [document])).json.payload).toMatchObject({
      documents: 1,
      unseen: [],
      submitted: 0,
    })
    expect(await names(client, inside)).toEqual(['보고.pdf'])
  })
})

describe('publishing', () => {
  it('shows a folder with all that is in it, and names what stays unseen', async () => {
    const { room, operator, client } = await roomWithReader(app)
    await stagingOfRoom(room, true)
    await operator.upload([
      ['재무/1.pdf', PDF],
      ['재무/2026/2.pdf', PDF],
      ['법무/3.pdf', PDF],
    ])
    const [legal, finance] = await operator.items()
    const [document] = await operator.items(legal?.id)
    expect((await publish(room, [document?.id ?? 0])).json.payload).toEqual({
      documents: 1,
      folders: 0,
      unseen: [document?.id],
      submitted: 0,
    })
    expect(await names(client)).toEqual([])
    expect(await itemNamed(operator, '3.pdf', legal?.id)).toMatchObject({
      state: 'published',
      isUnseen: true,
    })
    expect((await publish(room, [finance?.id ?? 0])).json.payload).toEqual({
      documents: 2,
      folders: 2,
      unseen: [],
      submitted: 0,
    })
    expect(await names(client)).toEqual(['재무'])
    expect(await names(client, finance?.id)).toEqual(['2026', '1.pdf'])
    expect((await client.list(finance?.id)).json.counts).toEqual({ folders: 1, files: 1 })
    await publish(room, [legal?.id ?? 0, document?.id ?? 0])
    expect(await names(client, legal?.id)).toEqual(['3.pdf'])
    expect(await app.logged(room.roomId)).toContain('document.published')
  })

  it('stays staged in a folder that is published alone, as the undo of an unpublication does, and answers no request', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('재무')
    const inner = await operator.newFolder('세무', folder)
    const shown = await operator.put('공개.pdf', PDF, folder)
    await uploadStaged(operator, '공개.pdf', LONGER, { parent: folder, conflict: 'replace' })
    await putStaged(operator, '대기.pdf', PDF, folder)
    await operator.put('신고서.pdf', PDF, inner)
    await unpublish(room, [inner])
    await unpublish(room, [folder])
    expect(await names(client)).toEqual([])
    for (const more of [
      { at: new Date(app.clock.now().getTime() + 60_000).toISOString() },
      { notify: true },
    ])
      expect((await publish(room, [folder], { only: true, ...more })).http).toBe(400)
    const only = (ids: readonly number[]) => publish(room, ids, { only: true })
    expect((await only([folder])).json.payload).toEqual({
      documents: 1,
      folders: 1,
      unseen: [],
      submitted: 0,
    })
    expect(await names(client, folder)).toEqual(['공개.pdf'])
    expect((await client.items(folder))[0]?.size).toBe(PDF.length)
    expect((await only([folder, shown])).json.payload).toEqual({
      documents: 0,
      folders: 0,
      unseen: [],
      submitted: 0,
    })
    await unpublish(room, [folder])
    expect((await only([inner])).json.payload).toEqual({
      documents: 0,
      folders: 0,
      unseen: [inner],
      submitted: 0,
    })
    expect((await client.list(inner)).http).toBe(404)
    expect((await only([folder])).json.payload).toMatchObject({ documents: 2, folders: 2 })
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.published'),
    ).toHaveLength(3)
  })

  it('stays staged with what came into it after it was unpublished, when that is taken back', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const folder = await operator.newFolder('재무')
    const inner = await operator.put('보고.pdf', PDF, folder)
    const alone = await operator.put('계약서.pdf', PDF)
    const other = await operator.put('정관.pdf', PDF)
    await unpublish(room, [folder, alone, other])
    await operator.put('나중.pdf', PDF, folder)
    await uploadStaged(operator, '계약서.pdf', LONGER, { conflict: 'replace' })
    const { json } = await publish(room, [folder, alone, other], { only: true })
    expect(json.payload).toMatchObject({ documents: 1, folders: 0, submitted: 0 })
    expect((json.payload as { unseen: number[] }).unseen.sort()).toEqual([folder, alone].sort())
    expect(await names(client)).toEqual(['정관.pdf'])
    expect((await client.list(folder)).http).toBe(404)
    const never = await putStaged(operator, '초안.pdf', PDF)
    expect((await publish(room, [never], { only: true })).json.payload).toMatchObject({
      documents: 0,
      unseen: [never],
    })
    await publish(room, [folder, alone])
    expect((await client.items(folder)).map(({ id }) => id)).toContain(inner)
  })

  it('belongs to the version: readers keep the last one that was published', async () => {
    const { room, operator, client } = await roomWithReader(app)
    await operator.switches(false)
    const id = await operator.put('계약.pdf', PDF)
    expect(idOf(await uploadStaged(operator, '계약.pdf', LONGER, { conflict: 'replace' }))).toBe(id)
    const bytes = async (): Promise<number> =>
      (await downloadOf(client, room, '계약.pdf')).bytes.length
    expect(await itemNamed(client, '계약.pdf')).toMatchObject({
      size: PDF.length,
      state: 'published',
    })
    expect(await itemNamed(client, '계약.pdf')).not.toHaveProperty('waits')
    expect(await bytes()).toBe(PDF.length)
    expect(await itemNamed(operator, '계약.pdf')).toMatchObject({
      ...{ size: PDF.length, state: 'published' },
      waits: { number: 2, size: LONGER.length },
    })
    expect((await operator.versions(id)).json.payload).toMatchObject([
      { number: 2, staged: true },
      { number: 1, staged: false },
    ])
    expect((await operator.upload([['계약.pdf', PDF]], 0, 'keep')).json.payload).toMatchObject([
      { name: '계약 (2).pdf' },
    ])

    expect((await publish(room, [id])).json.payload).toEqual({
      documents: 1,
      folders: 0,
      unseen: [],
      submitted: 0,
    })
    expect(await bytes()).toBe(LONGER.length)
    expect(await itemNamed(operator, '계약.pdf')).not.toHaveProperty('waits')
    expect((await operator.versions(id)).json.payload).toMatchObject([
      { number: 2, staged: false },
      { number: 1 },
    ])
  })

  it('of a newer version leaves behind one that waited, which keeps its number', async () => {
    const { room, operator, client } = await roomWithReader(app)
    const id = await operator.put('계약.pdf', PDF)
    await uploadStaged(operator, '계약.pdf', LONGER, { conflict: 'replace' })
    await operator.upload([['계약.pdf', makePdf(2)]], 0, 'replace')
    expect((await operator.versions(id)).json.payload).toMatchObject([
      { number: 3, staged: false },
      { number: 2, staged: true },
      { number: 1, staged: false },
    ])
    expect(await itemNamed(operator, '계약.pdf')).not.toHaveProperty('waits')
    expect((await publish(room, [id])).json.payload).toMatchObject({ documents: 0 })
    expect((await itemNamed(client, '계약.pdf'))?.size).toBe(makePdf(2).length)
  })

  it('is not undone or done by replacing what is staged, unless the upload says so', async () => {
    const { operator, client } = await roomWithReader(app)
    await putStaged(operator, '초안.pdf', PDF)
    await operator.upload([['초안.pdf', LONGER]], 0, 'replace')
    expect(await itemNamed(operator, '초안.pdf')).toMatchObject({
      state: 'staged',
      size: LONGER.length,
    })
    expect(await names(client)).toEqual([])
    await uploadStaged(operator, '초안.pdf', makePdf(2), { conflict: 'replace', staged: 'false' })
    expect(await itemNamed(client, '초안.pdf')).toMatchObject({
      state: 'published',
      size: makePdf(2).length,
    })
  })

  it.each([
    [
      'an item of another room',
      async ({ room }: RoomWithReader, other: number) => publish(room, [other]),
      404,
    ],
    [
      'one of two that are gone',
      async ({ room, operator }: RoomWithReader) =>
        publish(room, [await putStaged(operator, '하나.pdf', PDF), 999_999_999]),
      404,
    ],
    [
      'one in the trash',
      async ({ room, operator }: RoomWithReader) => {
        const id = await putStaged(operator, '버림.pdf', PDF)
        await operator.deleteItem(id)
        return publish(room, [id])
      },
      404,
    ],
    ['nothing', ({ room }: RoomWithReader) => publish(room, []), 400],
    [
      'a time in the past',
      async ({ room, operator }: RoomWithReader) =>
        publish(room, [await putStaged(operator, '하나.pdf', PDF)], {
          at: '2020-01-01T00:00:00.000Z',
        }),
      400,
    ],
    [
      'a time in two years',
      async ({ room, operator }: RoomWithReader) =>
        publish(room, [await putStaged(operator, '하나.pdf', PDF)], {
          at: new Date(Date.now() + 2 * 366 * 86_400_000).toISOString(),
        }),
      400,
    ],
    [
      'a participant’s call',
      async ({ client, room }: RoomWithReader) =>
        client.call('POST', '/room/api/file/publish', { body: { roomId: room.roomId, ids: [1] } }),
      403,
    ],
  ] as const)('of %s is refused, and nothing is shown', async (_, act, http) => {
    const shared = await roomWithReader(app)
    const other = await putStaged((await app.room()).operator, '남의 것.pdf', PDF)
    expect((await act(shared, other)).http).toBe(http)
    expect(await names(shared.client)).toEqual([])
    expect(await app.logged(shared.room.roomId)).not.toContain('document.published')
  })
})
