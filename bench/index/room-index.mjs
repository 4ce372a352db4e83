import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { alternate, figure, limited, percentile, secondsOf } from '../lib/figures.mjs'
import { multiplyDocuments } from '../lib/fill/documents.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { forgetMemoryPeak, memoryOf } from '../lib/processes.mjs'
import { makeGroups, scatterGrants } from '../lib/rights.mjs'
import { startServer } from '../lib/server.mjs'

const DOCUMENTS = 100_000
const FOLDERS = 2_000
const GOAL_S = 10
const GOAL_GROWTH = 100
const GRANTS = 500

const EVERY_MS = 10

/** The delay shows how busy the main thread is. */
function askOften(url) {
  const delays = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      delays.push(
        1000 * (await secondsOf(async () => (await fetch(`${url}/health/live`)).arrayBuffer())),
      )
      await wait(EVERY_MS)
    }
  })()
  asking.catch(() => {})
  return {
    async end() {
      isOver = true
      await asking
      return delays
    },
  }
}

async function measure({ rounds, scratch, size = DOCUMENTS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const { roomId } = room
  for (let made = 0; made < FOLDERS; made += 100)
    await operator.makeFolders(
      Array.from({ length: 100 }, (_, nth) => `실사자료 ${made / 100}/폴더 ${made + nth}`),
    )
  const file = join(scratch.folder, 'document.pdf')
  await writePdf(file, { pages: 1 })
  await operator.uploadFile(file)
  await multiplyDocuments(scratch, database, {
    roomId,
    size,
    dataDir: join(scratch.folder, 'data'),
  })
  await database.query(
    `with leaf as (select id, ancestors || id as path, row_number() over (order by id) - 1 as nth from items where room_id = $1 and folder and ancestors <> '{}')
     update items set parent_id = leaf.id, ancestors = leaf.path
     from leaf where items.room_id = $1 and not items.folder and leaf.nth = items.id % (select count(*) from leaf)`,
    [roomId],
  )
  await operator.post('/room/api/room/update/index', {
    id: roomId,
    numbering: 'live',
    scope: 'group',
  })
  const [groupId] = await makeGroups(operator, roomId, 1)
  await scatterGrants(database, roomId, [groupId], GRANTS)
  await database.query('vacuum analyze')
  forgetMemoryPeak(server.pid)
  const { now } = memoryOf(server.pid)
  const times = await alternate(rounds, {
    xlsx: () => secondsOf(() => operator.exportIndex({ format: 'xlsx' })),
    csv: () => secondsOf(() => operator.exportIndex({ format: 'csv' })),
    group: () => secondsOf(() => operator.exportIndex({ format: 'xlsx', groupId })),
  })
  const growth = memoryOf(server.pid).peak - now
  const record = []
  const delays = []
  for (let round = 0; round < rounds; round += 1) {
    const others = askOften(server.url)
    record.push(await secondsOf(() => operator.post('/room/api/disclosure', { roomId, groupId })))
    delays.push(await others.end())
  }
  const delayOf = (share) => delays.map((values) => percentile(values, share))
  return {
    rows: [
      limited(figure('index as XLSX, as operators see it', 's', times.xlsx), { most: GOAL_S }),
      limited(figure('as CSV', 's', times.csv), { most: GOAL_S }),
      limited(figure(`as XLSX, as a group with ${GRANTS} grants sees it`, 's', times.group), {
        most: GOAL_S,
      }),
      limited(figure('growth of the server’s memory over these', 'MiB', [growth]), {
        most: GOAL_GROWTH,
      }),
      figure('a disclosure record of that group', 's', record),
      figure('another call meanwhile, 99th percentile', 'ms', delayOf(0.99)),
      figure('another call meanwhile, the slowest', 'ms', delayOf(1)),
    ],
    notes: [
      `${size.toLocaleString('en')} documents in ${FOLDERS.toLocaleString('en')} folders, numbered for each group`,
    ],
  }
}

export const bench = { rounds: 3, limitMinutes: 15, measure }
