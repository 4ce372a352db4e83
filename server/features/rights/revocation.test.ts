import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { openEar } from '../../test/servers/open-ear.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function furnish() {
  const room = await app.room()
  const group = await newGroup(room, '인수인', 'download')
  const person = await app.participant(room)
  await moveInto(room, group, [person])
  const folder = await room.operator.newFolder('재무')
  const cell = { groupId: group, itemId: folder }
  const own = async () =>
    (
      await room.operator.call('GET', `/room/api/grant/list/${room.roomId}`, {
        query: { itemId: folder },
      })
    ).json.payload
  return { room, group, person, cell, own }
}

describe('a cell that inherits after its end', () => {
  it.each([
    ['is over', '2020-01-01T00:00:00.000Z'],
    ['ends one day', '2091-01-01T00:00:00.000Z'],
  ])(
    'is closed for good by none where it %s, whatever the caller saw of its times',
    async (_, until) => {
      const { room, person, cell, own } = await furnish()
      await grant(room, { ...cell, level: 'view', until, after: 'inherit' })
      expect(await person.client.items()).toHaveLength(1)
      expect((await grant(room, { ...cell, level: 'none', was: { level: 'view' } })).http).toBe(200)
      expect(await own()).toEqual([{ ...cell, level: 'none' }])
      expect(await person.client.items()).toEqual([])
    },
  )

  it('may lose its end alone, with what would have come after', async () => {
    const { room, cell, own } = await furnish()
    const until = '2091-01-01T00:00:00.000Z'
    await grant(room, { ...cell, level: 'view', until, after: 'inherit' })
    expect(
      (await grant(room, { ...cell, level: 'view', until: null, was: { level: 'view', until } }))
        .http,
    ).toBe(200)
    expect(await own()).toEqual([{ ...cell, level: 'view' }])
  })
})

describe('hints of a group that is removed', () => {
  it('reach open screens of other full operators and of those people, and nobody else', async () => {
    const { room, group, person } = await furnish()
    const into = (await groupsOf(room)).find(({ isDefault }) => isDefault)?.id ?? 0
    const [operator, bystander] = [await secondOperator(app, room), await app.participant(room)]
    const ears = await Promise.all(
      [operator.client, person.client, bystander.client].map((client) => openEar(client)),
    )
    await room.operator.call('POST', '/room/api/group/remove', {
      body: { id: group, roomId: room.roomId, into },
    })
    const [ofOperator, own, other] = ears
    for (const ear of [ofOperator, own])
      await expect
        .poll(() => ear?.heard.map(({ type }) => type))
        .toEqual(expect.arrayContaining(['hello', 'rights', 'items']))
    await room.operator.newFolder('폴더')
    await expect.poll(() => other?.heard.at(-1)).toEqual({ type: 'items', parent: 0 })
    expect(other?.heard).toHaveLength(2)
    for (const ear of ears) ear.hangUp()
  })
})
