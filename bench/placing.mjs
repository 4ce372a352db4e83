import { join } from 'node:path'
import { alternate, figure, limited, ratios, secondsOf } from './lib/figures.mjs'
import { auditActorOf, fillLog, openLog, untilPlaced } from './lib/fill/log.mjs'
import { startServer } from './lib/server.mjs'

const SIZE = 1_000
const WRITTEN = 16_000
const AT_ONCE = 8
const GOAL = 0.5

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const written = await openLog(scratch, server, { dataDir: data, keyDir: `${data}-keys` })
  const { roomId } = await server.createRoom()
  await fillLog(scratch, written, roomId, SIZE)
  const { database, log } = written
  const doer = await auditActorOf(database, roomId)
  await database.pool.query(
    'create table bare_entries (id bigint generated always as identity primary key, at timestamptz not null, sealed bytea not null)',
  )
  const sealed = Buffer.alloc(300)
  const record = () =>
    database.transaction((tx) =>
      log.record(tx, doer, 'document.viewed', { itemId: 1, name: '감사보고서.pdf' }),
    )
  const insert = () =>
    database.transaction((tx) =>
      tx.withTables().insertInto('bare_entries').values({ at: new Date(), sealed }).execute(),
    )
  let recorded
  const measured = await alternate(rounds, {
    ours: async () => {
      const seconds = await secondsOf(async () => {
        recorded = await secondsOf(() => eachTime(record))
        await untilPlaced(database, roomId, scratch)
      })
      return { placed: WRITTEN / seconds, recorded: WRITTEN / recorded }
    },
    transaction: async () => WRITTEN / (await secondsOf(() => eachTime(insert))),
    bare: async () =>
      WRITTEN /
      (await secondsOf(() =>
        eachTime(() =>
          database.pool.query('insert into bare_entries (at, sealed) values (now(), $1)', [sealed]),
        ),
      )),
  })
  const of = (key) => measured.ours.map((round) => round[key])
  const beside = (values, peer, is) => ({ is, values: ratios(values, measured[peer]) })
  return {
    rows: [
      limited(
        figure(
          'entries until they have their places',
          '/s',
          of('placed'),
          beside(of('placed'), 'transaction', 'transactions with one bare insert'),
        ),
        { leastRatio: GOAL },
      ),
      figure(
        'the same beside bare inserts',
        '/s',
        of('placed'),
        beside(of('placed'), 'bare', 'bare inserts without a transaction of their own'),
      ),
      figure(
        'entries until they are recorded',
        '/s',
        of('recorded'),
        beside(of('recorded'), 'transaction', 'transactions with one bare insert'),
      ),
    ],
    notes: [],
  }
}

async function eachTime(one) {
  let begun = 0
  const lane = async () => {
    while (begun < WRITTEN) {
      begun += 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

export const bench = { rounds: 5, limitMinutes: 10, measure }
