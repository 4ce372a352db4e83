import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { publish, unpublish } from '../../../test/scenarios/publishing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const moveTo = async (client: WireClient, fileId: number, parent: number) => {
  const { http } = await client.call('PATCH', '/room/api/file/file/update/move', {
    body: { fileId, id: client.me.id, roomId: client.me.roomId, parent },
  })
  expect(http).toBe(200)
}

const all = async (client: WireClient, folder = 0): Promise<string[]> => {
  const items = await client.items(folder)
  const inside = await Promise.all(items.map(({ id, type }) => (type === 5 ? all(client, id) : [])))
  return [...items.map(({ path }) => path), ...inside.flat()].sort()
}

async function openRoom() {
  const room = await app.room()
  const { operator } = room
  await operator.upload([
    ['계약/주계약.pdf', makePdf(1)],
    ['대기/초안.pdf', makePdf(2)],
    ['안내문.pdf', makePdf(3)],
  ])
  const ids = Object.fromEntries((await operator.items()).map(({ name, id }) => [name, id]))
  const [contract = 0, staged = 0, letter = 0] = [ids['계약'], ids['대기'], ids['안내문.pdf']]
  await unpublish(room, [staged])
  const { client: reader } = await app.participant(room)
  expect(await all(reader)).toEqual(['계약', '계약/주계약.pdf', '안내문.pdf'])
  return { room, operator, reader, contract, staged, letter }
}

it('what went into a staged folder and comes back is shown as before, with all that was in it', async () => {
  const { operator, reader, contract, staged, letter } = await openRoom()
  for (const id of [letter, contract]) await moveTo(operator, id, staged)
  expect(await all(reader)).toEqual([])
  for (const id of [letter, contract]) await moveTo(operator, id, 0)
  expect(await all(reader)).toEqual(['계약', '계약/주계약.pdf', '안내문.pdf'])
  expect((await operator.items()).map(({ state }) => state)).toEqual([
    'published',
    'staged',
    'published',
  ])
})

it('elsewhere it stays staged, and so does what was never shown', async () => {
  const { operator, reader, contract, staged, letter } = await openRoom()
  await moveTo(operator, letter, staged)
  await moveTo(operator, letter, contract)
  const [draft] = (await operator.items(staged)).map(({ id }) => id)
  await moveTo(operator, draft ?? 0, 0)
  expect(await all(reader)).toEqual(['계약', '계약/주계약.pdf'])
})

it('what somebody staged, replaced or filled meanwhile stays staged', async () => {
  const { room, operator, reader, contract, staged, letter } = await openRoom()
  for (const id of [letter, contract]) await moveTo(operator, id, staged)
  await operator.upload([['안내문.pdf', makePdf(4)]], staged, 'replace')
  const [draft] = (await operator.items(staged)).filter(({ name }) => name === '초안.pdf')
  await moveTo(operator, draft?.id ?? 0, contract)
  for (const id of [letter, contract]) await moveTo(operator, id, 0)
  expect(await all(reader)).toEqual([])

  await publish(room, [letter])
  await moveTo(operator, letter, staged)
  await publish(room, [staged])
  await unpublish(room, [staged])
  await moveTo(operator, letter, 0)
  expect(await all(reader), 'the folder was shown and staged again').toEqual([])
})

it('an unpublication that is taken back shows nothing that was moved in from a staged folder', async () => {
  const { room, operator, reader, contract, staged } = await openRoom()
  await unpublish(room, [contract])
  const [draft] = await operator.items(staged)
  await moveTo(operator, draft?.id ?? 0, contract)
  const { json } = await operator.call('POST', '/room/api/file/publish', {
    body: { roomId: room.roomId, ids: [contract], only: true },
  })
  expect(json.payload).toMatchObject({ unseen: [contract] })
  expect(await all(reader)).toEqual(['안내문.pdf'])
})
