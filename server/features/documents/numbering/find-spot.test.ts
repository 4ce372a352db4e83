import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const spot = (client: WireClient, number: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/index/spot', { body: { roomId: client.me.roomId, number } })

async function numberedRoom(numbering: 'live' | 'fixed') {
  const { operator, roomId } = await app.room()
  await operator.upload(
    ['가.pdf', '나.pdf', '다.pdf', '라.pdf'].map((name) => [`계약/${name}`, makePdf(1)]),
  )
  await operator.put('안내문.pdf', makePdf(1))
  await operator.call('POST', '/room/api/room/update/index', { body: { id: roomId, numbering } })
  const folder = (await operator.items()).find(({ name }) => name === '계약')?.id ?? 0
  const files = await operator.items(folder)
  return { operator, roomId, folder, ids: files.map(({ id }) => id) }
}

it('says what stands at a number and around it, at the end, and where nothing can be put', async () => {
  const { operator, folder } = await numberedRoom('live')
  const { json } = await spot(operator, '1.3')
  expect(json.payload).toMatchObject({
    parent: { id: folder, name: '계약', isFolder: true },
    place: 3,
    isEnd: false,
  })
  expect((json.payload as { around: object[] }).around).toMatchObject([
    { place: 2, name: '나.pdf', index: '1.2', isFolder: false },
    { place: 3, name: '다.pdf', index: '1.3' },
    { place: 4, name: '라.pdf', index: '1.4' },
  ])
  expect((await spot(operator, '1.900')).json.payload).toMatchObject({
    place: 5,
    isEnd: true,
    around: [{ name: '라.pdf' }],
  })
  expect((await spot(operator, '1')).json.payload).toMatchObject({
    parent: { id: 0 },
    place: 1,
    around: [{ name: '계약' }, { name: '안내문.pdf' }],
  })
  expect((await spot(operator, '2.1')).json.payload).toMatchObject({
    parent: { name: '안내문.pdf', isFolder: false },
    around: [],
  })
  expect((await spot(operator, '7.1')).json.payload).toMatchObject({ parent: null, around: [] })
  expect((await spot(operator, '0.1')).http).toBe(400)
})

it('finds fixed numbers where they stand by now, and the first greater one where none has it', async () => {
  const { operator, roomId, folder, ids } = await numberedRoom('fixed')
  const [first, second] = ids
  await operator.call('POST', '/room/api/file/order', {
    body: { roomId, parent: folder, ids: [first], before: null },
  })
  expect((await spot(operator, '1.1')).json.payload).toMatchObject({ place: 4, isEnd: false })
  await operator.call('DELETE', '/room/api/file/file/delete', {
    body: { fileId: second, id: operator.me.id, roomId },
  })
  expect((await spot(operator, '1.2')).json.payload).toMatchObject({
    place: 1,
    around: [{ index: '1.3' }, { index: '1.4' }],
  })
  expect((await spot(operator, '1.5')).json.payload).toMatchObject({ place: 4, isEnd: true })
})

it('is refused while numbering is off, and to participants', async () => {
  const room = await app.room()
  expect((await spot(room.operator, '1')).json.code).toBe('NUMBERING_OFF')
  const { client } = await app.participant(room)
  expect((await spot(client, '1')).http).toBe(403)
})
