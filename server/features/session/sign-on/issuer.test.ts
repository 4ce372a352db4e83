import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignOnSettings } from '../../../../contract/features/session/sign-on.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { inviteAddress } from '../../../test/scenarios/step-codes.ts'
import { type RealProvider, startRealProvider } from '../../../test/servers/oidc/real-provider.ts'
import { acceptProvider, signOnAs } from '../../../test/sign-on/sign-on.ts'

describe('a provider', () => {
  let app: TestApp
  let provider: RealProvider
  beforeAll(async () => {
    provider = await startRealProvider({ publicUrl: 'http://room.test' })
    app = await startTestApp({ providers: [provider.settings] })
  })
  afterAll(async () => {
    await app.close()
    await provider.close()
  })

  it('is of no use in a room that accepted the provider under another issuer, until an operator accepts this one', async () => {
    const room = await app.room()
    await acceptProvider(room)
    const [login, email] = ['person', 'signed@example.com']
    provider.put(login, { email, email_verified: true })
    const memberId = await inviteAddress(room, email)
    const { settings } = (await room.operator.call('GET', `/room/api/room/signOn/${room.roomId}`))
      .json.payload as {
      settings: SignOnSettings
    }
    const setTo = (issuer: string | undefined, pin: SignOnSettings['pin'] = 'everyone') =>
      room.operator.call('PUT', '/room/api/room/update/signOn', {
        body: {
          id: room.roomId,
          settings: { pin, providers: settings.providers.map((each) => ({ ...each, issuer })) },
        },
      })
    expect((await setTo('https://evil.example')).json.code).toBe('SIGN_ON_ISSUER')
    expect((await setTo(undefined)).http).toBe(400)
    for (const stored of [`'"https://before.example"'`, 'null']) {
      await app.database.pool.query(
        `update rooms set sign_on = ${stored === 'null' ? "sign_on #- '{providers,0,issuer}'" : `jsonb_set(sign_on, '{providers,0,issuer}', ${stored})`} where id = $1`,
        [room.roomId],
      )
      expect((await app.stranger().call('GET', '/room/api/session/oidc')).json.payload).toEqual([])
      expect(await signOnAs(app.stranger(), login)).toMatchObject({
        http: 403,
        json: { code: 'SIGN_ON_REFUSED' },
      })
      const kept = stored === 'null' ? '' : 'https://before.example'
      expect((await setTo(kept)).json.status).toBe('OK')
      expect(await signOnAs(app.stranger(), login)).toMatchObject({
        http: 403,
        json: { code: 'SIGN_ON_REFUSED' },
      })
      expect((await setTo(kept, 'operators')).json.code).toBe('SIGN_ON_NO_PROOF')
      expect((await acceptProvider(room)).json.status).toBe('OK')
      expect((await signOnAs(app.stranger(), login)).json).toMatchObject({
        payload: { session: { id: memberId } },
      })
    }
  })
})
