import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { loggedEntries } from '../../../test/scenarios/logged-details.ts'
import { people } from '../../../test/scenarios/members/invitations.ts'
import { createRoomKeyring } from '../../rooms/index.ts'

describe('a PIN that is shown to an operator', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  const pinOf = (answer: { json: { payload: unknown } }) =>
    (answer.json.payload as { pin: string }).pin
  const newcomer = async () => {
    const [person] = people(1)
    const { json } = await room.operator.invite([person ?? {}])
    const memberId = (json.payload as { id: number }[])[0]?.id ?? 0
    return {
      memberId,
      email: person?.email ?? '',
      mailed: await app.pinMailedTo(person?.email ?? ''),
    }
  }
  const joinedEntries = async (memberId: number) => {
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    const { rows } = await app.database.pool.query('select email from members where id = $1', [
      memberId,
    ])
    const entries = await loggedEntries(app.database, keyring, room.roomId, 'session.joined')
    return entries
      .filter(({ doer: actor }) => actor.email === rows[0].email)
      .map(({ details }) => details)
  }

  it('replaces the mailed one, and the first login with it says so', async () => {
    const { memberId, email, mailed } = await newcomer()
    const shown = await room.operator.showPin(memberId, room.code)
    const pin = pinOf(shown)
    expect(pin).toMatch(/^\d{3}-\d{2}-\d{11}$/)
    expect(shown.headers.get('cache-control')).toContain('no-store')
    expect((await app.stranger().join(mailed)).json.code).toBe('PIN_REFUSED')
    for (let times = 0; times < 2; times += 1)
      expect((await app.stranger().join(pin)).json.status).toBe('OK')
    expect(await joinedEntries(memberId)).toEqual([
      { by: 'pin', device: 'new', shown: true },
      { by: 'pin', device: 'new' },
    ])
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'member.pin-shown'),
    ).toHaveLength(1)
    await expect
      .poll(async () => (await app.mailsTo(email)).map(({ subject }) => subject))
      .toContain('[시험 룸] PIN 전달 안내')
    for (const mail of await app.mailsTo(email)) expect(mail.text).not.toContain(pin)
    expect(app.log.text()).not.toContain(pin)
    expect(app.log.text()).not.toContain(pin.replaceAll('-', ''))
    expect((await room.operator.showPin(memberId, room.code)).json).toMatchObject({
      status: 'EXCEPTION',
      code: 'PIN_IN_USE',
    })
    expect((await app.stranger().join(pin)).json.status).toBe('OK')
  })

  it('is named by the first login also with the second step', async () => {
    const { memberId, email } = await newcomer()
    const pin = pinOf(await room.operator.showPin(memberId, room.code))
    await room.operator.entering(true)
    const client = app.stranger()
    await client.join(pin)
    let code: string | undefined
    await expect
      .poll(
        async () =>
          (code = (await app.mailsTo(email))
            .map(({ text }) => /\b\d{4} ?\d{4}\b/.exec(text ?? '')?.[0])
            .find(Boolean)),
      )
      .toBeDefined()
    expect((await client.prove(code ?? '')).json.status).toBe('OK')
    await room.operator.entering(false)
    expect(await joinedEntries(memberId)).toEqual([
      { by: 'pin', step: true, device: 'new', shown: true },
    ])
  })

  it('is refused with a wrong code, and for an operator, a blocked person and another room', async () => {
    const { memberId, mailed } = await newcomer()
    const other = await app.room()
    const refusals = async (answer: Promise<{ http: number; json: { code?: string } }>) => {
      const { http, json } = await answer
      return [http, json.code]
    }
    expect(await refusals(room.operator.showPin(memberId, '00-00000-00'))).toEqual([
      200,
      'CODE_DIFFERS',
    ])
    expect(await refusals(other.operator.showPin(memberId, other.code))).toEqual([404, 'NOT_FOUND'])
    await room.operator.setRight(memberId, 'access', false)
    expect(await refusals(room.operator.showPin(memberId, room.code))).toEqual([
      200,
      'PIN_OF_BLOCKED',
    ])
    await room.operator.setRight(memberId, 'access', true)
    await room.operator.setRole(memberId, 4)
    expect(await refusals(room.operator.showPin(memberId, room.code))).toEqual([
      200,
      'PIN_OF_OPERATOR',
    ])
    await room.operator.setRole(memberId, 5)
    expect((await app.logged(room.roomId)).slice(-5)).not.toContain('member.pin-shown')
    expect((await app.stranger().join(mailed)).json.status).toBe('OK')
  })
})
