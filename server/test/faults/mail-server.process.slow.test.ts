import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, until } from '../harness/server-process.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { type CuttingProxy, startCuttingProxy } from '../servers/cutting-proxy.ts'
import { type FaultPlace, openPlace } from './place.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SLOW_MS = 300

describe('mails', () => {
  let place: FaultPlace
  let proxy: CuttingProxy
  let operator: WireClient
  let worker: RunningServer
  let refusals = 0
  let round = 0

  const work = () =>
    place.worker({
      DATABASE_URL: place.proxy.url,
      SMTP_URL: `smtp://127.0.0.1:${new URL(proxy.endpoint).port}`,
      LOG_LEVEL: 'silent',
    })

  beforeAll(async () => {
    place = await openPlace({
      refuse: (address) => {
        if (!address.startsWith('p') || refusals === 0) return undefined
        refusals -= 1
        return 451
      },
    })
    proxy = await startCuttingProxy(`http://127.0.0.1:${place.smtp.port}`)
    const web = await place.start({ ROLES: 'web' })
    operator = await place.enter(web.url)
    worker = await work()
  })
  afterAll(async () => {
    await place.close()
    proxy.close()
  })

  async function invite(people = 1): Promise<string> {
    round += 1
    const emails = Array.from({ length: people }, (_, number) => `p${round}-${number}@example.com`)
    for (const email of emails) place.ledger.mailed.add(email)
    expect(
      (await operator.invite(emails.map((email) => ({ name: '이참여', email })))).json.status,
    ).toBe('OK')
    return emails[0] ?? ''
  }
  async function failed(): Promise<void> {
    await until(async () => {
      const { rows } = await place.pool.query('select 1 from mails where last_error is not null')
      return rows.length > 0
    }, 'an attempt to fail')
  }

  const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
    async 'is down'() {
      proxy.cut(Number.POSITIVE_INFINITY, 0)
      await invite(3)
      await failed()
      proxy.cut(0, 0)
    },
    async 'is slow'() {
      proxy.slow(SLOW_MS)
      const email = await invite(3)
      await until(async () => (await place.smtp.newestTo(email)) !== undefined, 'the mail')
      proxy.slow(0)
    },
    async 'refuses for a while'() {
      refusals = 2
      await invite(3)
      await failed()
    },
    async 'breaks the connection once it has a mail'() {
      place.ledger.repeatedMails += 1
      place.smtp.beforeAnswer(() => {
        place.smtp.beforeAnswer()
        proxy.cut(0, 0)
      })
      await invite()
      await until(() => place.smtp.received.length > 0, 'the mail')
    },
  }
  it.each(Object.entries(FAULTS))('of a server that %s arrive once', async (_, fault) => {
    await fault()
    expect(await place.violations(operator)).toEqual([])
  })

  const BEGUN = /^update "mails" set "attempts"/
  const DONE = /^update "mails" set "status"/
  const KILLS: Readonly<Record<string, (kill: () => void) => void>> = {
    'begins one': (kill) =>
      place.proxy.judge(({ text }) => {
        if (!BEGUN.test(text)) return 'pass'
        kill()
        return 'cut'
      }),
    'has handed one over': (kill) => {
      place.ledger.repeatedMails += 1
      place.smtp.beforeAnswer(kill)
    },
    'has noted one as sent': (kill) =>
      place.proxy.judge(({ text }) => (DONE.test(text) ? kill : 'pass')),
  }
  it.each(Object.entries(KILLS))(
    'of a worker that is killed as it %s are sent by the next',
    async (_, killAt) => {
      killAt(() => worker.signal('SIGKILL'))
      await invite()
      await worker.ended()
      place.proxy.judge()
      place.smtp.beforeAnswer()
      worker = await work()
      expect(await place.violations(operator)).toEqual([])
    },
  )
})
