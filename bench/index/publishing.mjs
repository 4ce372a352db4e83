import { join } from 'node:path'
import { Client } from '../lib/client.mjs'
import { figure, limited, ratios, secondsOf } from '../lib/figures.mjs'
import { multiplyDocuments } from '../lib/fill/documents.mjs'
import { pinMailedTo } from '../lib/mailbox.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { startServer } from '../lib/server.mjs'

const DOCUMENTS = 10_000
const SUBFOLDERS = 100
const GOAL_S = 5
const SEEN_GOAL_S = 1

/** Triggers keep the counts correct. */
async function place(database, roomId, { folder, subfolders }) {
  await database.query(
    `update items set parent_id = ($3::bigint[])[1 + id % cardinality($3::bigint[])],
       ancestors = array[$2::bigint, ($3::bigint[])[1 + id % cardinality($3::bigint[])]]
     where room_id = $1 and not folder`,
    [roomId, folder, subfolders],
  )
  await database.query('vacuum analyze')
}

async function measure({ rounds, scratch, size = DOCUMENTS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const room = await server.createRoom()
  const operator = await server.enterRoom(room)
  const { roomId } = room
  const folders = await operator.makeFolders(
    Array.from({ length: SUBFOLDERS }, (_, number) => `실사자료/폴더 ${number}`),
  )
  const subfolders = folders.map(({ id }) => id)
  const folder = (await operator.list({ parent: 0 })).payload[0].id
  const file = join(scratch.folder, 'document.pdf')
  await writePdf(file, { pages: 1 })
  await operator.uploadFile(file)
  await multiplyDocuments(scratch, database, {
    roomId,
    size,
    dataDir: join(scratch.folder, 'data'),
  })
  await place(database, roomId, { folder, subfolders })
  const email = 'reader@example.com'
  await operator.invite({ name: 'Reader', email })
  const reader = await Client.enter(server.url, { pin: await pinMailedTo(scratch.folder, email) })
  const isSeen = async () =>
    (await reader.list({ parent: 0 })).payload.some(({ id }) => id === folder)

  const times = { unpublish: [], gone: [], publish: [], seen: [], rewrite: [] }
  for (let round = -1; round < rounds; round += 1) {
    scratch.throwIfOver()
    const take = async (name, work) => {
      const seconds = await secondsOf(work)
      if (round >= 0) times[name].push(seconds)
    }
    await take('rewrite', () =>
      database.query('update items set created_at = created_at where room_id = $1', [roomId]),
    )
    await take('unpublish', () =>
      operator.post('/room/api/file/unpublish', { roomId, ids: [folder] }),
    )
    await take('gone', async () => {
      while (await isSeen());
    })
    // Uploads with pending publication also stage items separately.
    await database.query('update items set staged = true where room_id = $1 and not staged', [
      roomId,
    ])
    await take('publish', () => operator.post('/room/api/file/publish', { roomId, ids: [folder] }))
    await take('seen', async () => {
      while (!(await isSeen()));
    })
  }
  const peer = (name) => ({
    is: 'times one update of these rows',
    values: ratios(times[name], times.rewrite),
  })
  return {
    rows: [
      limited(figure('publish a folder with all in it', 's', times.publish, peer('publish')), {
        most: GOAL_S,
      }),
      limited(figure('until a reader lists it, from then', 's', times.seen), { most: SEEN_GOAL_S }),
      limited(figure('unpublish it', 's', times.unpublish, peer('unpublish')), { most: GOAL_S }),
      limited(figure('until no list of a reader has it, from then', 's', times.gone), {
        most: SEEN_GOAL_S,
      }),
    ],
    notes: [`${size.toLocaleString('en')} documents in ${SUBFOLDERS} folders`],
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
