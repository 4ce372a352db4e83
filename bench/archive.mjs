import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { startServer } from './lib/server.mjs'

const FILES = { count: 200, bytes: 2_500_000, perCall: 50 }

async function catToSocket(file) {
  const server = createServer(
    (socket) => void pipeline(createReadStream(file), socket).catch(() => socket.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    let bytes = 0
    const seconds = await secondsOf(async () => {
      const socket = connect(server.address().port, '127.0.0.1')
      for await (const piece of socket) bytes += piece.length
    })
    if (bytes !== statSync(file).size) throw new Error(`only ${bytes} bytes came over the socket`)
    return seconds
  } finally {
    server.close()
  }
}

async function measure({ rounds, scratch, size: count = FILES.count }) {
  const server = await startServer(scratch)
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  await client.switchWatermarkOff()
  const source = join(scratch.folder, 'one.pdf')
  await writePdf(source, { pages: 1, size: FILES.bytes })
  const content = await readFile(source)
  for (let from = 0; from < count; from += FILES.perCall) {
    const names = Array.from(
      { length: Math.min(FILES.perCall, count - from) },
      (_, index) => `large/${from + index}.pdf`,
    )
    await client.uploadMany(names, content)
  }
  let archive
  const preparing = await secondsOf(async () => {
    archive = await client.prepareArchive(room.code)
  })
  const file = join(scratch.folder, 'archive.zip')
  const { bytes } = await client.fetchArchive(archive.id, file)
  if (bytes !== archive.size)
    throw new Error(`the archive has ${bytes} bytes instead of ${archive.size}`)
  const measured = await alternate(rounds, {
    ours: () => secondsOf(() => client.fetchArchive(archive.id)),
    cat: () => catToSocket(file),
  })
  const rate = (list) => list.map((seconds) => bytes / 1e6 / seconds)
  return {
    rows: [
      figure(`archive of ${count} files of 2.5 MB, prepared`, 'MB/s', rate([preparing])),
      figure('archive, fetched', 'MB/s', rate(measured.ours), {
        is: 'of cat to a socket',
        values: ratios(measured.cat, measured.ours),
      }),
      figure('peer: cat of the same bytes to a socket', 'MB/s', rate(measured.cat)),
    ],
    notes: [],
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
