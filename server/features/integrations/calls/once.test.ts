import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { drawOperator, prepareInvitation, type Secrets } from '../../members/index.ts'
import { createThrottle } from '../../session/index.ts'
import { createInstallationSecrets } from '../installation-secrets.ts'
import { createChanges } from './once.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.stopJobs()
})
afterAll(() => app.close())

it('prepares before it takes a connection, and not at all for a call that was answered', async () => {
  const endsAt = new Date(app.clock.now().getTime() + 86_400_000)
  const { id: keyId } = await app.program.apiKeys.create({
    name: 'x',
    scopes: ['rooms:write'],
    endsAt,
  })
  const { database, clock } = app
  const installation = createInstallationSecrets(Buffer.alloc(32))
  const { once } = createChanges({
    database,
    clock,
    installation,
    throttle: createThrottle(database.db, clock, app.log),
  })
  const actor = { keyId, name: 'x', scopes: [], address: '127.0.0.1' }
  const call = { actor, headers: { 'idempotency-key': 'one' }, params: { id: 1 }, body: { a: 1 } }
  const inUse: number[] = []
  const ask = (body: unknown) =>
    once('something', { ...call, body }, () => {
      inUse.push(database.pool.totalCount - database.pool.idleCount)
      return async () => ({ done: true })
    })
  expect(await ask({ a: 1 })).toEqual({ done: true })
  expect(await ask({ a: 1 })).toEqual({ done: true })
  await expect(ask({ a: 2 })).rejects.toMatchObject({ code: 'IDEMPOTENCY_DIFFERS' })
  expect(inUse).toEqual([0])
})

it('hashes one secret of a program at a time', async () => {
  let [running, most] = [0, 0]
  const secrets = {
    drawPin: () => '1',
    drawCode: () => '1',
    lookupOf: () => Buffer.alloc(32),
    async hash() {
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
      return 'hash'
    },
  } as unknown as Secrets
  const people = Array.from({ length: 30 }, (_, index) => ({
    name: '이참여',
    email: `p${index}@example.com`,
  }))
  expect((await prepareInvitation({ secrets }, people, true)).pins).toHaveLength(30)
  await drawOperator(secrets)
  expect(most).toBe(1)
})
