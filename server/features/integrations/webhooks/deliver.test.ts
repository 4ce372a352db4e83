import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import type { TestApp, TestRoom } from '../../../test/harness/test-app.ts'
import type { ProgramClient } from '../../../test/programs/program-client.ts'
import { startReceiver } from '../../../test/programs/receiver.ts'
import { type ListedDelivery, WebhookSteps } from '../../../test/programs/webhooks.ts'

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

describe('a delivery', () => {
  it('waits until the log has placed its event', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    await hooks.rename('이름 3')
    const [delivery] = await hooks.listOf(id)
    await hooks.send(delivery as ListedDelivery, id)
    expect(hooks.receiver.received).toEqual([])
    expect(await hooks.listOf(id)).toMatchObject([
      { state: 'waiting', attempts: 0, sequence: null },
    ])
    await hooks.sendAll(id)
    expect(hooks.receiver.received).toHaveLength(1)
  })

  it('waits for its place also after a long stop, less often each time, and does not multiply', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    await hooks.rename('이름 11')
    const [delivery] = await hooks.listOf(id)
    app.clock.advance(3 * 86_400_000)
    const looks = (count: number) =>
      hooks.runJob('webhooks.deliver', {
        id: delivery?.id,
        webhookId: id,
        attempts: 0,
        looks: count,
      })
    const before = (await hooks.jobsOf(id)).length
    await looks(0)
    const [soon] = await hooks.jobsOf(id)
    await looks(5)
    const jobs = await hooks.jobsOf(id)
    expect(jobs).toHaveLength(before + 1)
    expect(soon?.seconds).toBeLessThan(2)
    expect(jobs[0]?.seconds).toBeGreaterThan(20)
    expect(await hooks.listOf(id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await hooks.sendAll(id)
    expect(hooks.receiver.received).toHaveLength(1)
  })

  it('has no second chain of attempts after a kill', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    hooks.receiver.answer(500)
    await hooks.rename('이름 12')
    await hooks.placeEvents()
    const [first] = await hooks.listOf(id)
    await hooks.send(first as ListedDelivery, id)
    await hooks.send(first as ListedDelivery, id)
    expect(hooks.receiver.received).toHaveLength(1)
    expect(await hooks.listOf(id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('is not sent to a receiver that is gone, until it was asked again', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    hooks.receiver.answer(500)
    for (let count = 0; count < 25; count += 1) await hooks.rename(`이름 13-${count}`)
    await hooks.sendAll(id)
    expect(hooks.receiver.received).toHaveLength(20)
    const pausedUntil = async () =>
      ((await program.get('/webhooks')).json.payload as { pausedUntil: string | null }[])[0]
        ?.pausedUntil
    const wait = async () => Date.parse((await pausedUntil()) ?? '') - app.clock.now().getTime()
    expect(await wait()).toBeGreaterThan(40_000)
    const attempts = async () =>
      (await hooks.listOf(id)).reduce((sum, each) => sum + each.attempts, 0)
    app.clock.advance(75_000)
    await hooks.sendAll(id)
    expect(hooks.receiver.received).toHaveLength(21)
    expect(await attempts()).toBe(20)
    expect(await wait()).toBeGreaterThan(90_000)
    app.clock.advance(150_000)
    hooks.receiver.answer(204)
    await hooks.sendAll(id)
    expect(await pausedUntil()).toBeNull()
    expect(hooks.receiver.received).toHaveLength(46)
    expect(await hooks.listOf(id, { state: 'waiting' })).toEqual([])
  })

  it('ends after two days, without being sent, where others failed; sent again it is tried also in a pause', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    hooks.receiver.answer(500)
    for (let count = 0; count < 22; count += 1) await hooks.rename(`이름 14-${count}`)
    await hooks.sendAll(id)
    app.clock.advance(49 * 3_600_000)
    const [one, ...rest] = await hooks.listOf(id, { state: 'waiting' })
    await hooks.send(one as ListedDelivery, id)
    expect(await hooks.listOf(id, { state: 'failed' })).toMatchObject([
      { id: one?.id, fault: 'expired' },
    ])
    await hooks.runJob('integrations.prune', {})
    expect(await hooks.listOf(id, { state: 'failed' })).toHaveLength(1 + rest.length)
    expect(hooks.receiver.received).toHaveLength(20)
    hooks.receiver.answer(204)
    expect(
      (await program.post(`/webhooks/${id}/deliveries/${one?.id}/redeliver`)).json.status,
    ).toBe('OK')
    await hooks.sendAll(id)
    expect(hooks.receiver.received).toHaveLength(21)
    expect(await hooks.listOf(id, { state: 'delivered' })).toMatchObject([{ id: one?.id }])
  })

  it('is not written where the change is refused', async () => {
    const { id } = await hooks.subscribed(['room.renamed', 'member.added'])
    await hooks.rename(' ')
    await program.post(`/rooms/${room.roomId}/members`, {
      inviteUserList: [{ name: '가', email: 'x' }],
    })
    expect(await hooks.listOf(id)).toEqual([])
  })

  it('is tried again for about a day, later each time, with the same id and body, and is then given up', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    await hooks.rename('이름 4')
    await hooks.placeEvents()
    hooks.receiver.answer(500)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const [delivery] = await hooks.listOf(id)
      await hooks.send(delivery as ListedDelivery, id)
      const [job] = await hooks.jobsOf(id)
      waits.push(job?.seconds ?? 0)
      expect(await hooks.listOf(id)).toMatchObject([
        { state: 'waiting', attempts: attempt, status: 500, fault: 'status' },
      ])
    }
    const day = waits.reduce((sum, each) => sum + each, 0) / 3_600
    expect(day).toBeGreaterThan(18)
    expect(day).toBeLessThan(30)
    expect(waits[0]).toBeLessThan(7)
    for (const [index, wait] of waits.slice(1, 8).entries())
      expect(wait).toBeGreaterThan(waits[index] ?? 0)
    const [last] = await hooks.listOf(id)
    await hooks.send(last as ListedDelivery, id)
    expect(await hooks.listOf(id, { state: 'failed' })).toMatchObject([
      { attempts: 11, status: 500, nextAt: null },
    ])
    expect(
      new Set(
        hooks.receiver.received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`),
      ).size,
    ).toBe(1)
    expect(await hooks.listOf(id, { state: 'waiting' })).toEqual([])
    await hooks.send(last as ListedDelivery, id)
    expect(hooks.receiver.received).toHaveLength(11)
  })

  it('is sent again when asked, once it was delivered or given up', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    await hooks.rename('이름 5')
    const [delivery] = await hooks.listOf(id)
    const again = () => program.post(`/webhooks/${id}/deliveries/${delivery?.id}/redeliver`)
    expect(await again()).toMatchObject({ http: 422, json: { code: 'DELIVERY_WAITING' } })
    await hooks.sendAll(id)
    expect((await again()).json.status).toBe('OK')
    await hooks.sendAll(id)
    expect(hooks.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      `msg_${delivery?.id}`,
      `msg_${delivery?.id}`,
    ])
    const other = await hooks.subscribed(['room.renamed'])
    expect(
      (await program.post(`/webhooks/${other.id}/deliveries/${delivery?.id}/redeliver`)).json.code,
    ).toBe('NOT_FOUND')
  })

  it('follows no redirect', async () => {
    const elsewhere = await startReceiver()
    const { id } = await hooks.subscribed(['room.renamed'])
    hooks.receiver.answer(307, { location: elsewhere.url })
    await hooks.rename('이름 6')
    await hooks.sendAll(id)
    expect(await hooks.listOf(id)).toMatchObject([
      { state: 'waiting', status: 307, fault: 'status' },
    ])
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  it('is cut off by a stop without counting as an attempt', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    hooks.receiver.answer(undefined)
    await hooks.rename('이름 7')
    await hooks.placeEvents()
    const [delivery] = await hooks.listOf(id)
    const stop = new AbortController()
    const sending = hooks.send(delivery as ListedDelivery, id, stop.signal)
    await eventually(() => expect(hooks.receiver.received).toHaveLength(1))
    stop.abort(new Error('stopped'))
    await expect(sending).rejects.toThrow('stopped')
    expect(await hooks.listOf(id)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  it('is listed in pages', async () => {
    const { id } = await hooks.subscribed(['room.renamed'])
    for (const name of ['가', '나', '다']) await hooks.rename(name)
    const first = await program.get(`/webhooks/${id}/deliveries`, { limit: 2 })
    const rest = await hooks.listOf(id, { cursor: first.json.nextCursor ?? '' })
    const ids = [...(first.json.payload as ListedDelivery[]), ...rest].map((each) => each.id)
    expect(new Set(ids).size).toBe(3)
    expect(rest).toHaveLength(1)
  })
})
