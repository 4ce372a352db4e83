import { afterAll, beforeAll, expect, it } from 'vitest'
import { sentenceOf } from '../../../contract/features/activity/activity-sentences.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { openEar } from '../../test/servers/open-ear.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const [SOON, LATER] = ['2031-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z']

const update = ({ operator, roomId }: TestRoom, id: number, body: object) =>
  operator.call('POST', '/room/api/group/update', { body: { id, roomId, ...body } })

async function sentencesOf({ operator, roomId }: TestRoom, count: number): Promise<string[]> {
  const { json } = await operator.call('GET', `/room/api/room/roomActivity/list/${roomId}`, {
    headers: { 'accept-language': 'en' },
  })
  const { roomActivityItem } = json.payload as { roomActivityItem: { description: string }[] }
  return roomActivityItem.slice(0, count).map(({ description }) => description)
}

it('the log says from what to what a group and its grants were changed', async () => {
  const room = await app.room()
  const group = await newGroup(room, 'Bidder', 'view')
  await update(room, group, { until: SOON, networks: ['10.0.0.0/8'], shared: false })
  await update(room, group, { until: LATER, networks: [] })
  await update(room, group, { until: null, shared: true, isDefault: true })
  const [third, second, first] = await sentencesOf(room, 3)
  expect(first).toMatch(
    /^Changed the group Bidder, time from no limit to until 2031-.*, networks from no limit to 10\.0\.0\.0\/8, its people no longer see each other$/,
  )
  expect(second).toMatch(
    /^Changed the group Bidder, time from until 2031-.* to until 2032-.*, networks from 10\.0\.0\.0\/8 to no limit$/,
  )
  expect(third).toMatch(
    /^Changed the group Bidder, time from until 2032-.* to no limit, its people see each other, now the default group$/,
  )

  await grant(room, { groupId: group, itemId: 0, level: 'view', until: SOON })
  await grant(room, { groupId: group, itemId: 0, level: 'print' })
  expect((await sentencesOf(room, 1))[0]).toMatch(
    /on all documents from view \(until 2031-.*\) to view and print$/,
  )

  await update(room, group, { name: 'Buyer', root: { level: 'view' } })
  const [granted, renamed] = await sentencesOf(room, 2)
  expect(granted).toBe(
    'Changed the permission of the group Buyer on all documents from view and print to view',
  )
  expect(renamed).toContain('Bidder')
})

it('the log names each person of a group that is removed, of whom others hear nothing', async () => {
  const room = await app.room()
  const group = await newGroup(room, 'Bidder', 'view')
  const [first] = await groupsOf(room)
  const [moved, bystander] = [await app.participant(room), await app.participant(room)]
  await moveInto(room, group, [moved])
  const [own, other] = [await openEar(moved.client), await openEar(bystander.client)]
  await room.operator.call('POST', '/room/api/group/remove', {
    body: { id: group, roomId: room.roomId, into: first?.id },
  })
  await expect
    .poll(() => own.heard.map(({ type }) => type))
    .toEqual(expect.arrayContaining(['hello', 'rights', 'items']))
  expect(await sentencesOf(room, 2)).toEqual([
    `Removed the group Bidder (moved 1 person to ${first?.name})`,
    `Moved 이참여 from the group Bidder to ${first?.name}`,
  ])
  await room.operator.newFolder('Folder')
  await expect.poll(() => other.heard.at(-1)).toEqual({ type: 'items', parent: 0 })
  expect(other.heard).toHaveLength(2)
  for (const ear of [own, other]) ear.hangUp()
})

it('entries of earlier releases keep their sentences', () => {
  const old = { groupId: 1, name: 'A', before: 'A', isDefault: true, networks: ['10.0.0.0/8'] }
  expect(sentenceOf('group.updated', old, 'en')).toBe(
    'Changed the group A, networks 10.0.0.0/8, default group',
  )
  const granted = { groupId: 1, group: 'A', itemId: 0, name: '', before: 'view', level: 'print' }
  expect(sentenceOf('right.granted', granted, 'en')).toBe(
    'Changed the permission of the group A on all documents from view to view and print',
  )
  const grouped = { memberId: 1, name: 'Kim', groupId: 1, group: 'A', before: 'A' }
  expect(sentenceOf('member.grouped', grouped, 'en')).toBe('Changed the time of Kim in the group A')
})
