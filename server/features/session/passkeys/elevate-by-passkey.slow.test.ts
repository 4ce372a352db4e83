import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import {
  addPasskey,
  askForNewPasskey,
  askForPasskey,
  creationOptionsOf,
  elevateWith,
  listPasskeys,
  PASSKEY_URL,
  passkeyState,
  removePasskey,
  requestOptionsOf,
  sendPasskey,
  signFor,
} from '../../../test/scenarios/passkeys.ts'
import {
  type Algorithm,
  SoftwareAuthenticator,
  type SoftwarePasskey,
} from '../../../test/servers/software-authenticator.ts'
import { createRoomKeyring } from '../../rooms/index.ts'

const OPERATOR = 4
const PARTICIPANT = 5
const MINUTE = 60_000

describe('the operator area by passkey', () => {
  let app: TestApp
  let room: TestRoom
  let passkey: SoftwarePasskey
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    passkey = await addPasskey(room.operator, { name: '회사 노트북' })
  })

  const enter = async (pin = room.pin): Promise<WireClient> => {
    const client = app.stranger()
    await client.join(pin)
    await client.agree()
    return client
  }
  const isOpen = async (client: WireClient): Promise<boolean> =>
    (await client.makeFolder('가')).http === 200
  const opened = (answer: WireAnswer): unknown => answer.json.payload
  const logged = async (kind: string): Promise<unknown[]> => {
    const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    return loggedDetails(app.database, createRoomKeyring(keyStore), room.roomId, kind)
  }

  it('opens for this session alone, and the log says by what', async () => {
    const [first, second] = [await enter(), await enter()]
    expect(await passkeyState(first)).toEqual({ origin: PASSKEY_URL, count: 1 })
    expect(opened(await elevateWith(first, passkey))).toEqual({ checked: true })
    expect(await isOpen(first)).toBe(true)
    expect(await second.makeFolder('나')).toMatchObject({ http: 403, json: { code: 'NOT_RAISED' } })
    expect(await logged('session.raised')).toEqual([
      { by: 'code' },
      { by: 'passkey', passkey: '회사 노트북' },
    ])
    expect(await logged('session.passkey-refused')).toEqual([])
    expect((await listPasskeys(first))[0]?.usedAt).not.toBeNull()
  })

  it.each<Algorithm>(['EdDSA', 'RS256'])('takes passkeys of %s, too', async (algorithm) => {
    const other = await addPasskey(room.operator, { algorithm })
    const client = await enter()
    expect(opened(await elevateWith(client, other))).toEqual({ checked: true })
    expect(await isOpen(client)).toBe(true)
  })

  it('takes one whose authenticator keeps no counter, each time', async () => {
    for (let time = 0; time < 3; time += 1) {
      const client = await enter()
      expect(opened(await elevateWith(client, passkey, { counter: 0 }))).toEqual({ checked: true })
    }
  })

  it('a new code leaves the passkey as it is', async () => {
    const client = await enter()
    await client.findCode()
    expect(opened(await elevateWith(client, passkey))).toEqual({ checked: true })
  })

  const attacks: Record<string, (client: WireClient) => Promise<WireAnswer>> = {
    'an answer that was used already': async (client) => {
      const answer = await signFor(client, passkey)
      const other = await enter()
      expect(opened(await sendPasskey(client, answer))).toEqual({ checked: true })
      await client.logout()
      return sendPasskey(other, answer)
    },
    'the challenge of another session of the same person': async (client) => {
      await requestOptionsOf(client)
      return sendPasskey(client, await signFor(await enter(), passkey))
    },
    'the challenge of another person': async (client) => {
      const { pin, memberId, email } = await app.participant(room)
      await room.operator.setRole(memberId, OPERATOR)
      const other = await enter(pin)
      await other.elevate(await app.codeMailedTo(email))
      await addPasskey(other)
      const { challenge } = await requestOptionsOf(other)
      await requestOptionsOf(client)
      return elevateWith(client, passkey, { challenge })
    },
    'a challenge that was meant for a new passkey': async (client) => {
      await client.elevate(room.code)
      const { challenge } = await creationOptionsOf(client)
      const answer = await sendPasskey(client, {
        ...(await signFor(client, passkey, { challenge })),
      })
      return answer
    },
    'a challenge that nobody gave': async (client) =>
      elevateWith(client, passkey, { challenge: Buffer.alloc(32, 7).toString('base64url') }),
    'a challenge of five minutes ago': async (client) => {
      const answer = await signFor(client, passkey)
      app.clock.advance(5 * MINUTE)
      return sendPasskey(client, answer)
    },
    'a challenge before the newest one': async (client) => {
      const answer = await signFor(client, passkey)
      await requestOptionsOf(client)
      return sendPasskey(client, answer)
    },
    'another origin': (client) =>
      elevateWith(client, passkey, { origin: 'https://room.test.example' }),
    'the same host without TLS': (client) =>
      elevateWith(client, passkey, { origin: 'http://room.test' }),
    'another port': (client) => elevateWith(client, passkey, { origin: 'https://room.test:8443' }),
    'a foreign frame': (client) => elevateWith(client, passkey, { crossOrigin: true }),
    'another relying party': (client) => elevateWith(client, passkey, { rpId: 'test' }),
    'what was signed for a new passkey': (client) =>
      elevateWith(client, passkey, { type: 'webauthn.create' }),
    'nobody verified': (client) => elevateWith(client, passkey, { userVerified: false }),
    'nobody there': (client) => elevateWith(client, passkey, { userPresent: false }),
    'a counter that stands still': async (client) => {
      await elevateWith(await enter(), passkey, { counter: 9 })
      return elevateWith(client, passkey, { counter: 9 })
    },
    'a counter that went back': async (client) => {
      await elevateWith(await enter(), passkey, { counter: 9 })
      return elevateWith(client, passkey, { counter: 8 })
    },
    'a counter that is no more': async (client) => {
      await elevateWith(await enter(), passkey, { counter: 9 })
      return elevateWith(client, passkey, { counter: 0 })
    },
    'a broken signature': async (client) => {
      const answer = await signFor(client, passkey)
      const signature = Buffer.from(answer.signature, 'base64url')
      signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      return sendPasskey(client, { ...answer, signature: signature.toString('base64url') })
    },
    'a signature over other data': async (client) => {
      const answer = await signFor(client, passkey)
      const data = Buffer.from(answer.authenticatorData, 'base64url')
      data.writeUInt32BE(1_000, 33)
      return sendPasskey(client, { ...answer, authenticatorData: data.toString('base64url') })
    },
    'bytes that mean nothing': async (client) => {
      const answer = await signFor(client, passkey)
      return sendPasskey(client, { ...answer, clientDataJSON: 'AAAA', authenticatorData: 'AAAA' })
    },
    'the key of another passkey of the person': async (client) => {
      const other = await addPasskey(room.operator)
      return elevateWith(client, { id: passkey.id, privateKey: other.privateKey, counter: 5 })
    },
    'a passkey of a colleague': async (client) => {
      const { pin, memberId, email } = await app.participant(room)
      await room.operator.setRole(memberId, OPERATOR)
      const other = await enter(pin)
      await other.elevate(await app.codeMailedTo(email))
      return elevateWith(client, await addPasskey(other))
    },
    'a passkey of another room': async (client) =>
      elevateWith(client, await addPasskey((await app.room()).operator)),
    'a passkey that nobody knows': async (client) => {
      const options = await creationOptionsOf(room.operator)
      return elevateWith(client, new SoftwareAuthenticator(PASSKEY_URL).create(options).passkey)
    },
    'a passkey that was removed': async (client) => {
      const answer = await signFor(client, passkey)
      const [own] = await listPasskeys(room.operator)
      await removePasskey(room.operator, own?.id ?? 0)
      return sendPasskey(client, answer)
    },
  }

  it.each(Object.keys(attacks))('stays shut for %s', async (name) => {
    const client = await enter()
    const before = (await logged('session.passkey-refused')).length
    const answer = await attacks[name]?.(client)
    const isStillIn = (await client.list()).http === 200
    expect(answer).toMatchObject({ http: 200, json: { payload: { checked: false } } })
    expect(await logged('session.passkey-refused')).toHaveLength(before + 1)
    if (isStillIn && name !== 'a challenge that was meant for a new passkey')
      expect(await isOpen(client)).toBe(false)
  })

  it('stays closed for a demoted operator, at once and when made an operator again', async () => {
    const { pin, memberId, email } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const client = await enter(pin)
    await client.elevate(await app.codeMailedTo(email))
    const own = await addPasskey(client)
    const answer = await signFor(client, own)
    await room.operator.setRole(memberId, PARTICIPANT)
    for (const refused of [
      await sendPasskey(client, answer),
      await askForPasskey(client),
      await askForNewPasskey(client),
    ]) {
      expect(refused).toMatchObject({ http: 403, json: { code: 'NOT_OPERATOR' } })
    }
    await room.operator.setRole(memberId, OPERATOR)
    expect(opened(await sendPasskey(client, answer))).toEqual({ checked: false })
    expect(await askForPasskey(client)).toMatchObject({ http: 200, json: { code: 'NO_PASSKEY' } })
    expect(await passkeyState(client)).toMatchObject({ count: 0 })
    expect(await isOpen(client)).toBe(false)
  })

  it('never stays open for an operator who is demoted while the response is verified', async () => {
    const { pin, memberId, email } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const client = await enter(pin)
    let code = await app.codeMailedTo(email)
    for (let round = 0; round < 5; round += 1) {
      await client.elevate(code)
      const own = await addPasskey(client)
      const other = await enter(pin)
      const answer = await signFor(other, own)
      await Promise.all([sendPasskey(other, answer), room.operator.setRole(memberId, PARTICIPANT)])
      await room.operator.setRole(memberId, OPERATOR)
      expect(await other.makeFolder(`${round}`)).toMatchObject({
        http: 403,
        json: { code: 'NOT_RAISED' },
      })
      const before = code
      await expect.poll(() => app.codeMailedTo(email)).not.toBe(before)
      code = await app.codeMailedTo(email)
    }
  })

  it('is kept for who is blocked, to whom it is no use, and gone with who is removed', async () => {
    const { pin, memberId, email } = await app.participant(room)
    await room.operator.setRole(memberId, OPERATOR)
    const client = await enter(pin)
    await client.elevate(await app.codeMailedTo(email))
    const own = await addPasskey(client)
    const answer = await signFor(client, own)
    await room.operator.setRight(memberId, 'access', false)
    expect(await sendPasskey(client, answer)).toMatchObject({
      http: 401,
      json: { code: 'ACCESS_BLOCKED' },
    })
    await room.operator.setRight(memberId, 'access', true)
    const back = await enter(pin)
    expect(opened(await elevateWith(back, own))).toEqual({ checked: true })

    await room.operator.remove(memberId)
    expect((await elevateWith(back, own).catch(() => back.list())).http).toBe(401)
    const { rows } = await app.database.pool.query('select 1 from passkeys where member_id = $1', [
      memberId,
    ])
    expect(rows).toEqual([])
  })

  it('evaluates five wrong answers of a quarter of an hour, and leaves the code its own five', async () => {
    const [client, other] = [await enter(), await enter()]
    for (let time = 0; time < 5; time += 1) {
      expect(opened(await elevateWith(client, passkey, { userVerified: false }))).toEqual({
        checked: false,
      })
    }
    for (const session of [client, other]) {
      const answer = await elevateWith(session, passkey)
      expect(answer).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
      expect(answer.headers.has('retry-after')).toBe(true)
      expect(await isOpen(session)).toBe(false)
    }
    expect(opened(await other.elevate(room.code))).toEqual({ checked: true })
    app.clock.advance(15 * MINUTE)
    expect(opened(await elevateWith(client, passkey))).toEqual({ checked: true })
  })

  it('keeps no challenge beyond its time', async () => {
    const count = async (): Promise<number> =>
      (
        await app.database.pool.query(
          'select 1 from passkey_challenges where session_id in (select id from sessions where room_id = $1)',
          [room.roomId],
        )
      ).rows.length
    const tidy = app.program.jobs.handlers.find(({ name }) => name === 'session.tidy')
    const run = () =>
      tidy?.run({}, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
    await requestOptionsOf(room.operator)
    await run()
    expect(await count()).toBe(1)
    app.clock.advance(5 * MINUTE)
    await run()
    expect(await count()).toBe(0)
  })

  it('takes one of 20 equal answers that come at once', async () => {
    const client = await enter()
    const answer = await signFor(client, passkey)
    const base = await app.node()
    const elsewhere = Object.assign(app.stranger(), { session: client.session, base })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => sendPasskey(at % 2 ? client : elsewhere, answer)),
    )
    expect(
      answers.filter(({ json }) => (json.payload as { checked?: boolean } | null)?.checked),
    ).toHaveLength(1)
  })
})
