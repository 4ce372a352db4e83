import { figure, limited, secondsOf } from '../lib/figures.mjs'
import { fillInBulk } from '../lib/fill/in-bulk.mjs'
import { startServer } from '../lib/server.mjs'

const DOCUMENTS = 100_000
const SHARES = [0.1, 0.5, 1]
const EACH = 100
const LIMIT_S = 30

const ACTS = {
  unpublish: (operator, { roomId, id }) =>
    operator.post('/room/api/file/unpublish', { roomId, ids: [id] }),
  publish: (operator, { roomId, id }) =>
    operator.post('/room/api/file/publish', { roomId, ids: [id] }),
  move: (operator, { id, parent }) =>
    operator.change('PATCH', '/room/api/file/file/update/move', { fileId: id, parent }),
  copy: (operator, { id }) =>
    operator.change('PATCH', '/room/api/file/file/update/copy', {
      fileId: id,
      name: `사본 ${id}`,
      parent: 0,
    }),
  delete: (operator, { id }) =>
    operator.change('DELETE', '/room/api/file/file/delete', { fileId: id }),
  restore: (operator, { id }) =>
    operator.change('POST', '/room/api/file/trash/restore', { fileId: id }),
}

async function measure({ rounds, scratch, size = DOCUMENTS }) {
  const server = await startServer(scratch)
  const database = await server.database()
  const rows = []
  let refused = 0
  for (const share of SHARES) {
    const documents = Math.round(size * share)
    const times = Object.fromEntries(Object.keys(ACTS).map((act) => [act, []]))
    for (let round = 0; round < rounds; round += 1) {
      const room = await server.createRoom()
      const operator = await server.enterRoom(room)
      const { roomId } = room
      const { top: id } = await fillInBulk(scratch, database, roomId, {
        size: documents,
        large: 0,
        inside: documents / EACH,
        each: EACH,
      })
      const [{ id: parent }] = await operator.makeFolders(['다른 곳'])
      await operator.post('/room/api/room/update/index', {
        id: roomId,
        numbering: 'live',
        scope: 'room',
      })
      for (const [name, act] of Object.entries(ACTS)) {
        scratch.throwIfOver()
        // Uploads with pending publication also stage items separately.
        if (name === 'publish') await stageEach(database, roomId)
        times[name].push(
          await secondsOf(() =>
            act(operator, { roomId, id, parent }).catch((error) => {
              if (!/TIME_LIMIT/.test(error.message)) throw error
              refused += 1
            }),
          ),
        )
      }
    }
    for (const [name, values] of Object.entries(times)) {
      rows.push(
        limited(figure(`${name}, ${documents.toLocaleString('en')} documents`, 's', values), {
          most: LIMIT_S,
        }),
      )
    }
  }
  return {
    rows,
    notes: [
      `${refused} acts were refused with TIME_LIMIT`,
      `${EACH} documents to a folder, numbers live`,
    ],
  }
}

const stageEach = (database, roomId) =>
  database.query('update items set staged = true where room_id = $1 and not staged', [roomId])

export const bench = { rounds: 1, limitMinutes: 25, measure }
