import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from '../tools/lib/project.mjs'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { startPeer } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const FILES = 10_000
const PER_CALL = 25
const PARALLEL = 3
const LOOK_AGAIN_MS = 250

async function measure({ rounds, scratch }) {
  const file = join(scratch.folder, 'small.pdf')
  await writePdf(file, { pages: 1, lines: 20 })
  const content = await readFile(file)

  const server = await startServer(scratch)
  const database = await server.database()
  let round = 0
  async function ours() {
    const client = await server.enter()
    round += 1
    const batches = Array.from({ length: FILES / PER_CALL }, (_, batch) =>
      Array.from({ length: PER_CALL }, (_, each) => `${round} ${batch * PER_CALL + each}.pdf`),
    )
    const seconds = await secondsOf(() =>
      Promise.all(
        Array.from({ length: PARALLEL }, async () => {
          for (let names = batches.pop(); names; names = batches.pop())
            await client.uploadMany(names, content)
        }),
      ),
    )
    await quiet()
    return seconds
  }
  /** Inspections would disturb the next measurement. */
  async function quiet() {
    for (;;) {
      scratch.throwIfOver()
      const { rows } = await database.query(
        'select count(*)::int as left from file_versions where status is null',
      )
      if (rows[0].left === 0) return
      await wait(LOOK_AGAIN_MS)
    }
  }

  const loop = startPeer(scratch, at('bench', 'peers', 'seal-small-files.mjs'))
  const connection = await server.connection()
  const plainLoop = () =>
    loop.ask({ file, folder: join(scratch.folder, 'sealed'), files: FILES, connection })

  const measured = await alternate(rounds, { ours, plainLoop }, { warmUps: 0 })
  const rate = (list) => list.map((seconds) => (FILES / seconds) * 60)
  return {
    rows: [
      figure(
        `upload of ${FILES.toLocaleString('en')} files of ${content.length} bytes`,
        'files/min',
        rate(measured.ours),
        {
          is: 'of the plain loop',
          values: ratios(measured.plainLoop, measured.ours),
        },
      ),
      figure('peer: plain loop of encrypt, fsync, insert', 'files/min', rate(measured.plainLoop)),
    ],
    notes: [],
  }
}

export const bench = { rounds: 3, limitMinutes: 30, measure }
