import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../test/harness/test-app.ts'
import { ending, enterAgain, look, secondOperator, seniorOperator, stateOf, untilDestroyed } from '../../test/scenarios/endings.ts'
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

  const reported = async (kind: string) => (await app.logged(room.roomId)).filter((each) => each === kind).length
  const mailed = async (subject: string) => (await messageMails(app, subject)).flatMap(({ to }) => to)

  it('K06: is asked for with the room’s number, typed exactly, and the asker’s own code, entered afresh', async () => {
    const { roomNo, code, operator } = room
    for (const typo of ['', ` ${roomNo}`, roomNo.slice(0, -1), `${roomNo}0`, roomNo.replace('-', '')])
      expect((await ending.ask(operator, typo, code)).json).toMatchObject({ code: 'ROOM_NUMBER_DIFFERS' })
    expect(await reported('session.code-refused')).toBe(0)
    expect((await ending.ask(operator, roomNo, other.code)).json).toMatchObject({ code: 'CODE_DIFFERS' })
    expect((await ending.ask(operator, roomNo, '')).json).toMatchObject({ code: 'CODE_DIFFERS' })
    expect(await reported('session.code-refused')).toBe(2)
    expect(await stateOf(app, room.roomId)).toBeUndefined()

    const asked = await ending.ask(operator, roomNo, code)
    const dueAt = (asked.json.payload as { dueAt: string }).dueAt
    expect(Math.abs(Date.parse(dueAt) - app.clock.now().getTime() - LIMITS.destructionWaitMs)).toBeLessThan(60_000)
    expect((await ending.ask(operator, roomNo, code)).json).toMatchObject({ code: 'DESTRUCTION_ASKED' })
    expect(await reported('room.destruction-asked')).toBe(1)
    const info = (await other.client.call('GET', `/room/api/room/info/${room.roomId}`)).json.payload
    expect(info).toMatchObject({ phase: 'open', destroysAt: dueAt })
    expect(await mailed('데이터룸 파기 신청')).toEqual(expect.arrayContaining([operator.me.email, other.email]))
  })

  it('K06: spends the same tries of a code as the operator area, and no more are evaluated', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ending.ask(room.operator, room.roomNo, '00-00000-00')))
    const codes = answers.map(({ json }) => json.code)
    expect(codes.filter((code) => code === 'CODE_DIFFERS')).toHaveLength(5)
    expect(codes.filter((code) => code === 'TOO_MANY')).toHaveLength(15)
    expect((await ending.ask(room.operator, room.roomNo, room.code)).json).toMatchObject({ code: 'TOO_MANY' })
    expect(await stateOf(app, room.roomId)).toBeUndefined()
    await app.forgetFailures()
  })

  it('K06: is not confirmed by its requester, nor by a newer operator, nor without one’s own code', async () => {
    await ending.ask(room.operator, room.roomNo, room.code)
    expect((await ending.confirm(room.operator, room.roomNo, room.code)).json).toMatchObject({ code: 'SECOND_OPERATOR' })
    const late = await secondOperator(app, room, '늦은 운영자')
    expect((await ending.confirm(late.client, room.roomNo, late.code)).json).toMatchObject({ code: 'SECOND_OPERATOR' })
    expect((await ending.confirm(other.client, room.roomNo, room.code)).json).toMatchObject({ code: 'CODE_DIFFERS' })
    expect((await ending.confirm(other.client, `${room.roomNo} `, other.code)).json).toMatchObject({ code: 'ROOM_NUMBER_DIFFERS' })
    expect((await ending.read(room.operator)).destruction).toMatchObject({ askedByMe: true, mayConfirm: false })
    expect((await ending.read(late.client)).destruction).toMatchObject({ askedByMe: false, mayConfirm: false })
    expect(await ending.read(other.client)).toMatchObject({ destruction: { askedByMe: false, mayConfirm: true }, otherOperators: 1 })
    expect(await stateOf(app, room.roomId)).toBe('asked')
    await ending.withdraw(late.client)
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
      expect(Math.abs(Date.parse(confirmableFrom ?? '') - app.clock.now().getTime() - WEEK_MS)).toBeLessThan(60_000)
      expect((await ending.ask(late.client, room.roomNo, late.code)).json.status).toBe('OK')
      expect(await confirmed(other)).toBe('SECOND_OPERATOR')
      expect((await ending.confirm(room.operator, room.roomNo, room.code)).json.code).toBe('SECOND_OPERATOR')
      expect(await ending.read(room.operator)).toMatchObject({ otherOperators: 0, destruction: { mayConfirm: false } })
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
      const third = { client, memberId, email, pin: await app.pinMailedTo(email), code: await app.codeMailedTo(email) }
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
    expect((await ending.confirm(again, roomNo, code)).json).toMatchObject({ code: 'SECOND_OPERATOR' })
    const held = [
      await operator.setRole(other.memberId, ROLE.participant),
      await operator.setRight(other.memberId, 'access', false),
      await operator.remove(other.memberId),
    ]
    expect(held.map(({ json }) => json.code)).toEqual(held.map(() => 'OPERATOR_HELD'))
    expect((await ending.read(other.client)).destruction).toMatchObject({ mayConfirm: true })
    const person = await app.participant(room)
    expect((await operator.setRight(person.memberId, 'access', false)).json.status).toBe('OK')
    const changed = await operator.updateMember(other.memberId, { name: '박운영', email: 'mine@example.com' })
    expect(changed.json).toMatchObject({ code: 'PERSON_FIXED' })
    expect(await stateOf(app, room.roomId)).toBe('asked')
    expect(await reported('room.destruction-confirmed')).toBe(0)
    await ending.withdraw(operator)
    expect((await operator.remove(other.memberId)).json.status).toBe('OK')
  })

  it('K06: is mailed to an operator who was blocked before the request, by name and without an address of anybody', async () => {
    const blocked = await app.participant(room)
    await room.operator.setRight(other.memberId, 'access', false)
    await room.operator.setRight(blocked.memberId, 'access', false)
    await ending.ask(room.operator, room.roomNo, room.code)
    const mails = (await messageMails(app, '데이터룸 파기 신청')).filter(({ text }) => text.includes(room.roomNo))
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([room.operator.me.email, other.email].sort())
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
    expect((await ending.confirm(other.client, room.roomNo, other.code)).json).toMatchObject({ code: 'SECOND_OPERATOR' })
    expect((await ending.read(other.client)).destruction).toMatchObject({ mayConfirm: false })
    expect((await ending.withdraw(other.client)).json.status).toBe('OK')
    expect(await stateOf(app, room.roomId)).toBeUndefined()
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
      expect([await reported('room.destruction-confirmed'), await reported('room.destruction-withdrawn')]).toEqual(
        confirmed ? [1, 0] : [0, 1],
      )
      if (confirmed) await untilDestroyed(app, context.roomId)
      else expect(await stateOf(app, context.roomId)).toBeUndefined()
      room = await app.room()
      other = await seniorOperator(app, room)
    }
  })

  it('K06: cannot be asked for by a page of another origin', async () => {
    const body = JSON.stringify({ id: room.roomId, roomNo: room.roomNo, code: room.code })
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site', origin: 'null' }]) {
      const answer = await fetch(`${app.base}/room/api/room/ending/destruction`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${room.operator.me.jwt}`, ...headers },
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
    expect((await ending.confirm(other.client, room.roomNo, other.code)).json).toMatchObject({ code: 'NO_DESTRUCTION' })
    expect(await reported('room.destruction-withdrawn')).toBe(1)
    expect(await mailed('데이터룸 파기 철회')).toEqual(expect.arrayContaining([room.operator.me.email, other.email, late.email]))
    await app.database.pool.query(`update rooms set destroys_at = now() - interval '1 day' where id = $1 and destroys_at is not null`, [
      room.roomId,
    ])
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
    expect(await mailed('데이터룸 파기 철회')).toEqual(expect.arrayContaining([room.operator.me.email, other.email]))
    await expect(app.program.endings.withdraw(room.roomId)).rejects.toMatchObject({ code: 'NO_DESTRUCTION' })
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
    expect(await reported('room.destruction-confirmed')).toBe(1)
    expect(await reported('room.destroyed')).toBe(1)
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
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([room.operator.me.email, other.email, person.email].sort())
    expect(mails[0]?.files.map(({ type }) => type).sort()).toEqual(['application/json', 'application/pdf'])
    expect((await messageMails(app, '데이터룸 파기 신청')).filter(({ text }) => text.includes(room.roomNo))).toEqual([])
  })
})
