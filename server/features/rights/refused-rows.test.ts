import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { groupsOf, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

it.each([
  ['ko', '‘재무’에 대한 ‘인수인’ 그룹의 권한을 다른 운영자가 그사이', '‘전체 문서’에 대한 ‘인수인’ 그룹의 권한을 이렇게 바꿀 수 없습니다'],
  ['en', 'the permission of group “인수인” on “재무” in the meantime', 'The permission of group “인수인” on “All documents” cannot be set'],
])('a refused change names the item and the group (%s)', async (language, changed, invalid) => {
  const room = await app.room()
  const groupId = await newGroup(room, '인수인', 'view')
  const other = (await groupsOf(room)).find(({ id }) => id !== groupId)?.id ?? 0
  const itemId = await room.operator.newFolder('재무')
  const refusalOf = async (change: object) => {
    const changes = [{ groupId: other, itemId, level: 'view' }, change]
    const headers = { 'accept-language': language }
    const { json } = await room.operator.call('POST', '/room/api/grant', { body: { roomId: room.roomId, changes }, headers })
    return { text: json.payload, row: (json as { row?: number }).row }
  }
  const stale = await refusalOf({ groupId, itemId, level: 'view', was: { level: 'print' } })
  expect(stale).toEqual({ text: expect.stringContaining(changed), row: 2 })
  const rootless = await refusalOf({ groupId, itemId: 0, level: null })
  expect(rootless).toEqual({ text: expect.stringContaining(invalid), row: 2 })
})
