import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../../test/harness/test-app.ts'
import { ProgramClient, programClient } from '../../../test/programs/program-client.ts'
import { type Receiver, startReceiver } from '../../../test/programs/receiver.ts'
import { ending } from '../../../test/scenarios/endings.ts'
import { written } from '../../../test/scenarios/threads.ts'

interface ListedDelivery {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly status: number | null
  readonly fault: string | null
  readonly nextAt: string | null
  readonly sequence: number | null
}

let app: TestApp
let room: TestRoom
let asker: TestPerson
let program: ProgramClient
let receiver: Receiver
beforeAll(async () => {
  app = await startTestApp({ mayCallLoopback: true })
  room = await app.room()
  asker = await app.participant(room)
  program = await programClient(app)
  await app.stopJobs()
})
afterAll(() => app.close())

const subscribed = async (events: readonly string[], url = receiver.url) => {
  const answer = await program.post('/webhooks', { url, events })
  return answer.json.payload as { id: number; secret: string }
}
const listOf = async (id: number, query = {}) => (await program.get(`/webhooks/${id}/deliveries`, query)).json.payload as ListedDelivery[]
const rename = (name: string) => program.post(`/rooms/${room.roomId}/rename`, { name })
const place = async () => {
  while ((await app.program.sequence()) > 0);
}
const runJob = (job: string, payload: unknown, signal = new AbortController().signal) =>
  app.program.jobs.handlers.find(({ name }) => name === job)?.run(payload, { signal, attempt: 1, lastAttempt: false })
const send = ({ id, attempts }: Pick<ListedDelivery, 'id' | 'attempts'>, webhookId: number, signal?: AbortSignal) =>
  runJob('webhooks.deliver', { id, webhookId, attempts, looks: 0 }, signal)
const sendAll = async (webhookId: number) => {
  await place()
  for (const delivery of await listOf(webhookId, { state: 'waiting' })) await send(delivery, webhookId)
}
const jobsOf = async (webhookId: number) =>
  (
    await app.database.pool.query(
      `select jobs.run_at - now() as wait, extract(epoch from jobs.run_at - now())::float8 as seconds from graphile_worker._private_jobs as jobs
       where payload->>'webhookId' = $1::text order by jobs.id desc`,
      [webhookId],
    )
  ).rows as { seconds: number }[]

beforeEach(async () => {
  receiver = await startReceiver()
  for (const { id } of (await program.get('/webhooks')).json.payload as { id: number }[])
    await program.call('DELETE', `/platform/webhooks/${id}`)
  return () => receiver.close()
})

describe('a webhook', () => {
  it('is sent its events, signed as Standard Webhooks says, without names', async () => {
    const { id, secret } = await subscribed(['room.renamed', 'member.added', 'document.added', 'question.asked'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await rename('비밀 프로젝트')
    await room.operator.put('극비 문서.pdf', makePdf(1))
    await room.operator.invite([{ name: '차참여', email: 'cha@example.com' }])
    await room.operator.makeFolder('알리지 않는 폴더')
    await sendAll(id)
    const types = receiver.received.map(({ body }) => JSON.parse(body).type).sort()
    expect(types).toEqual(['document.added', 'member.added', 'room.renamed'])
    for (const { headers, body } of receiver.received) {
      const parsed = JSON.parse(body)
      expect(Object.keys(parsed)).toEqual(['type', 'timestamp', 'data'])
      expect(parsed.data).toEqual({ roomId: room.roomId, sequence: expect.any(Number) })
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${mac}`)
      expect(Math.abs(Number(headers['webhook-timestamp']) - app.clock.now().getTime() / 1000)).toBeLessThan(60)
      for (const word of ['비밀', '극비', '차참여', 'cha@', '김운영']) expect(body + JSON.stringify(headers)).not.toContain(word)
    }
    expect(await listOf(id)).toMatchObject(types.map(() => ({ state: 'delivered', status: 204, attempts: 1, fault: null, nextAt: null })))
  })

  it('hears of phases and of questions that were submitted, not of drafts', async () => {
    const { client } = asker
    const { id } = await subscribed(['room.frozen', 'room.reopened', 'question.asked'])
    await written(client, { state: 'DRAFT' })
    await written(client)
    await ending.move(room.operator, 'frozen')
    await ending.move(room.operator, 'open')
    await sendAll(id)
    expect(receiver.received.map(({ body }) => JSON.parse(body).type).sort()).toEqual(['question.asked', 'room.frozen', 'room.reopened'])
  })

  it('has its secret and address encrypted, shown once, and in no log', async () => {
    const url = `${receiver.url}?token=geheim123`
    const { id, secret } = await subscribed(['room.renamed'], url)
    await rename('이름 1')
    await sendAll(id)
    const listed = await program.get('/webhooks')
    expect(listed.json.payload).toMatchObject([{ id, url, events: ['room.renamed'], waiting: 0, failed: 0 }])
    expect(listed.text).not.toContain(secret)
    const { rows } = await app.database.pool.query(
      'select webhooks::text as text from webhooks union all select d::text from webhook_deliveries d',
    )
    for (const { text } of rows) {
      expect(text).not.toContain('geheim123')
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
    for (const hidden of [secret.slice(6), 'geheim123']) expect(app.log.text()).not.toContain(hidden)
  })

  it('answers the same secret to a repeated call, and there are at most four of a key and eight in all', async () => {
    const body = { url: receiver.url, events: ['room.closed'] }
    const [one, two] = [await program.post('/webhooks', body, 'hook-1'), await program.post('/webhooks', body, 'hook-1')]
    expect(one.json.status).toBe('OK')
    expect(two.text).toBe(one.text)
    const codesOf = async (key: ProgramClient, count: number) => {
      const codes: (string | undefined)[] = []
      for (let made = 0; made < count; made += 1) codes.push((await key.post('/webhooks', body)).json.code)
      return codes
    }
    expect(await codesOf(program, 4)).toEqual([undefined, undefined, undefined, 'TOO_MANY_WEBHOOKS'])
    const [second, third] = [await programClient(app), await programClient(app)]
    expect(await codesOf(second, 4)).toEqual(Array.from({ length: 4 }, () => undefined))
    expect(await codesOf(third, 1)).toEqual(['TOO_MANY_WEBHOOKS'])
    expect(await app.program.apiKeys.revoke(second.keyId)).toBe(4)
    expect(await codesOf(third, 1)).toEqual([undefined])
    await app.program.apiKeys.revoke(third.keyId)
  })

  it('is nothing to another key', async () => {
    const { id } = await subscribed(['room.renamed'])
    await rename('이름 8')
    await sendAll(id)
    const [delivery] = await listOf(id)
    const other = await programClient(app)
    expect((await other.get('/webhooks')).json.payload).toEqual([])
    for (const answer of [
      await other.get(`/webhooks/${id}/deliveries`),
      await other.post(`/webhooks/${id}/deliveries/${delivery?.id}/redeliver`),
      await other.call('DELETE', `/platform/webhooks/${id}`),
      await other.call('DELETE', '/platform/webhooks', { body: { id } }),
    ])
      expect(answer.json.code).toBe('NOT_FOUND')
    expect(await listOf(id)).toMatchObject([{ state: 'delivered' }])
    await app.program.apiKeys.revoke(other.keyId)
  })

  it('is sent nothing from the end of its key on', async () => {
    const hourMs = 3_600_000
    const endsAt = new Date(app.clock.now().getTime() + hourMs)
    const { id: keyId, key } = await app.program.apiKeys.create({ name: 'short', scopes: ['webhooks:write'], endsAt })
    const made = await new ProgramClient(app.base, key).post('/webhooks', { url: receiver.url, events: ['room.renamed'] })
    const { id } = made.json.payload as { id: number }
    const deliveries = async () =>
      (await app.database.pool.query('select id, state, attempts from webhook_deliveries where webhook_id = $1', [id]))
        .rows as ListedDelivery[]
    await rename('이름 9')
    await place()
    app.clock.advance(hourMs)
    for (const delivery of await deliveries()) await send(delivery, id)
    await rename('이름 10')
    expect(receiver.received).toEqual([])
    expect(await deliveries()).toMatchObject([{ state: 'waiting' }])
    app.clock.advance(49 * hourMs)
    await runJob('integrations.prune', {})
    expect(await deliveries()).toMatchObject([{ state: 'failed' }])
    expect(await app.program.apiKeys.revoke(keyId)).toBe(1)
  })

  it('is not made while a server of an earlier release runs, which would announce nothing', async () => {
    const { pool } = app.database
    await pool.query('delete from rules_in_use where rule = 5')
    await pool.query("insert into processes (id, release, enforces) values (gen_random_uuid(), '0.0.5', 4)")
    const refused = await program.post('/webhooks', { url: receiver.url, events: ['room.renamed'] })
    expect(refused.json.code).toBe('UPGRADE_RUNNING')
    expect((await program.get('/webhooks')).json.payload).toEqual([])
    await pool.query('delete from processes where enforces = 4')
  })

  it('is removed with what waits, also with the key that made it', async () => {
    const { id } = await subscribed(['room.renamed'])
    await rename('이름 2')
    expect(await listOf(id)).toHaveLength(1)
    const [delivery] = await listOf(id)
    expect((await program.call('DELETE', '/platform/webhooks', { body: { id } })).json.status).toBe('OK')
    await place()
    await send({ id: delivery?.id ?? '', attempts: 0 }, id)
    expect(receiver.received).toEqual([])
    expect((await program.get(`/webhooks/${id}/deliveries`)).json.code).toBe('NOT_FOUND')
    const other = await programClient(app)
    await other.post('/webhooks', { url: receiver.url, events: ['room.renamed'] })
    expect(await app.program.apiKeys.revoke(other.keyId)).toBe(1)
    expect((await program.get('/webhooks')).json.payload).toEqual([])
  })
})

describe('a delivery', () => {
  it('waits until the log has placed its event', async () => {
    const { id } = await subscribed(['room.renamed'])
    await rename('이름 3')
    const [delivery] = await listOf(id)
    await send(delivery as ListedDelivery, id)
    expect(receiver.received).toEqual([])
    expect(await listOf(id)).toMatchObject([{ state: 'waiting', attempts: 0, sequence: null }])
    await sendAll(id)
    expect(receiver.received).toHaveLength(1)
  })

  it('waits for its place also after a long stop, less often each time, and does not multiply', async () => {
    const { id } = await subscribed(['room.renamed'])
    await rename('이름 11')
    const [delivery] = await listOf(id)
    app.clock.advance(3 * 86_400_000)
    const looks = (count: number) => runJob('webhooks.deliver', { id: delivery?.id, webhookId: id, attempts: 0, looks: count })
    const before = (await jobsOf(id)).length
    await looks(0)
    const [soon] = await jobsOf(id)
    await looks(5)
    const jobs = await jobsOf(id)
    expect(jobs).toHaveLength(before + 1)
    expect(soon?.seconds).toBeLessThan(2)
    expect(jobs[0]?.seconds).toBeGreaterThan(20)
    expect(await listOf(id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await sendAll(id)
    expect(receiver.received).toHaveLength(1)
  })

  it('has no second chain of attempts after a kill', async () => {
    const { id } = await subscribed(['room.renamed'])
    receiver.answer(500)
    await rename('이름 12')
    await place()
    const [first] = await listOf(id)
    await send(first as ListedDelivery, id)
    await send(first as ListedDelivery, id)
    expect(receiver.received).toHaveLength(1)
    expect(await listOf(id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('is not sent to a receiver that is gone, until it was asked again', async () => {
    const { id } = await subscribed(['room.renamed'])
    receiver.answer(500)
    for (let count = 0; count < 25; count += 1) await rename(`이름 13-${count}`)
    await sendAll(id)
    expect(receiver.received).toHaveLength(20)
    const pausedUntil = async () => ((await program.get('/webhooks')).json.payload as { pausedUntil: string | null }[])[0]?.pausedUntil
    const wait = async () => Date.parse((await pausedUntil()) ?? '') - app.clock.now().getTime()
    expect(await wait()).toBeGreaterThan(40_000)
    const attempts = async () => (await listOf(id)).reduce((sum, each) => sum + each.attempts, 0)
    app.clock.advance(75_000)
    await sendAll(id)
    expect(receiver.received).toHaveLength(21)
    expect(await attempts()).toBe(20)
    expect(await wait()).toBeGreaterThan(90_000)
    app.clock.advance(150_000)
    receiver.answer(204)
    await sendAll(id)
    expect(await pausedUntil()).toBeNull()
    expect(receiver.received).toHaveLength(46)
    expect(await listOf(id, { state: 'waiting' })).toEqual([])
  })

  it('ends after two days, without being sent, where others failed; sent again it is tried also in a pause', async () => {
    const { id } = await subscribed(['room.renamed'])
    receiver.answer(500)
    for (let count = 0; count < 22; count += 1) await rename(`이름 14-${count}`)
    await sendAll(id)
    app.clock.advance(49 * 3_600_000)
    const [one, ...rest] = await listOf(id, { state: 'waiting' })
    await send(one as ListedDelivery, id)
    expect(await listOf(id, { state: 'failed' })).toMatchObject([{ id: one?.id, fault: 'expired' }])
    await runJob('integrations.prune', {})
    expect(await listOf(id, { state: 'failed' })).toHaveLength(1 + rest.length)
    expect(receiver.received).toHaveLength(20)
    receiver.answer(204)
    expect((await program.post(`/webhooks/${id}/deliveries/${one?.id}/redeliver`)).json.status).toBe('OK')
    await sendAll(id)
    expect(receiver.received).toHaveLength(21)
    expect(await listOf(id, { state: 'delivered' })).toMatchObject([{ id: one?.id }])
  })

  it('is not written where the change is refused', async () => {
    const { id } = await subscribed(['room.renamed', 'member.added'])
    await rename(' ')
    await program.post(`/rooms/${room.roomId}/members`, { inviteUserList: [{ name: '가', email: 'x' }] })
    expect(await listOf(id)).toEqual([])
  })

  it('is tried again for about a day, later each time, with the same id and body, and is then given up', async () => {
    const { id } = await subscribed(['room.renamed'])
    await rename('이름 4')
    await place()
    receiver.answer(500)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const [delivery] = await listOf(id)
      await send(delivery as ListedDelivery, id)
      const [job] = await jobsOf(id)
      waits.push(job?.seconds ?? 0)
      expect(await listOf(id)).toMatchObject([{ state: 'waiting', attempts: attempt, status: 500, fault: 'status' }])
    }
    const day = waits.reduce((sum, each) => sum + each, 0) / 3_600
    expect(day).toBeGreaterThan(18)
    expect(day).toBeLessThan(30)
    expect(waits[0]).toBeLessThan(7)
    for (const [index, wait] of waits.slice(1, 8).entries()) expect(wait).toBeGreaterThan(waits[index] ?? 0)
    const [last] = await listOf(id)
    await send(last as ListedDelivery, id)
    expect(await listOf(id, { state: 'failed' })).toMatchObject([{ attempts: 11, status: 500, nextAt: null }])
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
    expect(await listOf(id, { state: 'waiting' })).toEqual([])
    await send(last as ListedDelivery, id)
    expect(receiver.received).toHaveLength(11)
  })

  it('is sent again when asked, once it was delivered or given up', async () => {
    const { id } = await subscribed(['room.renamed'])
    await rename('이름 5')
    const [delivery] = await listOf(id)
    const again = () => program.post(`/webhooks/${id}/deliveries/${delivery?.id}/redeliver`)
    expect(await again()).toMatchObject({ http: 422, json: { code: 'DELIVERY_WAITING' } })
    await sendAll(id)
    expect((await again()).json.status).toBe('OK')
    await sendAll(id)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${delivery?.id}`, `msg_${delivery?.id}`])
    const other = await subscribed(['room.renamed'])
    expect((await program.post(`/webhooks/${other.id}/deliveries/${delivery?.id}/redeliver`)).json.code).toBe('NOT_FOUND')
  })

  it('follows no redirect', async () => {
    const elsewhere = await startReceiver()
    const { id } = await subscribed(['room.renamed'])
    receiver.answer(307, { location: elsewhere.url })
    await rename('이름 6')
    await sendAll(id)
    expect(await listOf(id)).toMatchObject([{ state: 'waiting', status: 307, fault: 'status' }])
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  it('is cut off by a stop without counting as an attempt', async () => {
    const { id } = await subscribed(['room.renamed'])
    receiver.answer(undefined)
    await rename('이름 7')
    await place()
    const [delivery] = await listOf(id)
    const stop = new AbortController()
    const sending = send(delivery as ListedDelivery, id, stop.signal)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    stop.abort(new Error('stopped'))
    await expect(sending).rejects.toThrow('stopped')
    expect(await listOf(id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  it('is listed in pages', async () => {
    const { id } = await subscribed(['room.renamed'])
    for (const name of ['가', '나', '다']) await rename(name)
    const first = await program.get(`/webhooks/${id}/deliveries`, { limit: 2 })
    const rest = await listOf(id, { cursor: first.json.nextCursor ?? '' })
    const ids = [...(first.json.payload as ListedDelivery[]), ...rest].map((each) => each.id)
    expect(new Set(ids).size).toBe(3)
    expect(rest).toHaveLength(1)
  })
})
