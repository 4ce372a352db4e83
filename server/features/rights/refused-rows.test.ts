import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { groupsOf, newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

it.each([
  [
    'ko',
    '‘재무’에 대한 ‘인수인’ 그룹의 권한을 다른 운영자가 그사이',
    '‘전체 문서’에 대한 ‘인수인’ 그룹의 권한을 이렇게 바꿀 수 없습니다',
  ],
  [
    'en',
    'the permission of group “인수인” on “재무” in the meantime',
    'The permission of group “인수인” on “All documents” cannot be set',
  ],
])('a refused change names the item and the group (%s)', async (language, changed, invalid) => {
  const room = await app.room()
  const groupId = await newGroup(room, '인수인', 'view')
  const other = (await groupsOf(room)).find(({ id }) => id !== groupId)?.id ?? 0
  const itemId = await room.operator.newFolder('재무')
  const refusalOf = async (change: object) => {
    const changes = [{ groupId: other, itemId, level: 'view' }, change]
    const headers = { 'accept-language': language }
    const { json } = await room.operator.call('POST', '/room/api/grant', {
      body: { roomId: room.roomId, changes },
      headers,
    })
    return { text: json.payload, row: (json as { row?: number }).row }
  }
  const stale = await refusalOf({ groupId, itemId, level: 'view', was: { level: 'print' } })
  expect(stale).toEqual({ text: expect.stringContaining(changed), row: 2 })
  const rootless = await refusalOf({ groupId, itemId: 0, level: null })
  expect(rootless).toEqual({ text: expect.stringContaining(invalid), row: 2 })
})

it.each([
  [
    'ko',
    '찾을 수 없습니다. (2번째 변경의 항목이나 그룹)',
    '(changes › 2 › level)',
    '(1번째 사용자의 그룹)',
  ],
  ['en', 'Not found. (item or group of change 2)', '(changes › 2 › level)', '(group of person 1)'],
])(
  'a change of what is elsewhere, or to an unknown level, names its row (%s)',
  async (language, elsewhere, level, person) => {
    const [room, other] = [await app.room(), await app.room()]
    const groupId = (await groupsOf(room))[0]?.id ?? 0
    const [itemId, foreign] = [
      await room.operator.newFolder('재무'),
      await other.operator.newFolder('남의 것'),
    ]
    const foreignGroup = (await groupsOf(other))[0]?.id ?? 0
    const post = async (path: string, body: object) => {
      const { json } = await room.operator.call('POST', path, {
        body,
        headers: { 'accept-language': language },
      })
      return { code: json.code, text: json.payload, row: (json as { row?: number }).row }
    }
    const good = { groupId, itemId, level: 'view' }
    for (const path of ['/room/api/grant', '/room/api/grant/preview']) {
      const refusalOf = (bad: object) => post(path, { roomId: room.roomId, changes: [good, bad] })
      for (const bad of [
        { ...good, itemId: foreign },
        { ...good, groupId: foreignGroup },
      ])
        expect(await refusalOf(bad)).toEqual({ code: 'NOT_FOUND', text: elsewhere, row: 2 })
      expect(await refusalOf({ ...good, level: 'everything' })).toEqual({
        code: 'BAD_REQUEST',
        text: expect.stringContaining(level),
        row: 2,
      })
    }
    const invitee = {
      id: 0,
      name: '가나다',
      email: 'row@example.com',
      division: '',
      position: '',
      phone: '',
      groupId: foreignGroup,
    }
    const { id } = room.operator.me
    const refused = await post('/room/api/room/user/invite', {
      id,
      roomId: room.roomId,
      inviteUserList: [invitee],
    })
    expect(refused).toEqual({ code: 'NOT_FOUND', text: expect.stringContaining(person), row: 1 })
  },
)
