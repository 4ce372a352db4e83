import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import {
  addPasskey,
  askForNewPasskey,
  creationOptionsOf,
  listPasskeys,
  PASSKEY_URL,
  requestOptionsOf,
  sendNewPasskey,
  tryNewPasskey,
} from '../../../test/scenarios/passkeys.ts'
import {
  type Algorithm,
  SoftwareAuthenticator,
  type Twist,
} from '../../../test/servers/software-authenticator.ts'

const MINUTE = 60_000

describe('new passkeys', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
  })

  const twists: Record<string, readonly [Twist, Algorithm?]> = {
    'another origin': [{ origin: 'https://evil.example' }],
    'a foreign frame': [{ crossOrigin: true }],
    'another relying party': [{ rpId: 'evil.example' }],
    'another challenge': [{ challenge: Buffer.alloc(32).toString('base64url') }],
    'what was signed to open': [{ type: 'webauthn.get' }],
    'nobody verified': [{ userVerified: false }],
    'nobody there': [{ userPresent: false }],
    'an algorithm that nobody asked for': [{}, 'ES384'],
    'certificates that nobody asked for': [
      {
        format: 'packed',
        statement: new Map<string, unknown>([
          ['alg', -7],
          ['sig', Buffer.alloc(70)],
          ['x5c', [Buffer.alloc(9)]],
        ]),
      },
    ],
    'a format that nobody asked for': [{ format: 'tpm' }],
  }

  it.each(Object.keys(twists))('are refused with %s', async (name) => {
    const [twist, algorithm] = twists[name] ?? [{}]
    expect(await tryNewPasskey(room.operator, twist, algorithm)).toMatchObject({
      http: 200,
      json: { code: 'PASSKEY_REFUSED' },
    })
    expect(await listPasskeys(room.operator)).toEqual([])
    expect(await app.logged(room.roomId)).not.toContain('passkey.added')
  })

  it('are refused on a challenge that was used, that is too old or that was given for opening', async () => {
    const { operator } = room
    const authenticator = new SoftwareAuthenticator(PASSKEY_URL)
    const options = await creationOptionsOf(operator)
    expect((await sendNewPasskey(operator, authenticator.create(options).answer)).json.status).toBe(
      'OK',
    )
    expect((await sendNewPasskey(operator, authenticator.create(options).answer)).json.code).toBe(
      'PASSKEY_REFUSED',
    )

    const late = authenticator.create(await creationOptionsOf(operator)).answer
    app.clock.advance(5 * MINUTE)
    expect((await sendNewPasskey(operator, late)).json.code).toBe('PASSKEY_REFUSED')

    const { challenge } = await requestOptionsOf(operator)
    expect(
      (await sendNewPasskey(operator, authenticator.create(options, { challenge }).answer)).json
        .code,
    ).toBe('PASSKEY_REFUSED')
    expect(await listPasskeys(operator)).toHaveLength(1)
  })

  it('are refused where the same one is registered already, in any room', async () => {
    const other = await app.room()
    const { answer } = new SoftwareAuthenticator(PASSKEY_URL).create(
      await creationOptionsOf(room.operator),
    )
    expect((await sendNewPasskey(room.operator, answer)).json.status).toBe('OK')
    const { challenge } = await creationOptionsOf(other.operator)
    const clientDataJSON = Buffer.from(
      JSON.stringify({
        type: 'webauthn.create',
        challenge,
        origin: PASSKEY_URL,
        crossOrigin: false,
      }),
    ).toString('base64url')
    expect((await sendNewPasskey(other.operator, { ...answer, clientDataJSON })).json.code).toBe(
      'PASSKEY_REFUSED',
    )
    expect(await listPasskeys(other.operator)).toEqual([])
  })

  it('are ten at most, also of those that come at once', async () => {
    const { operator } = room
    for (let count = 0; count < 9; count += 1) await addPasskey(operator, { name: `${count}` })
    const second = app.stranger()
    await second.join(room.pin)
    await second.agree()
    await second.elevate(room.code)
    const answers = await Promise.all([tryNewPasskey(operator), tryNewPasskey(second)])
    expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual([
      'OK',
      'TOO_MANY_PASSKEYS',
    ])
    expect(await askForNewPasskey(operator)).toMatchObject({
      http: 200,
      json: { code: 'TOO_MANY_PASSKEYS' },
    })
    const all = await listPasskeys(operator)
    expect(all).toHaveLength(10)
    const first = await operator.call('GET', '/room/admin/auth/comm/passkey/list', {
      query: { limit: 6 },
    })
    const rest = await operator.call('GET', '/room/admin/auth/comm/passkey/list', {
      query: { cursor: first.json.nextCursor ?? '' },
    })
    expect([...(first.json.payload as unknown[]), ...(rest.json.payload as unknown[])]).toEqual(all)
  })

  it('are asked for with those that are there, and with nothing that names the person to others', async () => {
    const { operator } = room
    const { id } = await addPasskey(operator)
    const options = await creationOptionsOf(operator)
    expect(options).toMatchObject({
      rp: { id: 'room.test' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: [{ id, type: 'public-key' }],
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
    expect((await creationOptionsOf(operator)).user.id).toBe(options.user.id)
    expect((await creationOptionsOf((await app.room()).operator)).user.id).not.toBe(options.user.id)
    expect((await creationOptionsOf(operator)).challenge).not.toBe(options.challenge)
  })

  it('are requested for the name of PUBLIC_URL, with any Host header', async () => {
    const answer = await room.operator.call(
      'POST',
      '/room/admin/auth/comm/passkey/register/options',
      {
        headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      },
    )
    expect(answer.json.payload).toMatchObject({ rp: { id: 'room.test' } })
  })

  it('need the operator area, and no session that views as somebody else', async () => {
    const { memberId } = await app.participant(room)
    const shut = app.stranger()
    await shut.join(room.pin)
    await shut.agree()
    expect(await askForNewPasskey(shut)).toMatchObject({ http: 403, json: { code: 'NOT_RAISED' } })
    const viewer = await room.operator.viewerOf(memberId)
    expect(await askForNewPasskey(viewer)).toMatchObject({
      http: 403,
      json: { code: 'VIEW_AS_READ_ONLY' },
    })
  })
})
