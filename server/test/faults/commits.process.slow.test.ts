import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunningServer } from '../harness/server-process.ts'
import type { WireClient } from '../harness/wire-client.ts'
import type { ProxyVerdict } from '../servers/database-proxy.ts'
import { unlessBroken } from './ledger.ts'
import { isLoggedCommit, loseCommit } from './lost-commit.ts'
import { type FaultPlace, openPlace } from './place.ts'
import { type FaultRoom, furnish, WORKS, type WorkAttempt } from './works.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

interface Moment {
  readonly isThere: boolean
  readonly kills: boolean
  strike(kill: () => void): ProxyVerdict
}

const MOMENTS: Readonly<Record<string, Moment>> = {
  'the server killed before its commit': {
    isThere: false,
    kills: true,
    strike(kill) {
      kill()
      return 'cut'
    },
  },
  'the server killed after its commit': { isThere: true, kills: true, strike: (kill) => kill },
  'the connection lost before its commit': { isThere: false, kills: false, strike: () => 'cut' },
  'the answer lost after its commit': {
    isThere: true,
    kills: false,
    strike: () => () => undefined,
  },
}

/** Only `npm run faults` tests all moments. */
const momentsOf = (index: number): [string, Moment][] =>
  Object.entries(MOMENTS).filter(
    ([, { kills, isThere }]) =>
      !kills || isThere === (index % 2 === 0) || process.env['FAULTS'] === 'all',
  )

describe('at the commit of a work', () => {
  let place: FaultPlace
  let server: RunningServer
  let operator: WireClient
  let stage: FaultRoom
  let round = 0

  const serve = () =>
    place.start({ ROLES: 'web', DATABASE_URL: place.proxy.url, LOG_LEVEL: 'silent' })

  beforeAll(async () => {
    place = await openPlace()
    server = await serve()
    await place.worker()
    operator = await place.enter(server.url)
    stage = await furnish(place, operator)
  })
  afterAll(() => place.close())

  async function struck(attempt: WorkAttempt, strike: Moment['strike']): Promise<void> {
    let strikes = 0
    place.proxy.judge((statement) => {
      if (strikes > 0 || !isLoggedCommit(statement)) return 'pass'
      strikes += 1
      return strike(() => server.signal('SIGKILL'))
    })
    const answer = await unlessBroken(attempt.send()).finally(() => place.proxy.judge())
    expect([strikes, answer === undefined || answer.http >= 500]).toEqual([1, true])
    place.ledger.note(attempt.files ?? [], answer)
  }

  for (const [index, [work, prepare]] of Object.entries(WORKS).entries())
    it.each(momentsOf(index))(`${work}: %s`, async (_, { isThere, kills, strike }) => {
      round += 1
      const attempt = await prepare(stage, `w${round}`)
      await struck(attempt, strike)
      if (kills) {
        await server.ended()
        server = await serve()
      }
      expect(await attempt.isDone()).toBe(isThere)

      if (!(isThere && attempt.isOnce)) await attempt.send()
      expect(await attempt.isDone(), 'the work that is asked for again').toBe(true)
      place.ledger.acknowledge(attempt.files ?? [])
      place.ledger.kept.push({ what: `${work} ${round}`, isSo: attempt.isDone })
    })

  it('an upload is acknowledged after its commit, however long that takes', async () => {
    expect(await loseCommit()).toEqual([])
  })

  it('nothing acknowledged is lost, and nothing is there by halves or twice', async () => {
    expect(await place.violations(operator)).toEqual([])
  })
})
