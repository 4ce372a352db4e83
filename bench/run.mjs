// npm run bench [-- name …] [--rounds N] [--size N] [--json FILE] compares the program with peers (README.md).
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prepare } from '../tools/lib/prepare.mjs'
import { machine, sentenceOf } from './lib/machine.mjs'
import { withScratch } from './lib/scratch.mjs'
import { table } from './lib/table.mjs'

const BENCHES = {
  ingest: () => import('./ingest.mjs'),
  'first-page': () => import('./browser/first-page.mjs'),
  pages: () => import('./pages.mjs'),
  read: () => import('./read.mjs'),
  readers: () => import('./readers.mjs'),
  start: () => import('./start.mjs'),
  'small-files': () => import('./small-files.mjs'),
  growth: () => import('./growth.mjs'),
  scroll: () => import('./browser/scroll.mjs'),
  'long-list': () => import('./browser/long-list.mjs'),
  zip: () => import('./zip.mjs'),
  archive: () => import('./archive.mjs'),
  stamp: () => import('./stamp.mjs'),
  seal: () => import('./seal.mjs'),
  revoke: () => import('./revoke.mjs'),
  history: () => import('./history.mjs'),
  export: () => import('./export.mjs'),
  dashboard: () => import('./dashboard.mjs'),
  placing: () => import('./placing.mjs'),
  search: () => import('./search.mjs'),
  'restore-drill': () => import('./restore-drill.mjs'),
  destroy: () => import('./destroy.mjs'),
  'compose-drag': () => import('./browser/compose-drag.mjs'),
  rights: () => import('./rights/items.mjs'),
  'rights-text': () => import('./rights/texts.mjs'),
  matrix: () => import('./browser/matrix.mjs'),
  publishing: () => import('./index/publishing.mjs'),
  'room-index': () => import('./index/room-index.mjs'),
  million: () => import('./index/million.mjs'),
  'large-folders': () => import('./index/large-folders.mjs'),
  threads: () => import('./threads.mjs'),
  'object-storage': () => import('./object-storage.mjs'),
  console: () => import('./rooms/console.mjs'),
  'hot-tables': () => import('./rooms/hot-tables.mjs'),
  sessions: () => import('./nodes/sessions.mjs'),
  cluster: () => import('./nodes/cluster.mjs'),
  'hostile-input': () => import('./hostile/input.mjs'),
  'hostile-document': () => import('./hostile/document.mjs'),
}

const USAGE = `npm run bench [-- name …] [--rounds N] [--size N] [--json FILE]
names: ${Object.keys(BENCHES).join(', ')}; all unless said
--size: how many documents archive, restore-drill, destroy, publishing, room-index, million and large-folders work on, entries dashboard does, items rights does, texts of rights-text, rooms of console, log entries of hot-tables, folders of matrix, threads of threads, and sessions of sessions`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { rounds: { type: 'string' }, size: { type: 'string' }, json: { type: 'string' } },
      allowPositionals: true,
    })
    const unknown = positionals.find((name) => !Object.hasOwn(BENCHES, name))
    if (unknown !== undefined) throw new Error(`no bench is called ${unknown}`)
    if (!/^[1-9]\d{0,2}$/.test(values.rounds ?? '1'))
      throw new Error('--rounds needs a whole number from 1 to 999')
    if (!/^[1-9]\d{0,8}$/.test(values.size ?? '1'))
      throw new Error('--size needs a whole number from 1 to 999999999')
    return {
      names: positionals.length > 0 ? [...new Set(positionals)] : Object.keys(BENCHES),
      rounds: values.rounds === undefined ? undefined : Number(values.rounds),
      size: values.size === undefined ? undefined : Number(values.size),
      json: values.json,
    }
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    process.exit(2)
  }
}

const { names, rounds: asked, size, json } = readArguments()
await prepare()

const report = { machine: machine(), benches: [] }
console.log(sentenceOf(report.machine))
for (const name of names) {
  const { bench } = await BENCHES[name]()
  const rounds = asked ?? bench.rounds
  const started = performance.now()
  const { rows, notes } = await withScratch(bench.limitMinutes, (scratch) =>
    bench.measure({ rounds, scratch, size }),
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  report.benches.push({ name, rounds, seconds, rows, notes })
  console.log(
    `\n${name}: ${rounds} rounds, ${seconds} s\n${table(rows)}${notes.map((note) => `\n  ${note}`).join('')}`,
  )
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`)
}
