import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { listed, people, traces } from '../../test/scenarios/members/invitations.ts'

describe('inviting', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  it('I01: takes 1 to 30 people, each a participant with access and no other right', async () => {
    const before = await traces(app, room)
    for (const count of [31, 0]) expect((await room.operator.invite(people(count))).http).toBe(400)
    expect(await traces(app, room)).toEqual(before)
    const thirty = people(30)
    const answer = await room.operator.invite(thirty)
    expect(answer.json.payload).toEqual(
      thirty.map(({ name, email }) => ({ id: expect.any(Number), userName: name, email })),
    )
    for (const row of (await listed(room)).filter(({ email }) =>
      thirty.some((person) => person.email === email),
    )) {
      expect(row).toMatchObject({
        print: false,
        download: false,
        access: true,
        roleId: 5,
        lastSeenAt: null,
      })
    }
    const pins = await Promise.all(thirty.map(({ email }) => app.pinMailedTo(email)))
    expect(new Set(pins).size).toBe(30)
    for (const pin of pins) expect(answer.text).not.toContain(pin)
  })

  it('I01: keeps to the limit of users when two calls of thirty come at once [user-limit]', async () => {
    const limited = await app.room({ userLimit: 45 })
    const answers = await Promise.all([
      limited.operator.invite(people(30)),
      limited.operator.invite(people(30)),
    ])
    expect(answers.map(({ json }) => json.status).sort()).toEqual(['EXCEPTION', 'OK'])
    expect(answers.find(({ json }) => json.status === 'EXCEPTION')).toMatchObject({
      http: 200,
      json: { code: 'USER_LIMIT' },
    })
    expect(await traces(app, limited)).toMatchObject({
      members: 31,
      users: 31,
      pins: 31,
      mails: 30,
      counted: 31,
    })
    expect((await limited.operator.invite(people(15))).json.code).toBe('USER_LIMIT')
    expect((await limited.operator.invite(people(14))).json.status).toBe('OK')
    const [last] = (await listed(limited)).slice(-1)
    expect((await limited.operator.invite(people(1))).json.code).toBe('USER_LIMIT')
    await limited.operator.remove(last?.id ?? 0)
    expect((await limited.operator.invite(people(1))).json.status).toBe('OK')
  })

  it('invites nobody when an address is there twice, in any case and with spaces around it', async () => {
    const [known, ...others] = people(4)
    await room.operator.invite([known ?? {}])
    const before = await traces(app, room)
    for (const email of [known?.email, known?.email.toUpperCase(), `  ${known?.email}\t`]) {
      const answer = await room.operator.invite([...others, { name: '둘째', email }])
      expect(answer).toMatchObject({
        http: 200,
        json: { status: 'EXCEPTION', code: 'EMAIL_DUPLICATE' },
      })
      expect(answer.json.payload).toContain(known?.email)
      expect(answer.json.payload).not.toContain(others[0]?.email)
    }
    const twice = await room.operator.invite([
      others[0] ?? {},
      others[1] ?? {},
      { name: '셋째', email: ` ${others[0]?.email.toUpperCase()} ` },
    ])
    expect(twice.json.code).toBe('EMAIL_DUPLICATE')
    expect(await traces(app, room)).toEqual(before)
    expect((await room.operator.invite(others)).json.status).toBe('OK')
  })

  it('lets one of two through that invite the same person at the same time', async () => {
    const [person] = people(1)
    const before = await traces(app, room)
    const answers = await Promise.all([
      room.operator.invite([person ?? {}]),
      room.operator.invite([person ?? {}]),
    ])
    expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual([
      'EMAIL_DUPLICATE',
      'OK',
    ])
    expect((await traces(app, room)).members).toBe(before.members + 1)
  })

  it('gives a person who was removed the same user id and a new membership', async () => {
    const person = await app.participant(room)
    const before = (await listed(room)).find(({ id }) => id === person.memberId)
    await room.operator.setRight(person.memberId, 'download', true)
    await room.operator.remove(person.memberId)
    expect((await listed(room)).map(({ id }) => id)).not.toContain(person.memberId)
    expect(
      (await room.operator.invite([{ name: '돌아온 사람', email: person.email.toUpperCase() }]))
        .json.status,
    ).toBe('OK')
    const after = (await listed(room)).find(({ userId }) => userId === before?.userId)
    expect(after).toMatchObject({ userName: '돌아온 사람', download: false })
    expect(after?.id).not.toBe(person.memberId)
    expect((await app.stranger().join(person.pin)).json.code).toBe('PIN_REFUSED')
  })

  it('believes nothing of the body about who invites, and takes no key that is not named', async () => {
    const other = await app.room()
    const [person] = people(1)
    const send = (body: Record<string, unknown>) =>
      room.operator.call('POST', '/room/api/room/user/invite', {
        body: { id: room.operator.me.id, roomId: room.roomId, inviteUserList: [person], ...body },
      })
    expect((await send({ roomId: other.roomId })).http).toBe(404)
    expect((await send({ id: other.operator.me.id })).http).toBe(404)
    expect((await send({ role: 4 })).http).toBe(400)
    expect((await send({ inviteUserList: [{ ...person, roleId: 4 }] })).http).toBe(400)
    expect((await send({ inviteUserList: [{ ...person, access: true }] })).http).toBe(400)
    expect((await send({ inviteUserList: { 0: person } })).http).toBe(400)
    expect(await traces(app, other)).toMatchObject({ members: 1, mails: 0 })
    expect((await listed(room)).map(({ email }) => email)).not.toContain(person?.email)
  })
})
