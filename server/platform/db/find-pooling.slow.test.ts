import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  lackingPgbouncer,
  type PoolerOptions,
  startPgbouncer,
} from '../../../tools/servers/pgbouncer.mjs'
import { describeWith } from '../../test/harness/needs.ts'
import {
  findOutsidePostgres,
  type OutsidePostgres,
  outsidePostgres,
} from '../../test/servers/outside-postgres.ts'
import { silentLog } from '../log/log.ts'
import { connectDatabase } from './connect.ts'
import { findPooling, isSameDatabase } from './find-pooling.ts'

const bin = await findOutsidePostgres()
const lacking = [...lackingPgbouncer, ...(bin === undefined ? ['postgresql'] : [])]

describeWith('finding out how connections are pooled', lacking, () => {
  let postgres: OutsidePostgres
  let url: string
  beforeAll(async () => {
    postgres = await outsidePostgres(bin ?? '')
    url = await postgres.createDatabase('pooled')
  })
  afterAll(() => postgres.remove())

  async function through<T>(
    options: PoolerOptions,
    work: (pooled: string) => Promise<T>,
  ): Promise<T> {
    const pooler = await startPgbouncer(url, options)
    try {
      return await work(pooler.url)
    } finally {
      await pooler.remove()
    }
  }

  it('distinguishes none, session and transaction, whatever the size of the pool', async () => {
    expect(await findPooling(url)).toBe('none')
    for (const poolSize of [1, 2, 20]) {
      expect(await through({ mode: 'transaction', poolSize }, findPooling)).toBe('transaction')
      expect(await through({ mode: 'session', poolSize }, findPooling)).toBe('session')
    }
  })

  it('is not misled by others who use the pooler at the same time', async () => {
    await through({ mode: 'transaction', poolSize: 8 }, async (pooled) => {
      const others = await Promise.all(Array.from({ length: 12 }, () => keepBusy(pooled)))
      try {
        for (let round = 0; round < 20; round += 1)
          expect(await findPooling(pooled)).toBe('transaction')
      } finally {
        for (const other of others) await other.stop()
      }
    })
  })

  it('fails where there is no transaction to be had', async () => {
    await expect(through({ mode: 'statement' }, findPooling)).rejects.toThrow(
      'transaction blocks not allowed',
    )
  })

  it('knows one database from another, also on one server', async () => {
    const other = await postgres.createDatabase('other')
    await through({}, async (pooled) => {
      const databases = [
        await connectDatabase(
          { connectionString: pooled, pooling: 'transaction', direct: { connectionString: url } },
          { log: silentLog },
        ),
        await connectDatabase(
          { connectionString: pooled, pooling: 'transaction', direct: { connectionString: other } },
          { log: silentLog },
        ),
      ]
      const same = await Promise.all(
        databases.map(({ pool, direct }) => isSameDatabase(pool, direct)),
      )
      for (const database of databases) await database.close()
      expect(same).toEqual([true, false])
    })
  })
})

async function keepBusy(url: string): Promise<{ stop(): Promise<void> }> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let isStopped = false
  const running = (async () => {
    while (!isStopped) await client.query('select pg_sleep(random() * 0.002)')
  })()
  return {
    async stop() {
      isStopped = true
      await running
      await client.end()
    },
  }
}
