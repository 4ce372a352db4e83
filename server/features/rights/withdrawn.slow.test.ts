import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { pdf } from '../../test/scenarios/archives.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'

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
    const { json } = await client.call('POST', '/room/api/file/ticket', {
      body: { fileIds: [itemId], ...more },
    })
    return (json.payload as { readonly url: string }).url
  }
  return {
    room,
    client,
    itemId,
    ask,
    withdraw: () => grant(room, { groupId: group, itemId, level: 'none' }),
  }
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

  it.each(['download', 'zip'])('closes a ticket of kind %s that is ready', async (kind) => {
    const { client, ask, withdraw } = await furnish('download')
    const url = await ask({ kind })
    if (kind === 'download') {
      const body = { ticket: url.split('/').at(-1) }
      const prepared = await client.fetch('POST', '/room/api/file/ticket/prepare', { body })
      expect((await prepared.text()).trim().split('\n').at(-1)).toContain('"ready"')
    }
    await withdraw()
    const got = await fetch(`${app.base}/api${url}`)
    expect(got.status).toBe(404)
    expect((await got.text()).includes('%PDF')).toBe(false)
  })
})

it('a move to where a group sees nothing ends a zip and a download that run', async () => {
  const { room, client, itemId, ask, withdraw } = await furnish('original')
  const { operator, roomId } = room
  const [open, closed] = [await operator.newFolder('열림'), await operator.newFolder('닫힘')]
  await operator.moveItem(itemId, open)
  await withdraw()
  const groupId = (await groupsOf(room)).find(({ name }) => name === '인수인')?.id ?? 0
  expect(
    (
      await grant(
        room,
        { groupId, itemId, level: null },
        { groupId, itemId: open, level: 'original' },
      )
    ).http,
  ).toBe(200)
  const zip = await client.fetch('POST', '/room/api/file/zip', {
    body: { fileIds: [itemId], id: client.me.id, roomId },
  })
  const download = await fetch(`${app.base}/api${await ask({ kind: 'download' })}`)
  const move = () => operator.moveItem(itemId, closed)
  await Promise.all([expectCut(zip, move), expectCut(download, async () => undefined)])
})
