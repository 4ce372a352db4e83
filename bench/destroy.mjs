import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { figure } from './lib/figures.mjs'
import { multiplyDocuments } from './lib/fill/documents.mjs'
import { writePdf } from './lib/pdf.mjs'
import { startServer } from './lib/server.mjs'

const DOCUMENTS = 100_000
const UPLOADED = 500
const PER_CALL = 25
const LOOK_AGAIN_MS = 10

async function upload(client, content, count) {
  for (let done = 0; done < count; done += PER_CALL) {
    const names = Array.from(
      { length: Math.min(PER_CALL, count - done) },
      (_, each) => `${done + each}.pdf`,
    )
    await client.uploadMany(names, content)
  }
}

async function countBlobs(dataDir) {
  const fans = await readdir(join(dataDir, 'blobs'))
  return (await Promise.all(fans.map((fan) => readdir(join(dataDir, 'blobs', fan))))).flat().length
}

async function watched(scratch, work, signs) {
  const started = performance.now()
  const seconds = () => (performance.now() - started) / 1000
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  const seen = Object.entries(signs).map(async ([name, isSo]) => {
    for (let wasDone = isDone; !(await isSo()); wasDone = isDone) {
      scratch.throwIfOver()
      if (wasDone) throw new Error(`${name}: it is done, and this is not so`)
      await wait(LOOK_AGAIN_MS)
    }
    return [name, seconds()]
  })
  const [times] = await Promise.all([Promise.all(seen), done])
  return { ...Object.fromEntries(times), done: seconds() }
}

async function measure({ rounds, scratch, size: documents = DOCUMENTS }) {
  const dataDir = join(scratch.folder, 'data')
  const source = join(scratch.folder, 'small.pdf')
  await writePdf(source, { pages: 1, lines: 20 })
  const content = await readFile(source)
  const server = await startServer(scratch)
  const database = await server.database()
  const has = async (text, roomId) =>
    (await database.query(`${text} limit 1`, [roomId])).rows.length > 0
  const measured = []
  for (let round = 0; round < rounds; round += 1) {
    const room = await server.createRoom()
    const { roomId } = room
    await upload(await server.enterRoom(room), content, Math.min(UPLOADED, documents))
    while (await has('select 1 from file_versions where room_id = $1 and status is null', roomId)) {
      scratch.throwIfOver()
      await wait(LOOK_AGAIN_MS)
    }
    await multiplyDocuments(scratch, database, { roomId, size: documents, dataDir })
    const [{ vault }] = (await database.query('select vault from rooms where id = $1', [roomId]))
      .rows
    const shredKey = join(`${dataDir}-keys`, 'vaults', vault, 'shred.key')
    if (!existsSync(shredKey) || (await countBlobs(dataDir)) < documents)
      throw new Error('the room was not filled')
    const times = await watched(
      scratch,
      () => server.room('destroy', '--room', String(roomId), '--confirm', room.roomNo, '--now'),
      {
        key: async () => !existsSync(shredKey),
        rows: async () => !(await has('select 1 from items where room_id = $1', roomId)),
        blobs: () =>
          has(
            `select 1 from destructions where room_id = $1 and state in ('emptied', 'certified')`,
            roomId,
          ),
      },
    )
    if ((await countBlobs(dataDir)) > 0) throw new Error('blobs are left')
    measured.push(times)
  }
  const line = (what, name) =>
    figure(
      what,
      's',
      measured.map((times) => times[name]),
    )
  return {
    rows: [
      line(`${documents.toLocaleString('en')} documents: until the key is gone`, 'key'),
      line('until their rows are gone', 'rows'),
      line('until the blobs are gone', 'blobs'),
      line('until the certificate is there', 'done'),
    ],
    notes: ['from the start of the command, which starts a program of its own'],
  }
}

export const bench = { rounds: 1, limitMinutes: 20, measure }
