import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSessionParts } from '../../test/harness/session-parts.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { pdf } from '../../test/scenarios/archives.ts'
import { grant, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { openEar } from '../../test/servers/open-ear.ts'

const SOON = { timeout: 10_000 }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const inMs = (ms: number): string => new Date(app.clock.now().getTime() + ms).toISOString()

interface Furnished {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly group: number
}

async function furnish(): Promise<Furnished> {
  const room = await app.room()
  const person = await app.participant(room)
  const group = await newGroup(room, '인수인', 'download')
  await moveInto(room, group, [person])
  await room.operator.setRight(person.memberId, 'download', true)
  return { room, person, group }
}

const endGroup = ({ room, group }: Furnished, until: string) =>
  room.operator.call('POST', '/room/api/group/update', {
    body: { id: group, roomId: room.roomId, until },
  })

it('a stream reports each end of a grant at once, and ends with the time of the group, while others hear nothing', async () => {
  const furnished = await furnish()
  const { room, person, group } = furnished
  const other = await app.participant(room)
  const [one, two] = [await room.operator.newFolder('하나'), await room.operator.newFolder('둘')]
  await grant(
    room,
    { groupId: group, itemId: one, level: 'view', until: inMs(6_000) },
    { groupId: group, itemId: two, level: 'view', until: inMs(7_500) },
  )
  await endGroup(furnished, inMs(9_000))
  const [ear, bystander] = [await openEar(person.client), await openEar(other.client)]
  await expect
    .poll(() => ear.heard.at(-1), SOON)
    .toMatchObject({ type: 'ended', code: 'ACCESS_BLOCKED' })
  const types = ear.heard.map(({ type }) => type)
  expect([types[0], types[1], types.at(-1)]).toEqual(['hello', 'rights', 'ended'])
  expect(types.filter((type) => type === 'rights')).toHaveLength(2)
  expect(types.length - 4).toBeGreaterThanOrEqual(1)
  expect(types.length - 4).toBeLessThanOrEqual(2)
  expect(types.filter((type) => !['hello', 'rights', 'items', 'ended'].includes(type))).toEqual([])
  expect(bystander.heard).toEqual([{ type: 'hello' }])
  bystander.hangUp()
})

it('all streams of a group learn of an end at once, but are not asked to read lists in the same moment', async () => {
  const { room, person, group } = await furnish()
  const folder = await room.operator.newFolder('하나')
  await grant(room, { groupId: group, itemId: folder, level: 'view', until: inMs(3_000) })
  const ears = await Promise.all(Array.from({ length: 8 }, () => openEar(person.client)))
  const having = (type: string) =>
    ears.filter(({ heard }) => heard.some((event) => event.type === type)).length
  await expect.poll(() => having('rights'), { ...SOON, interval: 20 }).toBe(ears.length)
  expect(having('items')).toBeLessThan(ears.length)
  await expect.poll(() => having('items'), SOON).toBe(ears.length)
  for (const ear of ears) ear.hangUp()
})

it('a watched call is checked at each limit, not at the first alone', async () => {
  const furnished = await furnish()
  const { room, person, group } = furnished
  const folder = await room.operator.newFolder('하나')
  await grant(room, { groupId: group, itemId: folder, level: 'view', until: inMs(1_500) })
  await endGroup(furnished, inMs(3_000))
  const opened = await openSessionParts(app)
  try {
    const request = {
      headers: { authorization: `Bearer ${person.client.me.jwt}` },
      ip: '127.0.0.1',
    } as never
    const admitted = await opened.guard.admit(request, { permission: 'documents.read' })
    const watch = opened.guard.watch(admitted, 'documents.read')
    expect(watch.signal.aborted).toBe(false)
    await expect.poll(() => watch.signal.reason, SOON).toMatchObject({ code: 'ACCESS_BLOCKED' })
    watch.release()
  } finally {
    await opened.close()
  }
})

it('a running download ends with its grant, though nobody reads on', async () => {
  const { room, person, group } = await furnish()
  const large = await room.operator.put('큰 것.pdf', pdf(60_000_000))
  await grant(room, { groupId: group, itemId: large, level: 'original', until: inMs(3_000) })
  const filename = (await person.client.items()).find(({ id }) => id === large)?.filename
  const reader = (await person.client.fetch('GET', `/room/api/file/${filename}`)).body?.getReader()
  await reader?.read()
  await expect
    .poll(
      async () => (await person.client.items()).find(({ id }) => id === large)?.permission,
      SOON,
    )
    .toBeUndefined()
  const readOn = async (): Promise<void> => {
    while (!(await reader?.read())?.done);
  }
  await expect(readOn()).rejects.toThrow()
})
