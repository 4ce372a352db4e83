import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { rightsCsv } from './rights-csv.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('has the later start and the earlier end of people and their groups, in the last columns', async () => {
  const room = await app.room()
  const person = await app.participant(room, '이참여')
  const group = await newGroup(room, '매수인', 'view')
  const linesOf = async () => {
    let text = ''
    for await (const part of rightsCsv(app.database.db, room.roomId, 'UTC')) text += part
    return text.split(/\r?\n/)
  }
  const limit = (period: object) =>
    room.operator.call('POST', '/room/api/group/update', {
      body: { id: group, roomId: room.roomId, ...period },
    })
  await moveInto(room, group, [person], {
    from: '2026-01-02T00:00:00Z',
    until: '2031-05-06T00:00:00Z',
  })
  expect((await limit({ until: '2031-03-04T00:00:00Z' })).json.status).toBe('OK')
  const [head, ...rows] = await linesOf()
  expect(head).toMatch(/마지막 접속 · Last active,그룹 · Group,이용 시작 · From,이용 종료 · Until$/)
  const row = rows.find((each) => each.includes('이참여'))
  expect(row).toMatch(/,매수인,2026-01-02[^,]*,2031-03-04[^,]*$/)
  expect(rows.find((each) => each.includes('운영자 · operator'))).toMatch(/,,,$/)
  await limit({ from: '2026-02-03T00:00:00Z', until: '2033-01-01T00:00:00Z' })
  expect((await linesOf()).find((each) => each.includes('이참여'))).toMatch(
    /,매수인,2026-02-03[^,]*,2031-05-06[^,]*$/,
  )
})
