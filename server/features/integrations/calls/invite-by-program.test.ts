import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { entriesOf } from '../../../test/programs/governed-rooms.ts'
import {
  KEY_NAME,
  type ProgramClient,
  programClient,
} from '../../../test/programs/program-client.ts'
import { secondOperator } from '../../../test/scenarios/endings.ts'
import { newGroup } from '../../../test/scenarios/groups.ts'

let app: TestApp
let program: ProgramClient
beforeAll(async () => {
  app = await startTestApp()
  program = await programClient(app)
})
afterAll(() => app.close())

describe('people invited by a program', () => {
  it('are participants of the group, learn their PIN by mail, and are answered without names', async () => {
    const here = await app.room()
    const groupId = await newGroup(here, '매수인')
    const answer = await program.post(`/rooms/${here.roomId}/members`, {
      inviteUserList: [
        { id: 7, name: '박매수', email: 'park@buyer.example' },
        { name: '정자문', email: 'jung@buyer.example' },
      ],
      groupId,
      roleId: 5,
    })
    const [first, second] = answer.json.payload as { id: number; row?: number }[]
    expect(first).toEqual({ id: expect.any(Number), row: 7 })
    expect(second).toEqual({ id: expect.any(Number) })
    for (const word of ['박매수', '정자문', 'buyer.example'])
      expect(answer.text).not.toContain(word)
    const client = app.stranger()
    await client.join(await app.pinMailedTo('park@buyer.example'))
    expect(client.me.roomId).toBe(here.roomId)
    expect(
      (await here.operator.members()).filter((member) => member.groupId === groupId),
    ).toHaveLength(2)
    const invited = (await entriesOf(here)).filter(({ name }) => name === KEY_NAME)
    expect(invited.map(({ description }) => description).join()).toContain('박매수')
  })

  it('are reported to the operators, in one mail for each call, which names the key', async () => {
    const here = await app.room()
    const other = await secondOperator(app, here)
    const invite = (emails: string[], name?: string) =>
      program.post(
        `/rooms/${here.roomId}/members`,
        { inviteUserList: emails.map((email) => ({ name: '김초대', email })) },
        name,
      )
    await invite(
      ['one@reported.example', 'two@reported.example', 'three@reported.example'],
      'reported-1',
    )
    await invite(
      ['one@reported.example', 'two@reported.example', 'three@reported.example'],
      'reported-1',
    )
    expect((await invite(['one@reported.example'])).json.code).toBe('EMAIL_DUPLICATE')
    await invite(['four@reported.example'])
    const reports = async (email: string) =>
      (await app.mailsTo(email)).flatMap(({ subject, text = '' }) =>
        subject?.includes('Participants invited by a program') ? [text] : [],
      )
    for (const email of [here.operator.me.email, other.email]) {
      await eventually(async () => expect(await reports(email)).toHaveLength(2))
      const texts = await reports(email)
      for (const count of [3, 1])
        expect(texts.filter((text) => text.includes(`Invited: ${count}\n`))).toHaveLength(1)
      for (const text of texts) expect(text).toContain(KEY_NAME)
    }
    expect(await reports('four@reported.example')).toEqual([])
  })

  it('never become operators, by role or by scope', async () => {
    const here = await app.room()
    const row = { name: '나운영', email: 'na@example.com' }
    for (const body of [
      { inviteUserList: [row], roleId: 4 },
      { inviteUserList: [{ ...row, scope: 'full' }] },
      {
        inviteUserList: [
          { name: '이참여', email: 'lee@example.com' },
          { ...row, scope: 'content' },
        ],
      },
    ])
      expect(await program.post(`/rooms/${here.roomId}/members`, body)).toMatchObject({
        http: 422,
        json: { code: 'OPERATOR_BY_PROGRAM' },
      })
    expect(await here.operator.members()).toHaveLength(1)
  })

  it('join no group of another room, and nobody is invited twice', async () => {
    const [here, elsewhere] = [await app.room(), await app.room()]
    const groupId = await newGroup(elsewhere, '다른 룸의 그룹')
    const inviteUserList = [{ name: '이참여', email: 'twice@example.com' }]
    expect(
      (await program.post(`/rooms/${here.roomId}/members`, { inviteUserList, groupId })).json.code,
    ).toBe('NOT_FOUND')
    expect(
      (await program.post(`/rooms/${here.roomId}/members`, { inviteUserList })).json.status,
    ).toBe('OK')
    const again = await program.post(`/rooms/${here.roomId}/members`, {
      inviteUserList: [{ name: '박참여', email: 'other@example.com' }, ...inviteUserList],
    })
    expect(again.json.code).toBe('EMAIL_DUPLICATE')
    expect(again.text).toContain(': 2')
    expect(again.text).not.toContain('twice@')
    expect(await here.operator.members()).toHaveLength(2)
  })
})
