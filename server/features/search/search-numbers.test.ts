import { afterAll, beforeAll, expect, it } from 'vitest'
import { pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { grant, groupsOf } from '../../test/scenarios/groups.ts'
import { roomWithReader } from '../../test/scenarios/publishing.ts'
import { allRead, findings } from '../../test/scenarios/searching.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
})
afterAll(() => app.close())

async function searchedRoom(numbering: string, scope: string) {
  const made = await roomWithReader(app)
  const { room, operator } = made
  const [hidden, open] = [await operator.newFolder('가 숨김'), await operator.newFolder('나 공개')]
  await operator.put('hidden.pdf', pdfOf([textPage('numbered words')]), hidden)
  const paper = await operator.put('paper.pdf', pdfOf([textPage('numbered words')]), open)
  await operator.call('POST', '/room/api/room/update/index', {
    body: { id: room.roomId, numbering, scope },
  })
  const [group] = await groupsOf(room)
  expect((await grant(room, { groupId: group?.id ?? 0, itemId: hidden, level: 'none' })).http).toBe(
    200,
  )
  await allRead(app, room.roomId)
  return { ...made, paper }
}

const inTexts = async (client: WireClient) =>
  (await findings(client, 'numbered words', { sort: 'name' })).payload.map(
    ({ item }) => `${item.index} ${item.name}`,
  )

const byNumber = async (client: WireClient, keword: string) =>
  (await client.list(0, { keword })).json.payload as { id: number; name: string; index?: string }[]

it('shows in results the numbers of the searching group, and finds by those alone', async () => {
  const { operator, client, paper } = await searchedRoom('live', 'group')
  expect(await inTexts(operator)).toEqual(['1.1 hidden.pdf', '2.1 paper.pdf'])
  expect(await inTexts(client)).toEqual(['1.1 paper.pdf'])
  expect((await byNumber(client, '1.1'))[0]).toMatchObject({ id: paper, index: '1.1' })
  expect(await byNumber(client, '2.1'), 'the number of the room shows nothing').toEqual([])
})

it('gives everybody the numbers of the room where they are the same, but never a hidden item', async () => {
  const { client, operator, paper } = await searchedRoom('fixed', 'room')
  for (const each of [client, operator]) expect(await inTexts(each)).toContain('2.1 paper.pdf')
  expect((await byNumber(client, '2.1'))[0]).toMatchObject({ id: paper, index: '2.1' })
  expect(await byNumber(client, '1.1')).toEqual([])
})

it('shows none while numbering is off', async () => {
  const { client } = await searchedRoom('off', 'room')
  const [found] = (await findings(client, 'numbered words')).payload
  expect(found?.item).not.toHaveProperty('index')
})
