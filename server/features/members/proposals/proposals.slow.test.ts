import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS, ROLE } from '../../../../contract/core/limits.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Proposal {
  readonly id: number
  readonly userName: string
  readonly email: string
  readonly state?: string
  readonly isMember?: boolean
  readonly group?: string
}

const address = (): string => `${crypto.randomUUID()}@proposed.example`

const setLead = (
  { operator, roomId }: TestRoom,
  { memberId }: TestPerson,
  isLead = true,
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/group/lead', {
    body: { roomId, roomManagerId: memberId, isLead },
  })

const propose = (client: WireClient, emails: readonly string[], more = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/proposal', {
    body: {
      roomId: client.me.roomId,
      people: emails.map((email, index) => ({ userName: `추천 ${index + 1}`, email })),
      ...more,
    },
  })

const own = async (client: WireClient, query = {}): Promise<WireAnswer> =>
  client.call('GET', `/room/api/proposal/own/${client.me.roomId}`, { query })

const rowsOf = ({ json }: WireAnswer): Proposal[] => json.payload as Proposal[]

const waitingIn = ({ operator, roomId }: TestRoom, query = {}): Promise<WireAnswer> =>
  operator.call('GET', `/room/api/proposal/list/${roomId}`, { query })

const decide = (
  { operator, roomId }: TestRoom,
  id: number,
  isAdmitted: boolean,
): Promise<WireAnswer> =>
  operator.call('POST', '/room/api/proposal/decide', { body: { roomId, id, isAdmitted } })

const withdraw = (client: WireClient, id: number): Promise<WireAnswer> =>
  client.call('POST', '/room/api/proposal/withdraw', { body: { roomId: client.me.roomId, id } })

async function roomWithLead(): Promise<{
  readonly room: TestRoom
  readonly lead: TestPerson
  readonly rival: TestPerson
  readonly bidders: number
}> {
  const room = await app.room()
  const [lead, rival] = [
    await app.participant(room, '이담당'),
    await app.participant(room, '박경쟁'),
  ]
  const [bidders, rivals] = [
    await newGroup(room, '인수인 A', 'view'),
    await newGroup(room, '인수인 B', 'view'),
  ]
  await moveInto(room, bidders, [lead])
  await moveInto(room, rivals, [rival])
  expect((await setLead(room, lead)).http).toBe(200)
  return { room, lead, rival, bidders }
}

describe('a lead', () => {
  it('proposes people, whom an operator admits into the group; both are mailed, and the log says who proposed whom', async () => {
    const { room, lead, bidders } = await roomWithLead()
    const email = address()
    expect((await propose(lead.client, [email], { note: '회계 실사 담당' })).http).toBe(200)
    const [proposal] = rowsOf(await waitingIn(room))
    expect(proposal).toMatchObject({
      userName: '추천 1',
      email,
      note: '회계 실사 담당',
      proposedBy: '이담당',
      group: '인수인 A',
      isMember: false,
    })
    const isMailed = async (to: string, subject: string, words: string) =>
      (await app.mailsTo(to)).some(
        (mail) => mail.subject?.includes(subject) && mail.text?.includes(words),
      )
    await eventually(async () =>
      expect(await isMailed(room.operator.me.email ?? '', '초대 요청 1명', '· 추천 1')).toBe(true),
    )

    expect((await decide(room, proposal?.id ?? 0, true)).http).toBe(200)
    const [added] = (await room.operator.members()).filter((member) => member.email === email)
    expect(added).toMatchObject({ groupId: bidders, roleId: ROLE.participant })
    expect(await app.pinMailedTo(email)).toMatch(/^\d{3}-\d{2}-\d{11}$/)
    expect(rowsOf(await own(lead.client))).toMatchObject([{ email, state: 'admitted' }])
    await eventually(async () =>
      expect(await isMailed(lead.email, '초대 요청 승인', '추천 1')).toBe(true),
    )
    expect(await app.logged(room.roomId)).toEqual(
      expect.arrayContaining([
        'member.lead',
        'member.proposed',
        'member.proposal-admitted',
        'member.invited',
      ]),
    )
  })

  it('learns nothing of who is in the room already, and operators do', async () => {
    const { room, lead, rival } = await roomWithLead()
    const answers = [
      await propose(lead.client, [rival.email]),
      await propose(lead.client, [address()]),
    ]
    expect(answers.map(({ http, json }) => ({ http, json }))).toEqual([
      { http: 200, json: answers[0]?.json },
      { http: 200, json: answers[0]?.json },
    ])
    for (const row of rowsOf(await own(lead.client))) expect(row).not.toHaveProperty('isMember')
    const [taken] = rowsOf(await waitingIn(room))
    expect(taken?.isMember).toBe(true)
    expect((await decide(room, taken?.id ?? 0, true)).json.code).toBe('EMAIL_DUPLICATE')
    expect(rowsOf(await own(lead.client)).at(-1)?.state).toBe('waiting')
    expect((await decide(room, taken?.id ?? 0, false)).http).toBe(200)
    expect(rowsOf(await own(lead.client)).at(-1)?.state).toBe('declined')
  })

  it('is mailed nothing of decisions once somebody else leads, or the group is another, and learns no name of the group', async () => {
    const { room, lead, rival } = await roomWithLead()
    await propose(lead.client, [address(), address()])
    const [first, second] = rowsOf(await waitingIn(room))
    const activity = await lead.client.call('GET', `/room/api/room/myActivity/list`)
    expect(activity.http).toBe(200)
    expect(activity.text).toContain('추천 1')
    expect(activity.text).not.toContain('인수인 A')
    await setLead(room, lead, false)
    await decide(room, first?.id ?? 0, true)
    const { group_id: rivals } = (
      await app.database.pool.query('select group_id from members where id = $1', [rival.memberId])
    ).rows[0]
    await moveInto(room, rivals, [lead])
    await setLead(room, lead)
    await decide(room, second?.id ?? 0, false)
    await app.pinMailedTo(first?.email ?? '')
    expect(
      (await app.mailsTo(lead.email)).filter(({ subject }) => subject?.includes('초대 요청')),
    ).toEqual([])
    expect(rowsOf(await own(lead.client))).toEqual([])
  })

  it.each([
    'https://evil.example/login 지금 로그인',
    'www.evil.example',
    'Sign in at evil.example',
    'a@evil.example',
  ])('brings no link into the mail to the person: %s', async (userName) => {
    const { room, lead } = await roomWithLead()
    const people = [
      { userName: '김회계', email: address() },
      { userName, email: address() },
    ]
    const answer = await lead.client.call('POST', '/room/api/proposal', {
      body: { roomId: room.roomId, people },
    })
    expect(answer).toMatchObject({ http: 422, json: { code: 'PROPOSAL_NAME' } })
    expect((await waitingIn(room)).json.total).toBe(0)
  })

  it.each(['moved', 'granted', 'group removed'] as const)(
    'never meets a deadlock while something is %s',
    async (what) => {
      const { room, lead, bidders } = await roomWithLead()
      const other = await newGroup(room, '다른 그룹', 'view')
      const { operator, roomId } = room
      const meanwhile = {
        moved: () => moveInto(room, other, [lead]),
        granted: () =>
          grant(
            room,
            { groupId: other, itemId: 0, level: 'print' },
            { groupId: bidders, itemId: 0, level: 'print' },
          ),
        'group removed': () =>
          operator.call('POST', '/room/api/group/remove', {
            body: { id: bidders, roomId, into: other },
          }),
      }[what]
      await propose(lead.client, [address(), address()])
      const waiting = rowsOf(await waitingIn(room))
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => propose(lead.client, [address()])),
        meanwhile(),
        ...waiting.map(({ id }) => decide(room, id, true)),
        meanwhile(),
      ])
      expect(answers.filter(({ http }) => http >= 500).map(({ json }) => json)).toEqual([])
    },
  )

  it('withdraws what waits, once; what was decided stays', async () => {
    const { room, lead } = await roomWithLead()
    await propose(lead.client, [address(), address()])
    const [first, second] = rowsOf(await waitingIn(room))
    expect((await withdraw(lead.client, first?.id ?? 0)).http).toBe(200)
    expect((await withdraw(lead.client, first?.id ?? 0)).json.code).toBe('PROPOSAL_DECIDED')
    expect((await decide(room, first?.id ?? 0, true)).json.code).toBe('PROPOSAL_DECIDED')
    await decide(room, second?.id ?? 0, false)
    expect((await withdraw(lead.client, second?.id ?? 0)).json.code).toBe('PROPOSAL_DECIDED')
    expect((await waitingIn(room)).json).toMatchObject({ payload: [], total: 0 })
    expect((await room.operator.members()).some(({ email }) => email === first?.email)).toBe(false)
  })

  it('is admitted once by two operators at the same time', async () => {
    const { room, lead } = await roomWithLead()
    await propose(lead.client, [address()])
    const [proposal] = rowsOf(await waitingIn(room))
    const answers = await Promise.all([1, 2].map(() => decide(room, proposal?.id ?? 0, true)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
    expect(
      (await room.operator.members()).filter(({ email }) => email === proposal?.email),
    ).toHaveLength(1)
  })
})

describe('refused is', () => {
  it('who is no lead, or one no longer: by an operator, in another group, without access, as an operator', async () => {
    const { room, lead, rival, bidders } = await roomWithLead()
    const other = await newGroup(room, '자문사', 'view')
    const refusal = async (client: WireClient) => (await propose(client, [address()])).json.code
    expect(await refusal(rival.client)).toBe('NOT_OPERATOR')
    expect((await own(rival.client)).json.code).toBe('NOT_OPERATOR')
    await setLead(room, lead, false)
    expect(await refusal(lead.client)).toBe('NOT_OPERATOR')
    await setLead(room, lead)
    expect(await refusal(lead.client)).toBeUndefined()
    await moveInto(room, other, [lead])
    expect(await refusal(lead.client)).toBe('NOT_OPERATOR')
    await moveInto(room, bidders, [lead])
    expect(await refusal(lead.client)).toBe('NOT_OPERATOR')
    await setLead(room, lead)
    await room.operator.setRole(lead.memberId, ROLE.operator)
    await room.operator.setRole(lead.memberId, ROLE.participant)
    expect(await refusal(lead.client)).toBe('NOT_OPERATOR')
    expect((await setLead(room, { ...lead, memberId: room.operator.me.id ?? 0 })).http).toBe(404)
  })

  it('a proposal of another group, and one of another room', async () => {
    const { room, lead, rival } = await roomWithLead()
    await setLead(room, rival)
    await propose(lead.client, [address()])
    const [proposal] = rowsOf(await waitingIn(room))
    expect(rowsOf(await own(rival.client))).toEqual([])
    expect((await withdraw(rival.client, proposal?.id ?? 0)).http).toBe(404)
    expect((await decide(await app.room(), proposal?.id ?? 0, true)).http).toBe(404)
    expect(rowsOf(await own(lead.client))[0]?.state).toBe('waiting')
  })

  it.each([
    ['not-an-address', 'EMAIL_FORMAT'],
    ['a@b.example\r\nbcc: x@example.com', 'EMAIL_FORMAT'],
  ])('the address %j, with all of the call', async (email, code) => {
    const { room, lead } = await roomWithLead()
    expect((await propose(lead.client, [address(), email])).json.code).toBe(code)
    expect((await waitingIn(room)).json.total).toBe(0)
  })

  it('an address that waits already, or stands twice in a call', async () => {
    const { lead, room } = await roomWithLead()
    const email = address()
    expect((await propose(lead.client, [email, email.toUpperCase()])).json.code).toBe(
      'EMAIL_DUPLICATE',
    )
    await propose(lead.client, [email])
    expect((await propose(lead.client, [email])).json.code).toBe('EMAIL_DUPLICATE')
    expect((await waitingIn(room)).json.total).toBe(1)
  })

  it('more than a group may propose in a day, whatever became of it', async () => {
    const { lead, room } = await roomWithLead()
    const many = (count: number) => propose(lead.client, Array.from({ length: count }, address))
    for (let left = LIMITS.proposalsPerDay; left > 0; left -= LIMITS.proposalsPerCall)
      await many(Math.min(left, LIMITS.proposalsPerCall))
    const page = await waitingIn(room, { limit: 30 })
    expect(page.json.total).toBe(LIMITS.proposalsPerDay)
    expect(rowsOf(await waitingIn(room, { limit: 30, cursor: page.json.nextCursor }))).toHaveLength(
      LIMITS.proposalsPerDay - 30,
    )
    for (const { id } of rowsOf(page).slice(0, 3)) await withdraw(lead.client, id)
    expect((await many(1)).json.code).toBe('PROPOSALS_MANY')
    app.clock.advance(24 * 3_600_000)
    const again = app.stranger()
    await again.join(lead.pin)
    await again.agree()
    expect((await propose(again, [address()])).http).toBe(200)
  })
})

it('goes with the group that it was for', async () => {
  const { room, lead, bidders } = await roomWithLead()
  await propose(lead.client, [address()])
  const [first] = await groupsOf(room)
  const { operator, roomId } = room
  expect(
    (
      await operator.call('POST', '/room/api/group/remove', {
        body: { id: bidders, roomId, into: first?.id },
      })
    ).http,
  ).toBe(200)
  expect((await waitingIn(room)).json).toMatchObject({ payload: [], total: 0 })
  expect((await propose(lead.client, [address()])).json.code).toBe('NOT_OPERATOR')
})
