import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { type GrantChange, grant, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const preview = ({ operator, roomId }: TestRoom, ...changes: readonly GrantChange[]) =>
  operator.call('POST', '/room/api/grant/preview', { body: { roomId, changes } })

async function furnish() {
  const room = await app.room()
  const folder = await room.operator.newFolder('재무')
  const deep = await room.operator.newFolder('세금', folder)
  const inFolder = await room.operator.put('재무제표.pdf', makePdf(1), folder)
  const inDeep = await room.operator.put('신고서.pdf', makePdf(1), deep)
  return { room, folder, deep, inFolder, inDeep, group: await newGroup(room, '인수인', 'view') }
}

describe('a preview', () => {
  it('answers while uploads and other changes of rights hold the room, its groups and its grants', async () => {
    const { room, group, folder } = await furnish()
    await grant(room, { groupId: group, itemId: folder, level: 'print' })
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from rooms where id = $1 for update', [room.roomId])
      await client.query('select from groups where room_id = $1 for update', [room.roomId])
      await client.query('select from grants where room_id = $1 for update', [room.roomId])
      const { json } = await preview(room, { groupId: group, itemId: folder, level: 'none' })
      expect(json.payload).toEqual({
        effects: [{ groupId: group, shown: 0, hidden: 2, changed: 0, isCapped: false }],
      })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('compares with grants that stay, that it takes away, and that are over', async () => {
    const { room, group, folder, deep, inFolder } = await furnish()
    await grant(
      room,
      { groupId: group, itemId: folder, level: 'none' },
      { groupId: group, itemId: deep, level: 'print' },
    )
    const effectOf = async (...changes: GrantChange[]) => {
      const { json } = await preview(room, ...changes)
      const [effect] = (json.payload as { effects: object[] }).effects
      return effect
    }
    const cell = (itemId: number, level: GrantChange['level'], more: object = {}): GrantChange => ({
      groupId: group,
      itemId,
      level,
      ...more,
    })
    const past = '2020-01-01T00:00:00Z'
    expect(await effectOf(cell(folder, null))).toMatchObject({ shown: 1, hidden: 0, changed: 0 })
    expect(await effectOf(cell(folder, 'view'), cell(deep, null))).toMatchObject({
      shown: 1,
      hidden: 0,
      changed: 1,
    })
    expect(await effectOf(cell(deep, 'print', { until: past }))).toMatchObject({
      shown: 0,
      hidden: 1,
      changed: 0,
    })
    expect(
      await effectOf(
        cell(inFolder, 'none', { until: past, after: 'inherit' }),
        cell(folder, 'view'),
      ),
    ).toMatchObject({ shown: 1 })
    expect(await effectOf(cell(0, 'none'))).toMatchObject({ shown: 0, hidden: 0, changed: 0 })
    expect(await effectOf(cell(0, 'download'), cell(folder, null))).toMatchObject({
      shown: 1,
      hidden: 0,
      changed: 0,
    })
  })

  it('is asked for so often alone', async () => {
    const { room, group, folder } = await furnish()
    const change = { groupId: group, itemId: folder, level: 'none' } as const
    expect((await preview(room, change)).http).toBe(200)
    const { operator } = room
    await app.database.pool.query(
      "update throttles set attempts = 600 where kind = 'rights-preview' and subject = $1",
      [String(operator.me.id)],
    )
    expect(await preview(room, change)).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
    expect((await grant(room, change)).http).toBe(200)
  })
})
