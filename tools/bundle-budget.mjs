// node tools/bundle-budget.mjs [folder] compares screens' gzipped JavaScript with budgets.

import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at, textOf } from './lib/project.mjs'

const ENTRY = 'index.html'
const ROOM = [ENTRY, 'app/inside.tsx', 'app/screens/user-screen.tsx', 'locales/room.ko.ts']

/** Budgets are in bytes, names from Vite's manifest. */
const SCREENS = [
  // The first code also holds room sessions and accounts.
  { name: 'login', chunks: [ENTRY], budget: 123_200 },
  // The operator's list shares this chunk.
  { name: 'room', chunks: ROOM, budget: 244_100 },
]

const LATER = [
  {
    name: 'entering (while the PIN is typed)',
    chunks: ['features/session/join-room.ts'],
    after: [ENTRY],
  },
  { name: 'viewer (with the first document)', chunks: ['features/viewer/index.ts'], after: ROOM },
]

const CONSOLE = {
  name: 'console',
  page: 'console.html',
  manifest: 'manifest-of-console.json',
  budget: 190_000,
}

const folder = resolve(process.argv[2] ?? at('.build', 'web'))

function readManifest(name = 'manifest.json') {
  const file = join(folder, '.vite', name)
  const text = textOf(file)
  if (text === undefined) throw new Error(`${file} is missing: run "npm run build" first`)
  return JSON.parse(text)
}

/** @throws on an unknown name */
function closureOf(manifest, names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue
    if (!manifest[name])
      throw new Error(
        `the manifest has no chunk ${name}: was the file renamed, or is it not loaded late any more?`,
      )
    found.add(name)
    closureOf(manifest, manifest[name].imports ?? [], found)
  }
  return found
}

const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g

const preloaded = () =>
  (textOf(join(folder, ENTRY)) ?? '')
    .match(PRELOAD)
    ?.map((tag) => (/\bhref="\/([^"]+)"/.exec(tag) ?? ['', ''])[1]) ?? []

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const gzipped = (files) =>
  sum([...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length))
const plain = (files) => sum([...files].map((file) => statSync(join(folder, file)).size))

const scriptsOf = (manifest, names) =>
  new Set([...closureOf(manifest, names)].map((name) => manifest[name].file))
const stylesOf = (manifest, names) =>
  new Set([...closureOf(manifest, names)].flatMap((name) => manifest[name].css ?? []))
const fontsOf = (manifest) =>
  new Set(Object.values(manifest).flatMap(({ file }) => (file.endsWith('.woff2') ? [file] : [])))

const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`
const row = (...cells) =>
  console.log(
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(36) : cell.padStart(10)))
      .join(' ')
      .trimEnd(),
  )

const faultsOf = (name, size, budget) =>
  size > budget
    ? [`${name}: ${kilobytes(size)} of JavaScript, ${kilobytes(size - budget)} over its budget`]
    : []

function check() {
  const manifest = readManifest()
  row('first load, gzipped', 'JavaScript', 'budget', 'CSS')
  const faults = []
  for (const { name, chunks, budget } of SCREENS) {
    const size = gzipped(new Set([...scriptsOf(manifest, chunks), ...preloaded()]))
    row(name, kilobytes(size), kilobytes(budget), kilobytes(gzipped(stylesOf(manifest, chunks))))
    faults.push(...faultsOf(name, size, budget))
  }
  const own = readManifest(CONSOLE.manifest)
  const consoleSize = gzipped(scriptsOf(own, [CONSOLE.page]))
  row(
    CONSOLE.name,
    kilobytes(consoleSize),
    kilobytes(CONSOLE.budget),
    kilobytes(gzipped(stylesOf(own, [CONSOLE.page]))),
  )
  faults.push(...faultsOf(CONSOLE.name, consoleSize, CONSOLE.budget))
  for (const { name, chunks, after } of LATER) {
    const there = scriptsOf(manifest, after)
    const more = [...scriptsOf(manifest, chunks)].filter((file) => !there.has(file))
    const styles = stylesOf(manifest, after)
    row(
      name,
      kilobytes(gzipped(more)),
      '',
      kilobytes(gzipped([...stylesOf(manifest, chunks)].filter((file) => !styles.has(file)))),
    )
  }
  const fonts = fontsOf(manifest)
  row(`fonts, as needed (${fonts.size} files, not gzipped)`, kilobytes(plain(fonts)))
  return faults
}

try {
  const faults = check()
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
