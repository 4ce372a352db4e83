import { join } from 'node:path'
import { alternate, figure, limited, percentile, secondsOf } from './lib/figures.mjs'
import { fillLog, openLog } from './lib/fill/log.mjs'
import { fillRoom } from './lib/fill/room.mjs'
import { startServer } from './lib/server.mjs'

const DOCUMENTS = 100_000
const ENTRIES = 1_000_000
const PEOPLE = 30
const GOAL_MS = 20
const CALLS = 40
const BOARD = { numbers: 'info', '30 days': 'activity' }

async function measure({ rounds, scratch, size = ENTRIES }) {
  const server = await startServer(scratch)
  const data = join(scratch.folder, 'data')
  const written = await openLog(scratch, server, { dataDir: data, keyDir: `${data}-keys` })
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  for (let number = 1; number < PEOPLE; number += 1)
    await client.invite({
      name: `참가자 ${number}`,
      email: `reader-${number}@example.com`,
      position: '',
    })
  await fillRoom(await server.database(), room.roomId, DOCUMENTS)
  await fillLog(scratch, written, room.roomId, size)
  await written.database.pool.query('vacuum analyze')
  const times = await alternate(rounds, { board: () => timesOf(client) })
  return {
    rows: Object.keys(BOARD).flatMap((name) =>
      [0.5, 0.95].map((share) =>
        limited(
          figure(
            `${name}, p${100 * share}`,
            'ms',
            times.board.map((round) => percentile(round[name], share)),
          ),
          { most: GOAL_MS },
        ),
      ),
    ),
    notes: [
      `${DOCUMENTS.toLocaleString('en')} documents, ${size.toLocaleString('en')} entries of ${PEOPLE} people`,
    ],
  }
}

async function timesOf(client) {
  const times = Object.fromEntries(Object.keys(BOARD).map((name) => [name, []]))
  for (let call = 0; call < CALLS; call += 1)
    for (const [name, path] of Object.entries(BOARD))
      times[name].push(1_000 * (await secondsOf(() => client.dashboard(path))))
  return times
}

export const bench = { rounds: 5, limitMinutes: 30, measure }
