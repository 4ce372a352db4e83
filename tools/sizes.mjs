// npm run sizes [-- N] lists the N largest packages (default 30).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { at, textOf } from './lib/project.mjs'

const BLOCK = 512
const LIMITS = { all: 650, running: 400 }
const MEGABYTE = 2 ** 20
const NESTED = 'node_modules'

/** Counts blocks as `du` does, without nested packages. */
function bytesOf(folder) {
  let bytes = statSync(folder).blocks * BLOCK
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += entry.name === NESTED ? 0 : bytesOf(path)
    else if (entry.isFile()) bytes += statSync(path).blocks * BLOCK
  }
  return bytes
}

const installed = JSON.parse(textOf(at(NESTED, '.package-lock.json'))).packages
const rows = Object.entries(installed).map(([path, { dev, devOptional, version }]) => {
  const name = path.slice(path.lastIndexOf(`${NESTED}/`) + NESTED.length + 1)
  return {
    name: `${name} ${version}`,
    bytes: bytesOf(at(path)),
    runs: dev !== true && devOptional !== true,
  }
})
rows.sort((a, b) => b.bytes - a.bytes)

const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1)
const total = (list) => list.reduce((sum, { bytes }) => sum + bytes, 0)
const line = (name, bytes, running) =>
  console.log(
    `| ${name} | ${megabytes(bytes)} | ${running === undefined ? '' : megabytes(running)} |`,
  )
const shown = rows.slice(0, Number(process.argv[2] ?? 30))
const others = rows.slice(shown.length)
const running = (list) => total(list.filter(({ runs }) => runs))

console.log('| Package | MB | of it in production |\n| --- | ---: | ---: |')
for (const { name, bytes, runs } of shown) line(name, bytes, runs ? bytes : undefined)
line(`${others.length} others`, total(others), running(others))
line('All', total(rows), running(rows))
line('Limit', LIMITS.all * MEGABYTE, LIMITS.running * MEGABYTE)
const fonts = bytesOf(at('.build', 'fonts'))
line('`.build/fonts`, which the build copies', fonts, fonts)

const isKept = total(rows) <= LIMITS.all * MEGABYTE && running(rows) <= LIMITS.running * MEGABYTE
console.log(`\n${isKept ? 'Both limits are kept.' : 'A limit is MISSED.'}`)
if (!isKept) process.exitCode = 1
