import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { grant, groupsOf } from '../../../test/scenarios/groups.ts'
import { unpublish } from '../../../test/scenarios/publishing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function chosen(client: WireClient, ids: readonly number[]): Promise<ItemRecord[]> {
  const { http, json } = await client.call('POST', '/room/api/file/items', {
    body: { roomId: client.me.roomId, ids },
  })
  expect(http).toBe(200)
  return json.payload as ItemRecord[]
}

it('gives items of any folders as their lists do, in the order asked, and leaves out what is gone', async () => {
  const { operator, roomId } = await app.room()
  await operator.upload([
    ['01 계약/이전/계약서.pdf', makePdf(1)],
    ['안내문.pdf', makePdf(1)],
    ['버림.pdf', makePdf(1)],
  ])
  await operator.call('POST', '/room/api/room/update/index', {
    body: { id: roomId, numbering: 'live' },
  })
  const [folder, ...files] = await operator.items()
  const [inner] = await operator.items(folder?.id)
  const [deep] = await operator.items(inner?.id)
  const letter = files.find(({ name }) => name === '안내문.pdf')
  const gone = files.find(({ name }) => name === '버림.pdf')
  await operator.call('DELETE', '/room/api/file/file/delete', {
    body: { fileId: gone?.id, id: operator.me.id, roomId },
  })
  const other = await app.room()
  const foreign = await other.operator.put('남의 것.pdf', makePdf(1))
  const listed = (await operator.items()).find(({ id }) => id === letter?.id)
  const found = await chosen(operator, [
    letter?.id ?? 0,
    foreign,
    deep?.id ?? 0,
    gone?.id ?? 0,
    inner?.id ?? 0,
  ])
  expect(found.map(({ id }) => id)).toEqual([letter?.id, deep?.id, inner?.id])
  expect({ ...found[0], preview: null }).toEqual({ ...listed, preview: null })
  expect(found[1]).toMatchObject({
    path: '01 계약/이전/계약서.pdf',
    index: '1.1.1',
    parent: inner?.id,
  })
  expect(found[2]).toMatchObject({ itemCount: 1, folderCount: 0 })
})

it('gives participants nothing that is hidden or staged', async () => {
  const room = await app.room()
  const { operator } = room
  const seen = await operator.put('보임.pdf', makePdf(1))
  const hidden = await operator.put('숨김.pdf', makePdf(1))
  const waiting = await operator.put('대기.pdf', makePdf(1))
  await grant(room, { groupId: (await groupsOf(room))[0]?.id ?? 0, itemId: hidden, level: 'none' })
  await unpublish(room, [waiting])
  const { client } = await app.participant(room)
  expect((await chosen(client, [hidden, waiting, seen])).map(({ id }) => id)).toEqual([seen])
  expect((await chosen(operator, [hidden, waiting])).map(({ id }) => id)).toEqual([hidden, waiting])
})
