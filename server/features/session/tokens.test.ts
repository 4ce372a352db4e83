import { generateKeyPairSync } from 'node:crypto'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'

const HEADER: JWTHeaderParameters = { alg: 'HS256', typ: 'sealroom-session' }
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('bearer tokens', () => {
  let app: TestApp
  let room: TestRoom
  let key: Buffer
  let sid: string
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    key = (await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })).tokenKey()
    sid = JSON.parse(
      Buffer.from(room.operator.me.jwt.split('.')[1] ?? '', 'base64url').toString(),
    ).sid
  })
  afterAll(() => app.close())

  const statusWith = async (token: string): Promise<number> => {
    const client = new WireClient(app.base)
    return (
      await client.call('GET', `/room/api/room/info/${room.roomId}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).http
  }
  const signed = (
    claims: Record<string, unknown>,
    header: JWTHeaderParameters = HEADER,
    by: Buffer = key,
  ) => new SignJWT(claims).setProtectedHeader(header).sign(by)

  it('hold a session id and a secret of their own that the database does not have, and nothing else', async () => {
    const [head = '', body = ''] = room.operator.me.jwt.split('.')
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual(HEADER)
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    expect(claims).toEqual({ sid, key: expect.stringMatching(/^[\w-]{43}$/) })
    const { rows } = await app.database.pool.query(
      'select to_jsonb(sessions)::text as row from sessions',
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(claims.key)
  })

  it('are taken only as they are issued: signed by this key, in this way, for this use', async () => {
    for (const secret of [{}, { key: 'short' }, { key: 1 }])
      expect(await statusWith(await signed({ sid, ...secret }))).toBe(200)
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const forged: Record<string, string> = {
      'alg none': `${encode({ ...HEADER, alg: 'none' })}.${encode({ sid })}.`,
      'alg none in capitals': `${encode({ ...HEADER, alg: 'NONE' })}.${encode({ sid })}.`,
      'no signature': `${encode(HEADER)}.${encode({ sid })}.`,
      'another key': await signed({ sid }, HEADER, Buffer.alloc(32, 7)),
      'another algorithm of the same key': await signed(
        { sid },
        { ...HEADER, alg: 'HS512' },
        Buffer.concat([key, key]),
      ),
      'a key pair of its own': await new SignJWT({ sid })
        .setProtectedHeader({ ...HEADER, alg: 'EdDSA' })
        .sign(privateKey),
      'a key in the header': await new SignJWT({ sid })
        .setProtectedHeader({
          ...HEADER,
          alg: 'EdDSA',
          jwk: { kty: 'OKP', crv: 'Ed25519', x: publicKey.export({ format: 'jwk' }).x ?? '' },
        })
        .sign(privateKey),
      'a path as kid': await signed(
        { sid },
        { ...HEADER, kid: '../../../dev/null' },
        Buffer.from([0]),
      ),
      'an unknown critical header': `${encode({ ...HEADER, crit: ['x'], x: 1 })}.${(await signed({ sid })).split('.').slice(1).join('.')}`,
      'another type': await signed({ sid }, { ...HEADER, typ: 'JWT' }),
      'no type': await signed({ sid }, { alg: 'HS256' }),
      'an expiry that has passed': await signed({ sid, exp: 1_000_000_000 }),
      'a time to come': await signed({ sid, nbf: 9_999_999_999 }),
      'no session': await signed({ sub: sid }),
      'a session that is no text': await signed({ sid: [sid] }),
      'a session that is none': await signed({ sid: `${sid}x` }),
      'a changed body': room.operator.me.jwt.replace(
        /\.[^.]+\./,
        `.${encode({ sid, roleId: 4 })}.`,
      ),
      'a cut signature': room.operator.me.jwt.slice(0, -1),
      nothing: '',
      'the session id alone': sid,
    }
    for (const [what, token] of Object.entries(forged))
      expect({ what, http: await statusWith(token) }).toEqual({ what, http: 401 })
  })

  it('carry no rights, for any additional claims', async () => {
    const { client, memberId } = await app.participant(room)
    const own = JSON.parse(Buffer.from(client.me.jwt.split('.')[1] ?? '', 'base64url').toString())
      .sid as string
    client.session = {
      ...client.me,
      jwt: await signed({
        sid: own,
        roleId: 4,
        raised: true,
        print: true,
        download: true,
        roomId: 1,
      }),
    }
    expect(await client.setRight(memberId, 'download', true)).toMatchObject({
      http: 403,
      json: { code: 'NOT_OPERATOR' },
    })
    const rights = await client.call('POST', '/room/api/room/toggle', {
      body: { managementId: memberId, roomId: room.roomId, userId: client.me.userId },
    })
    expect(rights.json.payload).toEqual({ print: false, download: false })
  })

  it('are taken from the bearer header alone [bearer-alone]', async () => {
    const { jwt } = room.operator.me
    const client = app.stranger()
    const info = `/room/api/room/info/${room.roomId}`
    for (const name of ['token', 'jwt', 'access_token', 'authorization', 'bearer']) {
      expect((await client.call('GET', info, { query: { [name]: jwt } })).http).toBe(401)
      expect((await client.call('GET', info, { headers: { cookie: `${name}=${jwt}` } })).http).toBe(
        401,
      )
      expect(
        (await client.call('POST', '/room/api/room/logout', { body: { [name]: jwt } })).http,
      ).toBe(401)
    }
    for (const authorization of [
      jwt,
      `Basic ${jwt}`,
      `Bearer  ${jwt}x`,
      `Bearer ${jwt}, Bearer ${jwt}`,
      `Signer ${jwt}`,
    ]) {
      expect((await client.call('GET', info, { headers: { authorization } })).http).toBe(401)
    }
    expect((await room.operator.call('GET', info, { query: { token: jwt } })).http).toBe(400)
    expect((await room.operator.list()).http).toBe(200)
  })

  it('end one by one: two devices, and the one that left stays out', async () => {
    const first = app.stranger()
    const second = app.stranger()
    for (const device of [first, second]) {
      await device.join(room.pin)
      await device.agree()
    }
    expect(first.me.jwt).not.toBe(second.me.jwt)
    await first.logout()
    expect(await first.list()).toMatchObject({ http: 401, json: { code: 'SESSION_ENDED' } })
    expect((await first.logout()).http).toBe(401)
    expect((await first.agree()).http).toBe(401)
    expect((await second.list()).http).toBe(200)
  })
})
