import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { grant } from '../../test/scenarios/groups.ts'
import { furnishRoom, namesOf } from '../../test/scenarios/rights/furnished-room.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('moving and copying', () => {
  it('asks where a group would gain, and keeps or takes the rights as the caller says', async () => {
    const { room, person, group, folder, loose } = await furnishRoom(app)
    await grant(room, { groupId: group, itemId: folder, level: 'none' })
    const inside = await room.operator.put('비밀.pdf', makePdf(1), folder)
    const move = (rights?: string) =>
      room.operator.call('PATCH', '/room/api/file/file/update/move', {
        body: {
          fileId: inside,
          id: room.operator.me.id,
          roomId: room.roomId,
          parent: 0,
          ...(rights ? { rights } : {}),
        },
      })
    expect(await move()).toMatchObject({
      http: 409,
      json: { code: 'RIGHTS_DIFFER', effects: [{ groupId: group }] },
    })
    expect((await room.operator.items(folder)).map(({ id }) => id)).toContain(inside)
    expect((await move('keep')).http).toBe(200)
    expect(await namesOf(person.client)).toEqual(['안내.pdf'])
    await grant(room, { groupId: group, itemId: inside, level: null })
    expect(await namesOf(person.client)).toEqual(['비밀.pdf', '안내.pdf'])
    const down = await room.operator.call('PATCH', '/room/api/file/file/update/move', {
      body: { fileId: loose, id: room.operator.me.id, roomId: room.roomId, parent: folder },
    })
    expect(down.http).toBe(200)
    expect(await namesOf(person.client)).toEqual(['비밀.pdf'])
  })

  it('does not publish the hidden parts of a copied folder', async () => {
    const { room, person, group, folder, deep } = await furnishRoom(app)
    await grant(room, { groupId: group, itemId: deep, level: 'none' })
    const copy = (rights?: string) =>
      room.operator.call('PATCH', '/room/api/file/file/update/copy', {
        body: {
          fileId: folder,
          id: room.operator.me.id,
          roomId: room.roomId,
          parent: 0,
          name: '재무 사본',
          ...(rights ? { rights } : {}),
        },
      })
    expect((await copy()).json.code).toBe('RIGHTS_DIFFER')
    const { id } = (await copy('keep')).json.payload as { id: number }
    expect(await namesOf(person.client, id)).toEqual(['재무제표.pdf'])
    expect(await namesOf(room.operator, id)).toEqual(['세금', '재무제표.pdf'])
  })
})
