import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import type { TestApp, TestRoom } from '../../../test/harness/test-app.ts'
import { ProgramClient, programClient } from '../../../test/programs/program-client.ts'
import { type ListedDelivery, WebhookSteps } from '../../../test/programs/webhooks.ts'
import { ending } from '../../../test/scenarios/endings.ts'
import { written } from '../../../test/scenarios/threads.ts'

let hooks: WebhookSteps
let app: TestApp
let room: TestRoom
let program: ProgramClient
beforeAll(async () => {
  hooks = await WebhookSteps.start()
  app = hooks.app
  room = hooks.room
  program = hooks.program
})
afterAll(() => hooks.close())
beforeEach(() => hooks.clear())

describe('a webhook', () => {
  it('is sent its events, signed as Standard Webhooks says, without names', async () => {
    const { id, secret } = await hooks.subscribed([
      'room.renamed',
      'member.added',
      'document.added',
      'question.asked',
    ])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await hooks.rename('비밀 프로젝트')
    await room.operator.put('극비 문서.pdf', makePdf(1))
    await room.operator.invite([{ name: '차참여', email: 'cha@example.com' }])
    await room.operator.makeFolder('알리지 않는 폴더')
    await hooks.sendAll(id)
    const types = hooks.receiver.received.map(({ body }) => JSON.parse(body).type).sort()
    expect(types).toEqual(['document.added', 'member.added', 'room.renamed'])
    for (const { headers, body } of hooks.receiver.received) {
      const parsed = JSON.parse(body)
      expect(Object.keys(parsed)).toEqual(['type', 'timestamp', 'data'])
      expect(parsed.data).toEqual({ roomId: room.roomId, sequence: expect.any(Number) })
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${mac}`)
      expect(
        Math.abs(Number(headers['webhook-timestamp']) - app.clock.now().getTime() / 1000),
      ).toBeLessThan(60)
      for (const word of ['비밀', '극비', '차참여', 'cha@', '김운영'])
        expect(body + JSON.stringify(headers)).not.toContain(word)
    }
    expect(await hooks.listOf(id)).toMatchObject(
      types.map(() => ({
        state: 'delivered',
        status: 204,
        attempts: 1,
        fault: null,
        nextAt: null,
      })),
    )
  })

  it('hears of phases and of questions that were submitted, not of drafts', async () => {
    const { client } = hooks.asker
    const { id } = await hooks.subscribed(['room.frozen', 'room.reopened', 'question.asked'])
    await written(client, { state: 'DRAFT' })
    await written(client)
    await ending.move(room.operator, 'frozen')
    await ending.move(room.operator, 'open')
    await hooks.sendAll(id)
    expect(hooks.receiver.received.map(({ body }) => JSON.parse(body).type).sort()).toEqual([
      'question.asked',
      'room.frozen',
      'room.reopened',
    ])
  })

  it('has its secret and address encrypted, shown once, and in no log', async () => {
    const url = `${hooks.receiver.url}?token=geheim123`
    const { id, secret } = await hooks.subscribed(['room.renamed'], url)
    await hooks.rename('이름 1')
    await hooks.sendAll(id)
    const listed = await program.get('/webhooks')
    expect(listed.json.payload).toMatchObject([
      { id, url, events: ['room.renamed'], waiting: 0, failed: 0 },
    ])
    expect(listed.text).not.toContain(secret)
    const { rows } = await app.database.pool.query(
      'select webhooks::text as text from webhooks union all select d::text from webhook_deliveries d',
    )
    for (const { text } of rows) {
      expect(text).not.toContain('geheim123')
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
    for (const hidden of [secret.slice(6), 'geheim123'])
      expect(app.log.text()).not.toContain(hidden)
  })

  it('answers the same secret to a repeated call, and there are at most four of a key and eight in all', async () => {
    const body = { url: hooks.receiver.url, events: ['room.closed'] }
    const [one, two] = [
      await program.post('/webhooks', body, 'hook-1'),
      await program.post('/webhooks', body, 'hook-1'),
    ]
    expect(one.json.status).toBe('OK')
    expect(two.text).toBe(one.text)
    const codesOf = async (key: ProgramClient, count: number) => {
      const codes: (string | undefined)[] = []
      for (let made = 0; made < count; made += 1)
        codes.push((await key.post('/webhooks', body)).json.code)
      return codes
    }
    expect(await codesOf(program, 4)).toEqual([
      undefined,
      undefined,
      undefined,
      'TOO_MANY_WEBHOOKS',
    ])
    const [second, third] = [await programClient(app), await programClient(app)]
    expect(await codesOf(second, 4)).toEqual(Array.from({ length: 4 }, () => undefined))
    expect(await codesOf(third, 1)).toEqual(['TOO_MANY_WEBHOOKS'])
    expect(await app.program.apiKeys.revoke(second.keyId)).toBe(4)
    expect(await codesOf(third, 1)).toEqual([undefined])
    await app.program.apiKeys.revoke(third.keyId)
  })

  it('is nothing to another key', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    await hooks.rename('이름 8')
    await hooks.sendAll(id)
    const [delivery] = await hooks.listOf(id)
    const other = await programClient(app)
    expect((await other.get('/webhooks')).json.payload).toEqual([])
    for (const answer of [
      await other.get(`/webhooks/${id}/deliveries`),
      await other.post(`/webhooks/${id}/deliveries/${delivery?.id}/redeliver`),
      await other.call('DELETE', `/platform/webhooks/${id}`),
      await other.call('DELETE', '/platform/webhooks', { body: { id } }),
    ])
      expect(answer.json.code).toBe('NOT_FOUND')
    expect(await hooks.listOf(id)).toMatchObject([{ state: 'delivered' }])
    await app.program.apiKeys.revoke(other.keyId)
  })

  it('is sent nothing from the end of its key on', async () => {
    const hourMs = 3_600_000
    const endsAt = new Date(app.clock.now().getTime() + hourMs)
    const { id: keyId, key } = await app.program.apiKeys.create({
      name: 'short',
      scopes: ['webhooks:write'],
      endsAt,
    })
    const made = await new ProgramClient(app.base, key).post('/webhooks', {
      url: hooks.receiver.url,
      events: ['room.renamed'],
    })
    const { id } = made.json.payload as { id: number }
    const deliveries = async () =>
      (
        await app.database.pool.query(
          'select id, state, attempts from webhook_deliveries where webhook_id = $1',
          [id],
        )
      ).rows as ListedDelivery[]
    await hooks.rename('이름 9')
    await hooks.placeEvents()
    app.clock.advance(hourMs)
    for (const delivery of await deliveries()) await hooks.send(delivery, id)
    await hooks.rename('이름 10')
    expect(hooks.receiver.received).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
    app.clock.advance(49 * hourMs)
    await hooks.runJob('integrations.prune', {})
    expect(await deliveries()).toMatchObject([{ state: 'failed' }])
    expect(await app.program.apiKeys.revoke(keyId)).toBe(1)
  })

  it('is not made while a server of an earlier release runs, which would announce nothing', async () => {
    const { pool } = app.database
    await pool.query('delete from rules_in_use where rule = 5')
    await pool.query(
      "insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.5', 4)",
    )
    const refused = await program.post('/webhooks', {
      url: hooks.receiver.url,
      events: ['room.renamed'],
    })
    expect(refused.json.code).toBe('UPGRADE_RUNNING')
    expect((await program.get('/webhooks')).json.payload).toEqual([])
    await pool.query('delete from processes where enforces = 4')
  })

  it('is removed with what waits, also with the key that made it', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    await hooks.rename('이름 2')
    expect(await hooks.listOf(id)).toHaveLength(1)
    const [delivery] = await hooks.listOf(id)
    expect((await program.call('DELETE', '/platform/webhooks', { body: { id } })).json.status).toBe(
      'OK',
    )
    await hooks.placeEvents()
    await hooks.send({ id: delivery?.id ?? '', attempts: 0 }, id)
    expect(hooks.receiver.received).toEqual([])
    expect((await program.get(`/webhooks/${id}/deliveries`)).json.code).toBe('NOT_FOUND')
    const other = await programClient(app)
    await other.post('/webhooks', { url: hooks.receiver.url, events: ['room.renamed'] })
    expect(await app.program.apiKeys.revoke(other.keyId)).toBe(1)
    expect((await program.get('/webhooks')).json.payload).toEqual([])
  })
})
