import { join } from 'node:path'
import { alternate, figure, percentile, ratios, secondsOf } from './lib/figures.mjs'
import { fillLog, openLog } from './lib/fill/log.mjs'
import { fillRoom } from './lib/fill/room.mjs'
import { forgetMemoryPeak, memoryOf } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const SIZES = [1_000, 100_000, 1_000_000]
const DOCUMENTS = 100_000
const CALLS = 40

const count = (size) => size.toLocaleString('en')

const ACTS = {
  'history, first page': (client) => client.history({ limit: 50 }),
  'history, a page in the middle': (client, { cursor }) => client.history({ limit: 50, cursor }),
  'history, each entry of a reading': (client) => client.history({ limit: 50, fold: 'false' }),
  'history of readings': (client) => client.history({ limit: 50, type: 'view' }),
  'history of one person': (client, { userId }) =>
    client.history({ limit: 50, roomUserId: userId }),
  'history of a rare type': (client) => client.history({ limit: 50, type: 'switch' }),
  'history of a document': (client) => client.history({ limit: 50, itemId: 7 }),
  'daily log': (client) => client.daily(),
}
const BOARD = {
  'dashboard, numbers': (client) => client.dashboard('info'),
  'dashboard, 30 days': (client) => client.dashboard('activity'),
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const written = await openLog(scratch, server, { dataDir: data, keyDir: `${data}-keys` })
  const rooms = []
  for (const size of SIZES) {
    const room = await server.createRoom()
    const client = await server.enterRoom(room)
    const filled = await fillLog(scratch, written, room.roomId, size)
    const cursor = Buffer.from(
      JSON.stringify([filled.middle.at.toISOString(), filled.middle.id]),
    ).toString('base64url')
    rooms.push({ client, size, roomId: room.roomId, cursor, ...filled })
  }
  const [, middle, largest] = rooms
  await fillRoom(await server.database(), largest.roomId, DOCUMENTS)
  await written.database.pool.query('vacuum analyze')

  const looked = await alternate(
    rounds,
    Object.fromEntries(rooms.map((room) => [room.size, () => timesOf(room, ACTS)])),
  )
  const board = await alternate(rounds, { board: () => timesOf(largest, BOARD) })
  const exported = await alternate(rounds, {
    'JSON of 100,000 entries': () => exportOf(server, middle, 'json'),
    'HTML of 100,000 entries': () => exportOf(server, middle, 'html'),
  })
  const whole = await exportOf(server, largest, 'json')
  const p95 = (times, act) => times.map((round) => percentile(round[act], 0.95))
  return {
    rows: [
      ...Object.keys(ACTS).flatMap((act) =>
        SIZES.map((size) => {
          const values = p95(looked[size], act)
          const growth = {
            is: `times ${count(SIZES[0])} entries`,
            values: ratios(values, p95(looked[SIZES[0]], act)),
          }
          return figure(
            `${act}, ${count(size)} entries, p95`,
            'ms',
            values,
            size === SIZES[0] ? undefined : growth,
          )
        }),
      ),
      ...Object.keys(BOARD).map((act) =>
        figure(
          `${act}, ${count(DOCUMENTS)} documents, ${count(largest.size)} entries, p95`,
          'ms',
          p95(board.board, act),
        ),
      ),
      ...Object.entries(exported).flatMap(([what, times]) => [
        figure(
          what,
          '/s',
          times.map(({ rate }) => rate),
        ),
        figure(
          `${what}, growth of the server’s memory`,
          'MiB',
          times.map(({ growth }) => growth),
        ),
      ]),
      figure(`JSON of ${count(largest.size)} entries, once`, '/s', [whole.rate]),
      figure('the same, growth of the server’s memory', 'MiB', [whole.growth]),
    ],
    notes: [
      `${count(largest.size)} entries were written and placed in ${Math.round(largest.seconds)} s`,
    ],
  }
}

async function timesOf(room, acts) {
  const times = Object.fromEntries(Object.keys(acts).map((act) => [act, []]))
  for (let call = 0; call < CALLS; call += 1) {
    for (const [name, act] of Object.entries(acts))
      times[name].push((await secondsOf(() => act(room.client, room))) * 1_000)
  }
  return times
}

async function exportOf(server, { client, size }, format) {
  forgetMemoryPeak(server.pid)
  const { now } = memoryOf(server.pid)
  const seconds = await secondsOf(() => client.exportHistory(format))
  return { rate: size / seconds, growth: memoryOf(server.pid).peak - now }
}

export const bench = { rounds: 5, limitMinutes: 40, measure }
