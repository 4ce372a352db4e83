import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts'
import { silentLog } from '../log/log.ts'
import { connectDatabase, type Database } from './connect.ts'
import { toClientConfig } from './connection-options.ts'
import { type ListenerHandlers, listen } from './listener.ts'
import { notify } from './notices.ts'

const CHANNEL = 'Rooms "changed"'

describe('listen', () => {
  let own: TestDatabase
  let database: Database

  beforeAll(async () => {
    own = await createTestDatabase()
    database = await connectDatabase(own.connection, { log: silentLog })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  it('brings what was committed, in order, and nothing of what was rolled back', async () => {
    const { events } = await startListening()
    await database.transaction((tx) => notify(tx, CHANNEL, { room: 1, name: '계약서' }))
    const rolledBack = database.transaction(async (tx) => {
      await notify(tx, CHANNEL, { room: 2 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await notify(database.db, 'another channel', { room: 3 })
    await notify(database.db, CHANNEL, { room: 4 })
    await until(() => events.length >= 2)
    expect(events).toEqual([{ room: 1, name: '계약서' }, { room: 4 }])
  })

  it('brings nothing before the commit', async () => {
    const { events } = await startListening()
    await database.transaction(async (tx) => {
      await notify(tx, CHANNEL, { room: 5 })
      await notify(database.db, CHANNEL, { room: 6 })
      await until(() => events.length >= 1)
      expect(events).toEqual([{ room: 6 }])
    })
    await until(() => events.length >= 2)
    expect(events.at(-1)).toEqual({ room: 5 })
  })

  it('reports when its connection is lost and when messages arrive again', async () => {
    const { events } = await startListening()
    await signalListeners('pg_terminate_backend(pid)')
    await until(() => events.length >= 2)
    await notify(database.db, CHANNEL, { room: 7 })
    await until(() => events.length >= 3)
    expect(events).toEqual(['lost', 'restored', { room: 7 }])
  })

  it('notices a server that no longer answers', async () => {
    const { events } = await startListening({ heartbeatMs: 20 })
    const [pid = 0] = await signalListeners('pid')
    process.kill(pid, 'SIGSTOP')
    try {
      await until(() => events.length >= 2)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect(events).toEqual(['lost', 'restored'])
  })

  it('outlives a message that is not JSON', async () => {
    const { events } = await startListening()
    const client = new Client(toClientConfig(own.connection))
    await client.connect()
    await client.query('select pg_notify($1, $2)', [CHANNEL, 'not JSON'])
    await client.query('select pg_notify($1, $2)', [CHANNEL, '{"room":8}'])
    await client.end()
    await until(() => events.length >= 1)
    expect(events).toEqual([{ room: 8 }])
  })

  it('leaves no connection behind when it is closed, and does not call that a loss', async () => {
    while ((await signalListeners('pid')).length > 0) await delay(5)
    const { events, close } = await startListening()
    expect(await signalListeners('pid')).toHaveLength(1)
    await close()
    while ((await signalListeners('pid')).length > 0) await delay(5)
    expect(events).toEqual([])
  })

  it('can be closed while there is no server, and stops trying', async () => {
    const gone = await createTestDatabase()
    const events: unknown[] = []
    const listener = await listen(gone.connection, CHANNEL, handlers(events))
    await gone.drop()
    await until(() => events.length >= 1)
    await listener.close()
    expect(events).toEqual(['lost'])
  })

  it('rejects where there is no server to begin with', async () => {
    await expect(
      listen({ ...inject('testCluster').superuser, host: '/nowhere' }, CHANNEL, handlers([])),
    ).rejects.toThrow('/nowhere')
  })

  async function startListening(
    extra: Partial<ListenerHandlers> = {},
  ): Promise<{ events: unknown[]; close: () => Promise<void> }> {
    const events: unknown[] = []
    const listener = await listen(own.connection, CHANNEL, { ...handlers(events), ...extra })
    onTestFinished(() => listener.close())
    return { events, close: () => listener.close() }
  }

  async function signalListeners(expression: string): Promise<number[]> {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select ${expression}, pid from pg_stat_activity where application_name = 'sealroom 2 listener' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  }
})

function handlers(events: unknown[]): ListenerHandlers {
  return {
    onMessage: (payload) => events.push(payload),
    onLost: () => events.push('lost'),
    onRestored: () => events.push('restored'),
    log: silentLog,
  }
}

async function until(met: () => boolean): Promise<void> {
  while (!met()) await delay(5)
}
