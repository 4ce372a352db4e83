import { execFile } from 'node:child_process'
import { copyFile, mkdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { at, projectFiles, ROOT } from '../tools/lib/project.mjs'
import { alternate, figure, limited, ratios, secondsOf } from './lib/figures.mjs'
import { startPeer } from './lib/processes.mjs'
import { launch, surroundings } from './lib/server.mjs'

const BUILDS_AT_MOST = 3
const NPM = ['npm', 'start', '--silent']
/** Seconds on an existing folder. */
const GOALS = { npm: 1.6, node: 1.2 }
/** npm would ask the registry for updates. */
const SETTINGS = { npm_config_update_notifier: 'false' }

async function measure({ rounds, scratch }) {
  const folderOf = (name) => join(scratch.folder, name)
  const fresh = async (name, work) => {
    await mkdir(folderOf(name))
    return work(folderOf(name)).finally(() => rm(folderOf(name), { recursive: true }))
  }

  async function start(folder, [program, ...words] = NPM) {
    let server
    const seconds = await secondsOf(async () => {
      server = await launch(scratch, program, words, surroundings(folder, SETTINGS))
    })
    await server.stop()
    return seconds
  }
  await mkdir(folderOf('warm'))
  await start(folderOf('warm'))

  const database = startPeer(scratch, at('bench', 'peers', 'database.mjs'))
  const measured = await alternate(rounds, {
    cold: () => fresh('cold', (folder) => start(folder)),
    warm: () => start(folderOf('warm')),
    plain: () => start(folderOf('warm'), [process.execPath, at('tools', 'start.mjs')]),
    node: () => secondsOf(() => promisify(execFile)(process.execPath, ['-e', '0'])),
    database: () => fresh('database', (folder) => database.ask({ folder: join(folder, 'data') })),
  })
  const builds = await alternate(
    Math.min(rounds, BUILDS_AT_MOST),
    { build: () => fresh('checkout', build) },
    { warmUps: 0 },
  )

  const postgres = measured.database.map((round) => round.postgres)
  const initdbAndPostgres = measured.database.map((round) => round.initdb + round.postgres)
  return {
    rows: [
      figure('npm start, first on a fresh folder', 's', measured.cold, {
        is: 'times initdb + postgres',
        values: ratios(measured.cold, initdbAndPostgres),
      }),
      limited(
        figure('npm start, on a folder that is there', 's', measured.warm, {
          is: 'times postgres',
          values: ratios(measured.warm, postgres),
        }),
        { most: GOALS.npm },
      ),
      limited(figure('node tools/start.mjs, on a folder that is there', 's', measured.plain), {
        most: GOALS.node,
      }),
      figure('peer: initdb + postgres alone', 's', initdbAndPostgres),
      figure('peer: postgres alone', 's', postgres),
      figure('peer: node -e 0', 's', measured.node),
      figure('build from scratch', 's', builds.build),
    ],
    notes: [],
  }
}

async function build(folder) {
  for (const path of projectFiles(ROOT)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await copyFile(at(path), join(folder, path))
  }
  await symlink(at('node_modules'), join(folder, 'node_modules'))
  return secondsOf(() =>
    promisify(execFile)(process.execPath, [join(folder, 'tools', 'build.mjs')]),
  )
}

export const bench = { rounds: 5, limitMinutes: 10, measure }
