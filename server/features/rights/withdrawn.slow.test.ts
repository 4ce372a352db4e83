import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { pdf } from '../../test/scenarios/archives.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'

const SECOND_MS = 1_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

async function furnish(level: 'download' | 'original') {
  const room = await app.room()
  await room.operator.switches(level === 'download')
  const person = await app.participant(room)
  await room.operator.setRight(person.memberId, 'download', true)
  const group = await newGroup(room, '인수인', 'none')
  await moveInto(room, group, [person])
  const itemId = await room.operator.put('큰 것.pdf', pdf(level === 'original' ? 60_000_000 : 0))
  await grant(room, { groupId: group, itemId, level })
  const { client } = person
  const ask = async (more: object): Promise<string> => {
    const { json } = await client.call('POST', '/room/api/file/ticket', { body: { fileIds: [itemId], ...more } })
    return (json.payload as { readonly url: string }).url
  }
  return { room, client, itemId, ask, withdraw: () => grant(room, { groupId: group, itemId, level: 'none' }) }
}

async function expectCut(answer: Response, withdraw: () => Promise<unknown>): Promise<void> {
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  await reader?.read()
  await withdraw()
  await wait(SECOND_MS)
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ).rejects.toThrow()
}

describe('a grant that is taken away', () => {
  it('ends a zip that runs', async () => {
    const { room, client, itemId, withdraw } = await furnish('original')
    const body = { fileIds: [itemId], id: client.me.id, roomId: room.roomId }
    await expectCut(await client.fetch('POST', '/room/api/file/zip', { body }), withdraw)
    expect((await client.fetch('POST', '/room/api/file/zip', { body })).status).toBe(404)
  })

  it('ends a download by a ticket that runs', async () => {
    const { ask, withdraw } = await furnish('original')
    await expectCut(await fetch(`${app.base}/api${await ask({ kind: 'download' })}`), withdraw)
  })

  it.each(['download', 'zip'])('closes a ticket of kind %s whose marked copy is ready', async (kind) => {
    const { ask, withdraw } = await furnish('download')
    const url = await ask({ kind })
    const prepared = await fetch(`${app.base}/api/room/api/file/ticket/prepare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: url.split('/').at(-1) }),
    })
    await prepared.text()
    await withdraw()
    const got = await fetch(`${app.base}/api${url}`)
    expect(got.status).toBe(404)
    expect((await got.text()).includes('%PDF')).toBe(false)
  })
})
