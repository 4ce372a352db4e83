import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import { eventually } from '../../test/harness/eventually.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { reported } from '../../test/scenarios/closing/asking.ts'
import {
  ending,
  enterAgain,
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

  describe('asked for in the first days of an operator', () => {
    const WEEK_MS = LIMITS.operatorSeniorityMs
    const confirmed = async (by: TestPerson & { readonly code: string }) =>
      (await ending.confirm(by.client, room.roomNo, by.code)).json.code
    const first = () => ({ ...room, client: room.operator })

    it('K06: is not confirmed by an old operator where a new one asked, nor by a new one where an old one did, and waits its 24 hours', async () => {
      const late = await secondOperator(app, room, '늦은 운영자')
      const { confirmableFrom, ...before } = await ending.read(late.client)
      expect(before).toMatchObject({ otherOperators: 0, destruction: null })
      expect(
        Math.abs(Date.parse(confirmableFrom ?? '') - app.clock.now().getTime() - WEEK_MS),
      ).toBeLessThan(60_000)
      expect((await ending.ask(late.client, room.roomNo, late.code)).json.status).toBe('OK')
      expect(await confirmed(other)).toBe('SECOND_OPERATOR')
      expect((await ending.confirm(room.operator, room.roomNo, room.code)).json.code).toBe(
        'SECOND_OPERATOR',
      )
      expect(await ending.read(room.operator)).toMatchObject({
        otherOperators: 0,
        destruction: { mayConfirm: false },
      })
      await ending.withdraw(room.operator)
      expect(await ending.read(room.operator)).toMatchObject({ otherOperators: 1 })
      await ending.ask(room.operator, room.roomNo, room.code)
      expect(await confirmed(late)).toBe('SECOND_OPERATOR')
      expect(await stateOf(app, room.roomId)).toBe('asked')
      app.clock.advance(LIMITS.destructionWaitMs)
      await look(app)
      await untilDestroyed(app, room.roomId)
    })

    it('K06: is not confirmed along a chain of two appointments, nor in a room that is younger than that itself', async () => {
      room = await app.room()
      const second = await secondOperator(app, room)
      const email = `chain-${room.roomId}@example.com`
      const invited = await second.client.invite([{ name: '사슬', email }])
      const memberId = (invited.json.payload as { id: number }[])[0]?.id ?? 0
      await second.client.setRole(memberId, ROLE.operator)
      const client = app.stranger()
      const third = {
        client,
        memberId,
        email,
        pin: await app.pinMailedTo(email),
        code: await app.codeMailedTo(email),
      }
      await client.join(third.pin)
      await client.agree()
      await client.elevate(third.code)
      for (const [asker, confirmer] of [
        [second, third],
        [third, second],
        [{ ...first(), memberId: 0, email: '' }, second],
      ] as const) {
        expect(await ending.read(asker.client)).toMatchObject({ otherOperators: 0 })
        await ending.ask(asker.client, room.roomNo, asker.code)
        expect(await confirmed(confirmer)).toBe('SECOND_OPERATOR')
        expect(await stateOf(app, room.roomId)).toBe('asked')
        await ending.withdraw(room.operator)
      }
    })

    it('K06: counts from the last appointment of who was made, unmade and made again, and of who was blocked from the end of that', async () => {
      const remade = async (change: () => Promise<unknown>) => {
        await change()
        const code = await app.codeMailedTo(other.email)
        app.clock.advance(WEEK_MS - 60_000)
        await enterAgain(first(), { ...other, code })
        expect(await ending.read(room.operator)).toMatchObject({ otherOperators: 0 })
        await ending.ask(room.operator, room.roomNo, room.code)
        expect(await confirmed({ ...other, code })).toBe('SECOND_OPERATOR')
        await ending.withdraw(room.operator)
        app.clock.advance(60_000)
        expect(await ending.read(room.operator)).toMatchObject({ otherOperators: 1 })
        return code
      }
      const mails = await app.secretsMailedTo(other.email)
      const code = await remade(async () => {
        await room.operator.setRole(other.memberId, ROLE.participant)
        await room.operator.setRole(other.memberId, ROLE.operator)
        await eventually(async () => expect(await app.secretsMailedTo(other.email)).toBe(mails + 1))
      })
      await remade(async () => {
        await room.operator.setRight(other.memberId, 'access', false)
        await room.operator.setRight(other.memberId, 'access', true)
      })
      await ending.ask(room.operator, room.roomNo, room.code)
      expect(await confirmed({ ...other, code })).toBeUndefined()
    })
  })

  it('K06: is not confirmed from a second session of its requester, who cannot remove those able to withdraw it', async () => {
    const { operator, roomNo, code } = room
    await ending.ask(operator, roomNo, code)
    const again = app.stranger()
    await again.join(room.pin)
    await again.agree()
    expect((await ending.confirm(again, roomNo, code)).json).toMatchObject({ code: 'NOT_RAISED' })
    await again.elevate(code)
    expect((await ending.confirm(again, roomNo, code)).json).toMatchObject({
      code: 'SECOND_OPERATOR',
    })
    const held = [
      await operator.setRole(other.memberId, ROLE.participant),
      await operator.setRight(other.memberId, 'access', false),
      await operator.remove(other.memberId),
    ]
    expect(held.map(({ json }) => json.code)).toEqual(held.map(() => 'OPERATOR_HELD'))
    expect((await ending.read(other.client)).destruction).toMatchObject({ mayConfirm: true })
    const person = await app.participant(room)
    expect((await operator.setRight(person.memberId, 'access', false)).json.status).toBe('OK')
    const changed = await operator.updateMember(other.memberId, {
      name: '박운영',
      email: 'mine@example.com',
    })
    expect(changed.json).toMatchObject({ code: 'PERSON_FIXED' })
    expect(await stateOf(app, room.roomId)).toBe('asked')
    expect(await reported(app, room, 'room.destruction-confirmed')).toBe(0)
    await ending.withdraw(operator)
    expect((await operator.remove(other.memberId)).json.status).toBe('OK')
  })

  it('K06: is mailed to an operator who was blocked before the request, by name and without an address of anybody', async () => {
    const blocked = await app.participant(room)
    await room.operator.setRight(other.memberId, 'access', false)
    await room.operator.setRight(blocked.memberId, 'access', false)
    await ending.ask(room.operator, room.roomNo, room.code)
    const mails = (await messageMails(app, '데이터룸 파기 신청')).filter(({ text }) =>
      text.includes(room.roomNo),
    )
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(
      [room.operator.me.email, other.email].sort(),
    )
    for (const { text } of mails) {
      expect(text).toContain(room.operator.me.name)
      expect(text).not.toContain(room.operator.me.email)
    }
    await ending.withdraw(room.operator)
  })

  it('K06: counts no blocked operator as requester or confirmer, and any operator who may enter withdraws it', async () => {
    await room.operator.setRight(other.memberId, 'access', false)
    expect((await ending.ask(other.client, room.roomNo, other.code)).http).toBe(401)
    expect(await ending.read(room.operator)).toMatchObject({ otherOperators: 0 })
    await ending.ask(room.operator, room.roomNo, room.code)
    expect((await ending.confirm(other.client, room.roomNo, other.code)).http).toBe(401)
    expect((await ending.withdraw(other.client)).http).toBe(401)
    expect((await ending.withdraw(room.operator)).json.status).toBe('OK')
    expect(await stateOf(app, room.roomId)).toBeUndefined()

    await ending.ask(room.operator, room.roomNo, room.code)
    await room.operator.setRight(other.memberId, 'access', true)
    await enterAgain(other)
    // The request fixes who may confirm, not who may withdraw.
    expect((await ending.confirm(other.client, room.roomNo, other.code)).json).toMatchObject({
      code: 'SECOND_OPERATOR',
    })
    expect((await ending.read(other.client)).destruction).toMatchObject({ mayConfirm: false })
    expect((await ending.withdraw(other.client)).json.status).toBe('OK')
    expect(await stateOf(app, room.roomId)).toBeUndefined()
  })
})
