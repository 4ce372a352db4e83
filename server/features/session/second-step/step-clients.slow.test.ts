import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import { stepCodeTo, stepMailsTo } from '../../../test/scenarios/step-codes.ts'
import { entering, openEntrance } from '../../../test/second-step/entrance.ts'
import { appCode, proveByApp, setRules, setUpApp } from '../../../test/second-step/second-step.ts'

const THIEF = '203.0.113.7'
const OWNER = '198.51.100.4'
const STEP = 30_000
const held = openEntrance()

const from = (address: string) => ({ 'x-forwarded-for': address })
const wrong = (code: string) => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
const warnings = async () =>
  (await messageMails(held.app, '인증 코드 요청이 여러 번')).filter(({ to }) =>
    to.includes(held.person.email),
  )

describe('somebody who knows the PIN of another', () => {
  it('does not keep its owner out by asking for codes without end, whom a mail warns', async () => {
    const { app, person } = held
    for (let asked = 0; asked < 5; asked += 1)
      expect((await entering(held, { address: THIEF })).ways).toEqual(['mail'])
    expect((await app.stranger().join(person.pin, from(THIEF))).json.code).toBe('TOO_MANY')
    const { client, ways } = await entering(held, { address: OWNER })
    expect(ways).toEqual(['mail'])
    const code = await stepCodeTo(app, person.email)
    expect((await app.stranger().join(person.pin, from(THIEF))).json.code).toBe('TOO_MANY')
    expect(
      (
        await client.call('POST', '/room/api/room/join/step', {
          body: { code },
          headers: from(OWNER),
        })
      ).json.status,
    ).toBe('OK')
    const [warning, ...more] = await warnings()
    expect(more).toEqual([])
    for (const text of ['새 PIN', '운영자에게', 'request a new PIN', 'inform an operator'])
      expect(warning?.text).toContain(text)
    expect((await person.client.join(person.pin)).json.step).toBeUndefined()
  })

  it('does not keep its owner out by wrong codes, and may enter no more of them than before', async () => {
    const { app, person } = held
    const thief = (await entering(held, { address: THIEF })).client
    const code = wrong(await stepCodeTo(app, person.email))
    const guess = (client: typeof thief, address: string) =>
      client.call('POST', '/room/api/room/join/step', { body: { code }, headers: from(address) })
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(thief, THIEF)).json.code).toBe('STEP_REFUSED')
    const second = (await entering(held, { address: THIEF })).client
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(second, THIEF)).json.code).toBe('STEP_REFUSED')
    expect((await guess((await entering(held, { address: THIEF })).client, THIEF)).json.code).toBe(
      'TOO_MANY',
    )
    const { client } = await entering(held, { address: OWNER })
    const own = { code: await stepCodeTo(app, person.email) }
    expect(
      (await client.call('POST', '/room/api/room/join/step', { body: own, headers: from(OWNER) }))
        .json.status,
    ).toBe('OK')
  })

  it('causes no more than twenty mails an hour from however many networks, and one warning a day', async () => {
    const { app, person } = held
    let refused = 0
    for (let client = 1; client <= 5; client += 1)
      for (let asked = 0; asked < 5; asked += 1)
        if (
          (await app.stranger().join(person.pin, from(`203.0.113.${client}`))).json.code ===
          'TOO_MANY'
        )
          refused += 1
    expect(refused).toBe(5)
    expect(await stepMailsTo(app, person.email)).toHaveLength(20)
    expect(await warnings()).toHaveLength(1)
    app.clock.advance(60 * LIMITS.stepAgainMs)
    expect((await entering(held, { address: THIEF })).ways).toEqual(['mail'])
    expect(await warnings()).toHaveLength(1)
  })

  it('keeps no owner of an app out from one client', async () => {
    const { app, person } = held
    const key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
    const code = appCode(key, app.clock.now(), 40)
    const thief = (await entering(held, { address: THIEF })).client
    const guess = async () =>
      (
        await thief.call('POST', '/room/api/room/join/step/proof', {
          body: { proof: { by: 'app', code } },
          headers: from(THIEF),
        })
      ).json.code
    for (let tries = 0; tries < 3; tries += 1) expect(await guess()).toBe('APP_CODE_REFUSED')
    for (let tries = 0; tries < 20; tries += 1) expect(await guess()).toBe('TOO_MANY')
    const { client } = await entering(held, { address: OWNER })
    const body = { proof: { by: 'app', code: appCode(key, app.clock.now()) } }
    expect(
      (await client.call('POST', '/room/api/room/join/step/proof', { body, headers: from(OWNER) }))
        .json.status,
    ).toBe('OK')
  })

  it('guesses no more codes of an app by changing the network', async () => {
    const { app, person } = held
    const key = await setUpApp(app, person.client, person.email)
    app.clock.advance(STEP)
    const code = appCode(key, app.clock.now(), 40)
    const guess = async (address: string) => {
      const { client } = await entering(held, { address })
      const body = { proof: { by: 'app', code } }
      return (
        await client.call('POST', '/room/api/room/join/step/proof', {
          body,
          headers: from(address),
        })
      ).json.code
    }
    for (let tries = 0; tries < 10; tries += 1)
      expect(await guess(`203.0.113.${Math.floor(tries / 3)}`)).toBe('APP_CODE_REFUSED')
    expect(await guess('203.0.113.11')).toBe('TOO_MANY')
    const { client } = await entering(held)
    expect((await proveByApp(client, appCode(key, app.clock.now()))).json.code).toBe('TOO_MANY')
    expect((await client.prove(await stepCodeTo(app, person.email))).json.status).toBe('OK')
  })

  it('does not hold up its owner, who enters by a new PIN and has three codes left, where the room wants strong proofs', async () => {
    const { app, person, room } = held
    const key = await setUpApp(app, person.client, person.email)
    await setRules(room.operator, { proofs: 'strong' })
    app.clock.advance(STEP)
    const guess = async (pin: string, address: string) => {
      const { client } = await entering(held, { pin, address })
      const body = { proof: { by: 'app', code: appCode(key, app.clock.now(), 40) } }
      return (
        await client.call('POST', '/room/api/room/join/step/proof', {
          body,
          headers: from(address),
        })
      ).json.code
    }
    for (let tries = 0; tries < 10; tries += 1)
      expect(await guess(person.pin, `203.0.113.${Math.floor(tries / 3)}`)).toBe('APP_CODE_REFUSED')
    expect(await guess(person.pin, '203.0.113.11')).toBe('TOO_MANY')

    await app.stranger().findPin(person.email, from(OWNER))
    await expect.poll(() => app.pinMailedTo(person.email), { timeout: 20_000 }).not.toBe(person.pin)
    const pin = await app.pinMailedTo(person.email)
    // The mailbox gives no more than these: with both PINs, thirteen an hour.
    for (let tries = 0; tries < 2; tries += 1)
      expect(await guess(pin, OWNER)).toBe('APP_CODE_REFUSED')
    const { client, ways } = await entering(held, { pin, address: OWNER })
    expect(ways).toEqual(['app'])
    const body = { proof: { by: 'app', code: appCode(key, app.clock.now()) } }
    expect(
      (await client.call('POST', '/room/api/room/join/step/proof', { body, headers: from(OWNER) }))
        .json.status,
    ).toBe('OK')
    expect((await app.stranger().join(person.pin)).json.status).not.toBe('OK')
    expect(await guess(pin, '198.51.100.9')).toBe('APP_CODE_REFUSED')
    expect(await guess(pin, '198.51.100.9')).toBe('TOO_MANY')
  })
})
