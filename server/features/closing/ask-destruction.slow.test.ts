import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { reported } from '../../test/scenarios/closing/asking.ts'
import {
  ending,
  look,
  secondOperator,
  seniorOperator,
  stateOf,
  untilDestroyed,
} from '../../test/scenarios/endings.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('the destruction of a room', () => {
  let app: TestApp
  let room: TestRoom
  let other: TestPerson & { readonly code: string }
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    other = await seniorOperator(app, room)
  })
  const mailed = async (subject: string) =>
    (await messageMails(app, subject)).flatMap(({ to }) => to)

  it('K06: is asked for with the room’s number, typed exactly, and the asker’s own code, entered afresh', async () => {
    const { roomNo, code, operator } = room
    for (const typo of [
      '',
      ` ${roomNo}`,
      roomNo.slice(0, -1),
      `${roomNo}0`,
      roomNo.replace('-', ''),
    ])
      expect((await ending.ask(operator, typo, code)).json).toMatchObject({
        code: 'ROOM_NUMBER_DIFFERS',
      })
    expect(await reported(app, room, 'session.code-refused')).toBe(0)
    expect((await ending.ask(operator, roomNo, other.code)).json).toMatchObject({
      code: 'CODE_DIFFERS',
    })
    expect((await ending.ask(operator, roomNo, '')).json).toMatchObject({ code: 'CODE_DIFFERS' })
    expect(await reported(app, room, 'session.code-refused')).toBe(2)
    expect(await stateOf(app, room.roomId)).toBeUndefined()

    const asked = await ending.ask(operator, roomNo, code)
    const dueAt = (asked.json.payload as { dueAt: string }).dueAt
    expect(
      Math.abs(Date.parse(dueAt) - app.clock.now().getTime() - LIMITS.destructionWaitMs),
    ).toBeLessThan(60_000)
    expect((await ending.ask(operator, roomNo, code)).json).toMatchObject({
      code: 'DESTRUCTION_ASKED',
    })
    expect(await reported(app, room, 'room.destruction-asked')).toBe(1)
    const info = (await other.client.call('GET', `/room/api/room/info/${room.roomId}`)).json.payload
    expect(info).toMatchObject({ phase: 'open', destroysAt: dueAt })
    expect(await mailed('데이터룸 파기 신청')).toEqual(
      expect.arrayContaining([operator.me.email, other.email]),
    )
  })

  it('K06: spends the same tries of a code as the operator area, and no more are evaluated', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ending.ask(room.operator, room.roomNo, '00-00000-00')),
    )
    const codes = answers.map(({ json }) => json.code)
    expect(codes.filter((code) => code === 'CODE_DIFFERS')).toHaveLength(5)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(15)
    expect((await ending.ask(room.operator, room.roomNo, room.code)).json).toMatchObject({
      code: 'TOO_MANY',
    })
    expect(await stateOf(app, room.roomId)).toBeUndefined()
    await app.forgetFailures()
  })

  it('K06: is not confirmed by its requester, nor by a newer operator, nor without one’s own code', async () => {
    await ending.ask(room.operator, room.roomNo, room.code)
    expect((await ending.confirm(room.operator, room.roomNo, room.code)).json).toMatchObject({
      code: 'SECOND_OPERATOR',
    })
    const late = await secondOperator(app, room, '늦은 운영자')
    expect((await ending.confirm(late.client, room.roomNo, late.code)).json).toMatchObject({
      code: 'SECOND_OPERATOR',
    })
    expect((await ending.confirm(other.client, room.roomNo, room.code)).json).toMatchObject({
      code: 'CODE_DIFFERS',
    })
    expect((await ending.confirm(other.client, `${room.roomNo} `, other.code)).json).toMatchObject({
      code: 'ROOM_NUMBER_DIFFERS',
    })
    expect((await ending.read(room.operator)).destruction).toMatchObject({
      askedByMe: true,
      mayConfirm: false,
    })
    expect((await ending.read(late.client)).destruction).toMatchObject({
      askedByMe: false,
      mayConfirm: false,
    })
    expect(await ending.read(other.client)).toMatchObject({
      destruction: { askedByMe: false, mayConfirm: true },
      otherOperators: 1,
    })
    expect(await stateOf(app, room.roomId)).toBe('asked')
    await ending.withdraw(late.client)
  })

  it('K06: is confirmed or withdrawn, never both, in any race', async () => {
    for (const delays of [0, 10, 30]) {
      const [context, second] = [room, other]
      await ending.ask(context.operator, context.roomNo, context.code)
      const confirming = ending.confirm(second.client, context.roomNo, second.code)
      await new Promise((resolve) => setTimeout(resolve, delays))
      const withdrawn = (await ending.withdraw(context.operator)).json.status === 'OK'
      const confirmed = (await confirming).json.status === 'OK'
      expect({ confirmed, withdrawn }).toEqual({ confirmed: !withdrawn, withdrawn: !confirmed })
      expect([
        await reported(app, room, 'room.destruction-confirmed'),
        await reported(app, room, 'room.destruction-withdrawn'),
      ]).toEqual(confirmed ? [1, 0] : [0, 1])
      if (confirmed) await untilDestroyed(app, context.roomId)
      else expect(await stateOf(app, context.roomId)).toBeUndefined()
      room = await app.room()
      other = await seniorOperator(app, room)
    }
  })

  it('K06: cannot be asked for by a page of another origin', async () => {
    const body = JSON.stringify({ id: room.roomId, roomNo: room.roomNo, code: room.code })
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
    ]) {
      const answer = await fetch(`${app.base}/room/api/room/ending/destruction`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${room.operator.me.jwt}`,
          ...headers,
        },
      })
      expect(answer.status).toBe(403)
    }
    expect(await stateOf(app, room.roomId)).toBeUndefined()
  })

  it('is withdrawn by any operator until it begins, and all members learn of it, those who came since too', async () => {
    await ending.ask(room.operator, room.roomNo, room.code)
    const late = await app.participant(room)
    expect((await ending.withdraw(late.client)).http).toBe(403)
    expect((await ending.withdraw(other.client)).json.status).toBe('OK')
    expect((await ending.withdraw(other.client)).json).toMatchObject({ code: 'NO_DESTRUCTION' })
    expect((await ending.confirm(other.client, room.roomNo, other.code)).json).toMatchObject({
      code: 'NO_DESTRUCTION',
    })
    expect(await reported(app, room, 'room.destruction-withdrawn')).toBe(1)
    expect(await mailed('데이터룸 파기 철회')).toEqual(
      expect.arrayContaining([room.operator.me.email, other.email, late.email]),
    )
    await app.database.pool.query(
      `update rooms set destroys_at = now() - interval '1 day' where id = $1 and destroys_at is not null`,
      [room.roomId],
    )
    await look(app)
    expect(await stateOf(app, room.roomId)).toBeUndefined()
    expect((await ending.read(room.operator)).destruction).toBeNull()
  })

  it('is withdrawn by the person at the machine where its requester has blocked all other operators, who are mailed', async () => {
    await room.operator.setRight(other.memberId, 'access', false)
    await ending.ask(room.operator, room.roomNo, room.code)
    expect((await ending.withdraw(other.client)).http).toBe(401)
    await app.program.endings.withdraw(room.roomId)
    expect(await stateOf(app, room.roomId)).toBeUndefined()
    expect(await mailed('데이터룸 파기 철회')).toEqual(
      expect.arrayContaining([room.operator.me.email, other.email]),
    )
    await expect(app.program.endings.withdraw(room.roomId)).rejects.toMatchObject({
      code: 'NO_DESTRUCTION',
    })
  })

  it('begins by itself after 24 hours, not before, and then nobody enters any more', async () => {
    const person = await app.participant(room)
    await ending.ask(room.operator, room.roomNo, room.code)
    app.clock.advance(LIMITS.destructionWaitMs - 60_000)
    await look(app)
    expect(await stateOf(app, room.roomId)).toBe('asked')
    app.clock.advance(61_000)
    await Promise.all([look(app), look(app)])
    await untilDestroyed(app, room.roomId)
    for (const pin of [room.pin, other.pin, person.pin])
      expect((await app.stranger().join(pin)).json).toMatchObject({ code: 'PIN_REFUSED' })
    expect(await reported(app, room, 'room.destruction-confirmed')).toBe(1)
    expect(await reported(app, room, 'room.destroyed')).toBe(1)
  })

  it('begins with the confirmation of another operator, ends all sessions, and mails the certificate to all members', async () => {
    const person = await app.participant(room)
    await ending.ask(room.operator, room.roomNo, room.code)
    const both = await Promise.all([
      ending.confirm(other.client, room.roomNo, other.code),
      ending.confirm(other.client, room.roomNo, other.code),
    ])
    expect(both.filter(({ json }) => json.status === 'OK')).toHaveLength(1)
    for (const client of [room.operator, other.client, person.client])
      expect((await client.call('GET', `/room/api/room/info/${room.roomId}`)).http).toBe(401)
    await untilDestroyed(app, room.roomId)
    const mails = (await messageMails(app, '데이터룸 파기 증명서')).filter(({ files }) =>
      files.some(({ name }) => name.includes(room.roomNo)),
    )
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(
      [room.operator.me.email, other.email, person.email].sort(),
    )
    expect(mails[0]?.files.map(({ type }) => type).sort()).toEqual([
      'application/json',
      'application/pdf',
    ])
    expect(
      (await messageMails(app, '데이터룸 파기 신청')).filter(({ text }) =>
        text.includes(room.roomNo),
      ),
    ).toEqual([])
  })
})
