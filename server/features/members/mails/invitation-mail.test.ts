import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { mailTo, people } from '../../../test/scenarios/members/invitations.ts'

describe('the mail to invited people', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  it('is in the language of the operator', async () => {
    const [person] = people(1)
    await room.operator.call('POST', '/room/api/room/user/invite', {
      body: { id: room.operator.me.id, roomId: room.roomId, inviteUserList: [person] },
      headers: { 'accept-language': 'en' },
    })
    const mail = await mailTo(app, person?.email ?? '')
    expect(mail.subject).toBe('[시험 룸] Your data room PIN')
    expect(mail.text).toContain('Dear 사람 0,')
  })

  it('says who invites, for which room, and whom to call', async () => {
    const other = await app.room()
    const own = (await other.operator.members())[0]
    await other.operator.updateMember(own?.id ?? 0, {
      name: own?.userName,
      email: own?.email,
      division: '한빛테크',
      phone: '',
    })
    await app.database.pool.query("update members set phone = '02-123-4567' where id = $1", [
      own?.id,
    ])
    const [first, second] = people(2)
    const mailIn = async (language: string, person: { email: string } | undefined) => {
      await other.operator.call('POST', '/room/api/room/user/invite', {
        body: { id: other.operator.me.id, roomId: other.roomId, inviteUserList: [person] },
        headers: { 'accept-language': language },
      })
      return (await mailTo(app, person?.email ?? '')).text
    }
    const ko = await mailIn('ko', first)
    expect(ko).toContain("김운영 님(한빛테크)이 '시험 룸' 데이터룸에 초대했습니다. 아래 PIN으로")
    expect(ko).toContain(`문의: 김운영, 02-123-4567, ${own?.email}`)
    expect(ko).not.toContain('초대되었습니다')
    await other.operator.renameRoom("x' pay at http://evil.example/now")
    const en = await mailIn('en', second)
    expect(en?.replaceAll('\u200c', '')).toContain(
      "김운영 (한빛테크) has invited you to the data room 'x’ pay at http://evil.example/now'.",
    )
    expect(en).toContain(`Contact: 김운영, 02-123-4567, ${own?.email}`)
    expect(en?.split('\n').find((line) => line.includes('has invited you'))).not.toMatch(
      /http:\/\/|evil\.example/,
    )
  })
})
