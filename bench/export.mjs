import { join } from 'node:path'
import { alternate, figure, limited, ratios, secondsOf } from './lib/figures.mjs'
import { fillLog, openLog } from './lib/fill/log.mjs'
import { forgetMemoryPeak, memoryOf, processorSecondsOf } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const ENTRIES = 100_000
const GOALS = { json: 20_000, html: 25_000 }
const GOAL_GROWTH = 50
const PAUSE_MS = 5

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const written = await openLog(scratch, server, { dataDir: data, keyDir: `${data}-keys` })
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  await fillLog(scratch, written, room.roomId, ENTRIES)
  await written.database.pool.query('vacuum analyze activity_entries')
  forgetMemoryPeak(server.pid)
  const { now } = memoryOf(server.pid)
  const read = await alternate(rounds, {
    json: () => exported(server, client, 'json'),
    html: () => exported(server, client, 'html'),
    peer: () => secondsOf(() => readRows(written, room.roomId)),
  })
  const growth = memoryOf(server.pid).peak - now
  const of = (format, key) => read[format].map((round) => round[key])
  const peer = read.peer.map((seconds) => ENTRIES / seconds)
  return {
    rows: [
      ...Object.entries(GOALS).flatMap(([format, goal]) => [
        limited(
          figure(format.toUpperCase(), '/s', of(format, 'rate'), {
            is: 'rows read alone',
            values: ratios(of(format, 'rate'), peer),
          }),
          { least: goal },
        ),
        figure(
          `${format.toUpperCase()}, processor time of an entry`,
          'µs',
          of(format, 'processor'),
        ),
        figure(
          `${format.toUpperCase()}, longest wait of another request`,
          'ms',
          of(format, 'wait'),
        ),
      ]),
      limited(figure('growth of the server’s memory over all of it', 'MiB', [growth]), {
        most: GOAL_GROWTH,
      }),
    ],
    notes: [],
  }
}

async function exported(server, client, format) {
  const before = processorSecondsOf(server.pid)
  let over = false
  let wait = 0
  const probe = async () => {
    while (!over) {
      wait = Math.max(
        wait,
        1_000 * (await secondsOf(async () => (await fetch(`${server.url}/health/live`)).text())),
      )
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const probing = probe()
  const seconds = await secondsOf(() => client.exportHistory(format))
  over = true
  await probing
  return {
    rate: ENTRIES / seconds,
    wait,
    processor: ((processorSecondsOf(server.pid) - before) / ENTRIES) * 1e6,
  }
}

async function readRows({ database: { pool } }, roomId) {
  let after = { at: new Date('2100-01-01T00:00:00Z'), id: 0 }
  for (;;) {
    const { rows } = await pool.query(
      'select * from activity_entries where room_id = $1 and (at, id) < ($2, $3) order by at desc, id desc limit 500',
      [roomId, after.at, after.id],
    )
    if (rows.length === 0) return
    after = rows.at(-1)
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
