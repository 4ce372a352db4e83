import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { figure, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { runRoom, startServer, surroundings } from './lib/server.mjs'

const DOCUMENTS = 500
const PER_CALL = 25

const copy = (from, to) => promisify(execFile)('cp', ['-a', from, to])

const check = (env) =>
  runRoom(env, 'check', '--json').catch((error) => {
    if (error.code === 1) return error.stderr
    throw error
  })

async function opened(scratch, files, data, keys) {
  scratch.throwIfOver()
  const folder = join(scratch.folder, 'restored')
  await mkdir(folder)
  await copy(join(scratch.folder, data), join(folder, 'data'))
  await copy(join(scratch.folder, keys), join(folder, 'keys'))
  const env = surroundings(scratch.folder, {
    DATA_DIR: join(folder, 'data'),
    KEY_DIR: join(folder, 'keys'),
  })
  const rooms = JSON.parse(await check(env))
  await rm(folder, { recursive: true })
  const sum = (of) => rooms.reduce((total, each) => total + of(each), 0)
  const found = sum((each) => each.files)
  if (found !== files) throw new Error(`the backup has ${found} of ${files} files`)
  return sum((each) => each.opened)
}

async function measure({ rounds, scratch, size: files = DOCUMENTS }) {
  const file = join(scratch.folder, 'small.pdf')
  await writePdf(file, { pages: 1, lines: 20 })
  const content = await readFile(file)
  const env = surroundings(scratch.folder)
  const folders = { dataDir: env.DATA_DIR, keyDir: `${env.DATA_DIR}-keys` }
  const server = await startServer(scratch)
  const made = await server.createRoom()
  const operator = await server.enterRoom(made)
  for (let number = 0; number < files; number += PER_CALL)
    await operator.uploadMany(
      Array.from(
        { length: Math.min(PER_CALL, files - number) },
        (_, each) => `${number + each}.pdf`,
      ),
      content,
    )
  const rootSeconds = []
  const roomSeconds = []
  for (let round = 0; round < rounds; round += 1) {
    rootSeconds.push(await secondsOf(() => runRoom(env, 'rotate-root')))
    roomSeconds.push(
      await secondsOf(() => runRoom(env, 'rotate-key', '--room', String(made.roomId))),
    )
  }
  await server.stop()

  const keep = (from, name) => copy(from, join(scratch.folder, name))
  await keep(folders.dataDir, 'data-before')
  await keep(folders.keyDir, 'keys-before')
  await runRoom(env, 'rotate-root')
  await keep(folders.dataDir, 'data-rotated')
  await keep(folders.keyDir, 'keys-rotated')
  await runRoom(env, 'destroy', '--room', String(made.roomId), '--confirm', made.roomNo, '--now')
  await keep(folders.keyDir, 'keys-remaining')

  const drills = [
    ['data and keys of one time', 'data-before', 'keys-before'],
    ['data from before the root key was replaced, keys from after', 'data-before', 'keys-rotated'],
    ['data from after, keys from before', 'data-rotated', 'keys-before'],
    ['data and keys from after', 'data-rotated', 'keys-rotated'],
    [
      'data from before the room was destroyed, all remaining keys',
      'data-rotated',
      'keys-remaining',
    ],
  ]
  const rows = []
  for (const [what, data, keys] of drills)
    rows.push(figure(what, `of ${files} files`, [await opened(scratch, files, data, keys)]))
  return {
    rows: [
      ...rows,
      figure('rotate-root, as a command', 's', rootSeconds),
      figure(`rotate-key of ${files} files`, 's', roomSeconds),
    ],
    notes: ['of the last backup no file must open, whatever else was kept'],
  }
}

export const bench = { rounds: 3, limitMinutes: 15, measure }
