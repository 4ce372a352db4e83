import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { readServerPid } from '../../platform/db/embedded/leftover-server.ts'
import { startEmbedded } from '../../platform/db/embedded/start-embedded.ts'
import { createLog } from '../../platform/log/log.ts'
import { putPreparedDatabase } from '../harness/prepared-database.ts'
import { until } from '../harness/server-process.ts'
import { makeFiller } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { type Ledger, sentFile, unlessBroken } from './ledger.ts'
import { openPlace } from './place.ts'

vi.setConfig({ testTimeout: 180_000 })

const RESTARTS = 2
const STREAMS = 3
/** Sessions end after half an hour idle. */
const JUMP_MS = 20 * 60_000
const DAY_MS = 24 * 3_600_000

function uploadAlways(operator: WireClient, ledger: Ledger): () => Promise<void> {
  let isOver = false
  const stream = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const name = `s${number}/${count}.pdf`
      const bytes = new Uint8Array(makeFiller(name, 20_000))
      ledger.note([sentFile(name, bytes)], await unlessBroken(operator.upload([[name, bytes]])))
      await wait(50)
    }
  }
  const streams = Promise.all(Array.from({ length: STREAMS }, (_, number) => stream(number)))
  return async () => {
    isOver = true
    await streams
  }
}

it(`a PostgreSQL that is killed ${RESTARTS} times while its servers live loses nothing acknowledged`, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sealroom-restarted-'))
  const start = () => startEmbedded({ dataDir, log: createLog({ level: 'silent' }) })
  await putPreparedDatabase(dataDir)
  let database = await start()
  const place = await openPlace({ connection: database.connection })
  try {
    const server = await place.start({ LOG_LEVEL: 'silent' })
    const operator = await place.enter(server.url)
    const end = uploadAlways(operator, place.ledger)
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const before = place.ledger.files.size
      await until(() => place.ledger.files.size > before + 5, 'some uploads')
      process.kill(readServerPid(path.join(dataDir, 'db')) ?? 0, 'SIGKILL')
      await database.ended
      await database.stop()
      database = await start()
    }
    const before = place.ledger.files.size
    await until(() => place.ledger.files.size > before + 5, 'uploads to go on')
    await end()
    expect(await place.violations(operator)).toEqual([])
  } finally {
    await place.close()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** SIGUSR2 moves the clock by the first number, the next signal by the second. */
function jumpingClock(...jumps: readonly number[]): string {
  const code = `let shift=0;const jumps=[${jumps}];process.on('SIGUSR2',()=>{shift+=jumps.shift()??0});globalThis.Date=class extends Date{constructor(...a){super(...(a.length?a:[Date.now()]))}static now(){return super.now()+shift}}`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

it('clocks that jump ahead, and then twice as far back, lose nothing, and no withdrawn right comes back', async () => {
  const place = await openPlace()
  try {
    const clock = { NODE_OPTIONS: jumpingClock(JUMP_MS, -2 * JUMP_MS), LOG_LEVEL: 'silent' }
    const servers = [await place.start({ ROLES: 'web', ...clock }), await place.worker(clock)]
    const operator = await place.enter(servers[0]?.url ?? '')
    const { client, memberId } = await place.participant(operator, 'reader@example.com')
    const end = uploadAlways(operator, place.ledger)
    for (const server of [...servers, ...servers.toReversed()]) {
      const before = place.ledger.files.size
      await until(() => place.ledger.files.size > before + 5, 'some uploads')
      server.signal('SIGUSR2')
      if (server !== servers[0]) continue
      expect((await operator.setRight(memberId, 'access', false)).json.status).toBe('OK')
      place.ledger.kept.push({
        what: 'the withdrawn right is back',
        isSo: async () => (await client.list()).http === 401,
      })
    }
    await end()
    expect(await place.violations(operator)).toEqual([])
  } finally {
    await place.close()
  }
})

it('a worker whose clock jumps a day ahead and back again ends sessions at most, and loses no job, mail or document', async () => {
  const place = await openPlace()
  try {
    const server = await place.start({ ROLES: 'web', LOG_LEVEL: 'silent' })
    const worker = await place.worker({
      NODE_OPTIONS: jumpingClock(DAY_MS, -DAY_MS),
      LOG_LEVEL: 'silent',
    })
    const operator = await place.enter(server.url)
    for (const [turn, email] of [
      'one@example.com',
      'two@example.com',
      'three@example.com',
    ].entries()) {
      if (turn > 0) worker.signal('SIGUSR2')
      const name = `${turn}.pdf`
      const bytes = new Uint8Array(makeFiller(name, 20_000))
      place.ledger.mailed.add(email)
      const entered =
        (await operator.list()).http === 200 ? operator : await place.enter(server.url)
      place.ledger.note([sentFile(name, bytes)], await entered.upload([[name, bytes]]))
      expect((await entered.invite([{ name: '이참여', email }])).json.status).toBe('OK')
      await until(async () => (await place.smtp.newestTo(email)) !== undefined, 'the mail', 60_000)
    }
    expect(await place.violations(await place.enter(server.url))).toEqual([])
  } finally {
    await place.close()
  }
})
