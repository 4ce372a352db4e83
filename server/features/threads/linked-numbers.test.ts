import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { grant, groupsOf } from '../../test/scenarios/groups.ts'
import { roomWithReader } from '../../test/scenarios/publishing.ts'
import { opened, written } from '../../test/scenarios/threads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('names linked documents with the number that the reader counts, and with none while numbering is off', async () => {
  const { operator, client, room } = await roomWithReader(app)
  const hidden = await operator.newFolder('가')
  const itemId = await operator.put('나.pdf', makePdf(1))
  const [group] = await groupsOf(room)
  await grant(room, { groupId: group?.id ?? 0, itemId: hidden, level: 'none' })
  const { id } = await written(client, { links: [{ itemId }] })
  const shown = async (reader: typeof client) => (await opened(reader, id)).entries[0]?.links[0]
  const number = (fields: object) =>
    operator.call('POST', '/room/api/room/update/index', {
      body: { id: room.roomId, numbering: 'live', ...fields },
    })
  expect(await shown(client)).not.toHaveProperty('index')
  await number({ scope: 'room' })
  for (const reader of [client, operator])
    expect(await shown(reader)).toMatchObject({ name: '나.pdf', index: '2' })
  await number({ scope: 'group' })
  expect(await shown(client)).toMatchObject({ index: '1' })
  expect(await shown(operator)).toMatchObject({ index: '2' })
})
