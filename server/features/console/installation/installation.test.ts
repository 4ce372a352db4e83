import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHASES, type Phase } from '../../../../contract/core/phase.ts'
import {
  administrator,
  type ConsoleClient,
  newPasskeyBy,
  payload,
  signOnWith,
  tokenIn,
} from '../../../test/console/console-client.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { ProgramClient, programClient } from '../../../test/programs/program-client.ts'
import { startReceiver } from '../../../test/programs/receiver.ts'
import { closeRoom } from '../../../test/scenarios/close-room.ts'
import { PASSKEY_URL } from '../../../test/scenarios/passkeys.ts'

let app: TestApp
let admin: ConsoleClient
beforeAll(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_URL, mayCallLoopback: true })
  ;({ client: admin } = await administrator(app))
})
afterAll(() => app.close())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()

describe('API keys of the console', () => {
  it('are shown once, do what their scopes say, and end at once when they are revoked', async () => {
    const { id, key } = payload<{ id: number; key: string }>(
      await admin.post('/keys', { name: '포털', scopes: ['rooms:read'], endsAt: inDays(30) }),
    )
    const listed = await admin.get('/keys')
    expect(listed.text).not.toContain(key)
    expect(payload<object[]>(listed)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, name: '포털', scopes: ['rooms:read'], revokedAt: null }),
      ]),
    )
    const program = new ProgramClient(app.base, key)
    expect((await program.get('/rooms')).json.status).toBe('OK')
    expect((await program.get('/webhooks')).json.code).toBe('API_KEY_SCOPE')
    expect((await admin.post(`/keys/${id}/revoke`)).json.status).toBe('OK')
    expect((await program.get('/rooms')).json.code).toBe('API_KEY_REVOKED')
    for (const endsAt of [inDays(-1), inDays(400)])
      expect(
        (await admin.post('/keys', { name: '포털', scopes: ['rooms:read'], endsAt })).json.code,
      ).toBe('KEY_END')
  })

  it('never invite people, which would lead their administrator into every room', async () => {
    const before = payload<object[]>(await admin.get('/keys')).length
    for (const scopes of [['members:write'], ['rooms:read', 'members:write']])
      expect(await admin.post('/keys', { name: '침입', scopes, endsAt: inDays(30) })).toMatchObject(
        {
          http: 422,
          json: { code: 'KEY_SCOPE' },
        },
      )
    expect(payload<object[]>(await admin.get('/keys')).length).toBe(before)
    const room = await app.room()
    const scopes = ['rooms:read', 'rooms:write', 'events:read', 'webhooks:write']
    const { key } = payload<{ key: string }>(
      await admin.post('/keys', { name: '전부', scopes, endsAt: inDays(30) }),
    )
    const invited = await new ProgramClient(app.base, key).post(`/rooms/${room.roomId}/members`, {
      inviteUserList: [{ name: '침입자', email: 'intruder@example.com' }],
    })
    expect(invited.json.code).toBe('API_KEY_SCOPE')
    expect(await app.secretsMailedTo('intruder@example.com')).toBe(0)
  })
})

describe('webhooks of the console', () => {
  it('get events without names, belong to no key, and end with their removal', async () => {
    const receiver = await startReceiver()
    try {
      const program = await programClient(app)
      const { id, secret } = payload<{ id: number; secret: string }>(
        await admin.post('/webhooks', { url: receiver.url, events: ['room.renamed'] }),
      )
      const ofKey = payload<{ id: number }>(
        await program.post('/webhooks', { url: receiver.url, events: ['room.closed'] }),
      )
      const secretUrl = new URL('/hooks/T0/geheim?token=geheim', receiver.url).href
      const hidden = payload<{ id: number }>(
        await program.post('/webhooks', { url: secretUrl, events: ['room.closed'] }),
      )
      const listed = await admin.get('/webhooks')
      expect(listed.text).not.toContain('geheim')
      expect(listed.text).not.toContain(secret)
      expect(payload(listed)).toMatchObject([
        { id, key: null },
        { id: ofKey.id, key: '딜 포털' },
        { id: hidden.id, key: '딜 포털', url: `${new URL(receiver.url).origin}/hook…` },
      ])
      expect(
        payload<{ id: number }[]>(await program.get('/webhooks')).map((each) => each.id),
      ).toEqual([ofKey.id, hidden.id])
      expect((await program.get('/webhooks')).text).toContain('geheim')
      expect((await program.get(`/webhooks/${id}/deliveries`)).http).toBe(404)
      const room = await app.room()
      payload(await admin.post(`/rooms/${room.roomId}/rename`, { name: '숨은 이름' }))
      await eventually(async () => {
        await app.program.sequence()
        expect(payload(await admin.get(`/webhooks/${id}/deliveries`))).toMatchObject([
          { type: 'room.renamed', state: 'delivered', roomId: room.roomId },
        ])
      })
      expect(JSON.stringify(receiver.received)).not.toContain('숨은 이름')
      const [delivery] = payload<{ id: string }[]>(await admin.get(`/webhooks/${id}/deliveries`))
      expect(
        (await admin.post(`/webhooks/${id}/deliveries/${delivery?.id}/redeliver`)).json.status,
      ).toBe('OK')
      expect((await admin.post(`/webhooks/${id}/remove`)).json.status).toBe('OK')
      expect((await admin.get(`/webhooks/${id}/deliveries`)).http).toBe(404)
    } finally {
      await receiver.close()
    }
  })
})

describe('the health page', () => {
  it('counts what waits and failed, and names jobs alone', async () => {
    const health = payload<Record<string, unknown>>(await admin.get('/health'))
    expect(health).toMatchObject({
      dependencies: [{ name: 'database', isUp: true }],
      servers: expect.any(Number),
      disk: null,
      backupAt: null,
    })
    await closeRoom(app, (await app.room()).roomId)
    const frozen = await app.room()
    await app.database.pool.query(
      `update rooms set phase = 'frozen', phase_at = now() where id = $1`,
      [frozen.roomId],
    )
    const { rooms } = payload<{ rooms: { phase: Phase }[] }>(await admin.get('/health'))
    const phases = rooms.map(({ phase }) => phase)
    expect(phases).toEqual(PHASES.filter((phase) => phases.includes(phase)))
    expect(phases.length).toBeGreaterThan(2)
    for (const job of health['jobs'] as object[])
      expect(Object.keys(job).sort()).toEqual(['failed', 'name', 'retrying', 'running', 'waiting'])
  })
})

describe('a restore', () => {
  it('ends passkeys, sessions and invitations of administrators until the machine invites them again, and what waits for operators', async () => {
    const own = await startTestApp({ publicUrl: PASSKEY_URL })
    try {
      const { client, passkey, email } = await administrator(own)
      const room = await own.room()
      const { link } = await own.program.administrators.invite({
        email: 'restored@example.com',
        name: '복원',
      })
      payload(
        await client.post(`/rooms/${room.roomId}/operators`, {
          kind: 'reset',
          email: 'nobody@example.com',
        }),
      )
      await own.program.settleRestored(own.clock.now())
      expect((await client.get('/session')).json.code).toBe('CONSOLE_SESSION')
      expect((await client.post('/invitation', { token: tokenIn(link) })).json.code).toBe(
        'CONSOLE_INVITATION',
      )
      expect((await signOnWith(client, passkey)).json.code).toBe('CONSOLE_PASSKEY')
      const again = await own.program.administrators.invite({ email, name: '다시' })
      await newPasskeyBy(client, tokenIn(again.link))
      expect((await client.get('/session')).json.status).toBe('OK')
      const { rows } = await own.database.pool.query('select state from operator_requests')
      expect(rows).toEqual([{ state: 'withdrawn' }])
    } finally {
      await own.close()
    }
  })
})
