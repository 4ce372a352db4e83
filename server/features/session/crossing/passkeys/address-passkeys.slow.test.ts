import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { PayloadOut } from '../../../../../contract/core/operation.ts'
import {
  FRESH_PROOF_MS,
  type proveOptions,
  type registerOptions,
} from '../../../../../contract/features/session/address-passkeys.ts'
import { runJob } from '../../../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../../test/harness/wire-client.ts'
import { messageMails } from '../../../../test/scenarios/message-mails.ts'
import { PASSKEY_URL } from '../../../../test/scenarios/passkeys.ts'
import {
  type Adviser,
  adviserOf,
  allowCrossing,
  crossInTab,
  inviteAddress,
  leaveRooms,
  listedRooms,
  ownRooms,
  proveAddress,
  stepCodeTo,
} from '../../../../test/scenarios/step-codes.ts'
import {
  SoftwareAuthenticator,
  type SoftwarePasskey,
  type Twist,
} from '../../../../test/servers/software-authenticator.ts'
import { CONFIRMED_FOR_MS } from './prove-by-passkey.ts'

const PATH = '/room/api/session/rooms/passkeys'
const AUTHENTICATOR = new SoftwareAuthenticator(PASSKEY_URL)
const UNPROVEN = { http: 403, json: { code: 'ADDRESS_UNPROVEN' } }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_URL })
})
afterAll(() => app.close())
beforeEach(() => app.forgetFailures())

const post = (client: WireClient, path: string, body?: unknown): Promise<WireAnswer> =>
  client.call('POST', `${PATH}${path}`, { body })
const namesOf = async (client: WireClient): Promise<string[]> =>
  ((await client.call('GET', PATH)).json.payload as { name: string }[]).map(({ name }) => name)

async function make(client: WireClient, twist: Twist = {}, name = '노트북') {
  const options = (await post(client, '/options')).json.payload as PayloadOut<
    typeof registerOptions
  >
  const { passkey, answer } = AUTHENTICATOR.create(options, twist)
  return { passkey, answer, options, added: await post(client, '', { name, answer }) }
}

const optionsOf = async (client: WireClient) =>
  (await post(client, '/prove/options')).json.payload as PayloadOut<typeof proveOptions>

async function proveBy(
  client: WireClient,
  passkey: SoftwarePasskey,
  twist: Twist = {},
): Promise<WireAnswer> {
  const answer = await post(
    client,
    '/prove',
    AUTHENTICATOR.get(await optionsOf(client), passkey, twist),
  )
  client.proof = answer.headers.get('set-cookie')?.split(';')[0] ?? client.proof
  return answer
}

async function withPasskey(): Promise<Adviser & { readonly passkey: SoftwarePasskey }> {
  const adviser = await adviserOf(app)
  await proveAddress(app, adviser.client, adviser.email)
  return { ...adviser, passkey: (await make(adviser.client)).passkey }
}

describe('a passkey of an address', () => {
  it('proves the address in another browser, where rooms open under their own rules, and is mailed to the address', async () => {
    const { one, two, client, email, passkey } = await withPasskey()
    expect((await client.call('GET', PATH)).json).toMatchObject({
      payload: [{ name: '노트북', usedAt: null }],
      canAdd: true,
    })
    const mails = (await messageMails(app, '')).filter(
      ({ to, text }) => to.includes(email) && text.includes('노트북'),
    )
    expect(mails.map(({ subject }) => subject)).toEqual(['내 데이터룸 패스키가 추가되었습니다'])

    const browser = app.stranger()
    const options = await optionsOf(browser)
    expect(options).toMatchObject({
      allowCredentials: [],
      userVerification: 'required',
      rpId: 'room.test',
    })
    const proven = await proveBy(browser, passkey)
    expect(proven.json).toEqual({ status: 'OK', payload: null })
    expect(proven.headers.get('set-cookie')).toMatch(
      /^sealroom-proof=[A-Za-z0-9_-]{22}; Path=\/api\/room\/api\/session\/rooms;.*HttpOnly; SameSite=Strict/,
    )
    expect((await listedRooms(browser)).map(({ roomId }) => roomId)).toEqual([
      one.roomId,
      two.roomId,
    ])
    await two.operator.entering(true)
    const tab = await crossInTab(app, browser, two.roomId)
    expect(await tab.agree()).toMatchObject({ http: 403, json: { code: 'NOT_PROVEN' } })
    expect(await stepCodeTo(app, email)).toMatch(/\d/)
    expect((await client.call('GET', PATH)).json.payload).toMatchObject([
      { usedAt: expect.any(String) },
    ])
  })

  const twists: Record<string, Twist> = {
    'another origin': { origin: 'https://evil.example' },
    'a foreign frame': { crossOrigin: true },
    'another relying party': { rpId: 'evil.example' },
    'a challenge of somebody else': { challenge: Buffer.alloc(54, 7).toString('base64url') },
    'nobody verified': { userVerified: false },
    'a counter that went back': { counter: 0 },
  }
  it(`proves nothing with ${Object.keys(twists).join(', ')}`, async () => {
    const { passkey } = await withPasskey()
    expect((await proveBy(app.stranger(), passkey, { counter: 5 })).json.status).toBe('OK')
    for (const [what, twist] of Object.entries(twists)) {
      const browser = app.stranger()
      expect((await proveBy(browser, passkey, twist)).json.code, what).toBe('PASSKEY_REFUSED')
      expect(await ownRooms(browser)).toMatchObject(UNPROVEN)
    }
  })

  it('proves once for each challenge, within five minutes, and never with a challenge for another purpose', async () => {
    const { client, passkey } = await withPasskey()
    const browser = app.stranger()
    const signed = AUTHENTICATOR.get(await optionsOf(browser), passkey)
    const answers = await Promise.all([
      post(browser, '/prove', signed),
      post(app.stranger(), '/prove', signed),
    ])
    expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual([
      'OK',
      'PASSKEY_REFUSED',
    ])
    const late = AUTHENTICATOR.get(await optionsOf(browser), passkey)
    app.clock.advance(5 * 60_000)
    expect((await post(browser, '/prove', late)).json.code).toBe('PASSKEY_REFUSED')
    const { challenge } = (await post(client, '/options')).json.payload as PayloadOut<
      typeof registerOptions
    >
    expect((await proveBy(browser, passkey, { challenge })).json.code).toBe('PASSKEY_REFUSED')
    const { challenge: forProof } = await optionsOf(browser)
    expect((await make(client, { challenge: forProof })).added.json.code).toBe('PASSKEY_REFUSED')
  })

  it('is made only soon after a proof, with the challenge of this proof, and once', async () => {
    const { client, email } = await adviserOf(app)
    expect(await post(client, '/options')).toMatchObject(UNPROVEN)
    await proveAddress(app, client, email)
    const { answer, added } = await make(client)
    expect(added.json.status).toBe('OK')
    expect((await post(client, '', { name: '또', answer })).json.code).toBe('PASSKEY_REFUSED')
    const other = await adviserOf(app)
    await proveAddress(app, other.client, other.email)
    const options = (await post(client, '/options')).json.payload as PayloadOut<
      typeof registerOptions
    >
    const foreign = AUTHENTICATOR.create(options).answer
    expect((await post(other.client, '', { name: '남의 것', answer: foreign })).json.code).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await namesOf(other.client)).toEqual([])
    app.clock.advance(FRESH_PROOF_MS - 60_000)
    await ownRooms(client)
    app.clock.advance(60_000)
    expect(await post(client, '/options')).toMatchObject({ http: 403, json: { code: 'PROOF_OLD' } })
    expect((await client.call('GET', PATH)).json).toMatchObject({ canAdd: false })
    expect(await namesOf(client)).toEqual(['노트북'])
  })

  it('is removed by the person alone, proves nothing from then on, and the address is mailed', async () => {
    const { client, email, passkey } = await withPasskey()
    const other = await adviserOf(app)
    await proveAddress(app, other.client, other.email)
    const [{ id }] = (await client.call('GET', PATH)).json.payload as [{ id: number }]
    expect(await post(other.client, '/remove', { id })).toMatchObject({
      http: 404,
      json: { code: 'NOT_FOUND' },
    })
    const signed = AUTHENTICATOR.get(await optionsOf(client), passkey)
    expect((await post(client, '/remove', { id })).json.status).toBe('OK')
    expect((await post(app.stranger(), '/prove', signed)).json.code).toBe('PASSKEY_REFUSED')
    const subjects = (await messageMails(app, ''))
      .filter(({ to }) => to.includes(email))
      .map(({ subject }) => subject)
    expect(subjects).toContain('내 데이터룸 패스키가 삭제되었습니다')
  })

  it('opens nothing where rooms forbid crossing, or where an operator gave a member the address of somebody else', async () => {
    const { one, two, passkey, email } = await withPasskey()
    await allowCrossing(one.operator, false)
    await allowCrossing(two.operator, false)
    expect((await proveBy(app.stranger(), passkey)).json.code).toBe('PASSKEY_REFUSED')
    await allowCrossing(two.operator, true)
    const third = await app.room()
    await inviteAddress(third, email)
    const browser = app.stranger()
    await proveBy(browser, passkey)
    expect((await listedRooms(browser)).map(({ roomId }) => roomId)).toEqual([
      two.roomId,
      third.roomId,
    ])
    const lent = await app.participant(third)
    expect(await post(lent.client, '/options')).toMatchObject(UNPROVEN)
  })

  it('outlasts the end of all sessions, as the person has it still, while its proofs end', async () => {
    const { client, passkey } = await withPasskey()
    const browser = app.stranger()
    await proveBy(browser, passkey)
    expect((await leaveRooms(client, true)).json.status).toBe('OK')
    expect(await ownRooms(browser)).toMatchObject(UNPROVEN)
    expect((await proveBy(browser, passkey)).json.status).toBe('OK')
  })

  it('registers no other by itself, and ends with the address in its last room', async () => {
    const { one, two, passkey, memberId, otherId, email } = await withPasskey()
    const browser = app.stranger()
    await proveBy(browser, passkey)
    expect((await browser.call('GET', PATH)).json).toMatchObject({
      canAdd: false,
      payload: [{ name: '노트북' }],
    })
    expect(await post(browser, '/options')).toMatchObject({
      http: 403,
      json: { code: 'PROOF_OLD' },
    })
    const countKeys = async () =>
      (await app.database.pool.query('select from address_passkeys where email = $1', [email]))
        .rowCount
    await one.operator.remove(memberId)
    await runJob(app, 'session.tidy')
    expect(await countKeys()).toBe(1)
    await two.operator.remove(otherId)
    await runJob(app, 'session.tidy')
    expect(await countKeys()).toBe(0)
  })

  it('needs the mailbox again after 90 days', async () => {
    const { client, email, passkey } = await withPasskey()
    app.clock.advance(CONFIRMED_FOR_MS)
    expect((await proveBy(app.stranger(), passkey)).json.code).toBe('PASSKEY_REFUSED')
    await proveAddress(app, client, email)
    expect((await proveBy(app.stranger(), passkey)).json.status).toBe('OK')
  })

  it('is refused without end to nobody but the network that guesses', async () => {
    const { passkey } = await withPasskey()
    const wrong = () => proveBy(app.stranger(), passkey, { userVerified: false })
    for (let count = 0; count < 20; count += 1)
      expect((await wrong()).json.code).toBe('PASSKEY_REFUSED')
    expect(await wrong()).toMatchObject({ http: 429 })
    app.clock.advance(LIMITS.idleMs)
    expect((await proveBy(app.stranger(), passkey)).json.status).toBe('OK')
  })
})

describe('passkeys of an address without https', () => {
  it('are not offered', async () => {
    const plain = await startTestApp()
    try {
      const { client, email } = await adviserOf(plain)
      await proveAddress(plain, client, email)
      expect((await client.call('GET', PATH)).json).toMatchObject({ canAdd: false, payload: [] })
      for (const path of ['/options', '/prove/options'])
        expect((await post(client, path)).json.code).toBe('PASSKEYS_UNAVAILABLE')
    } finally {
      await plain.close()
    }
  })
})
