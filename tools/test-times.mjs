// npm run test:times [-- --keep] shows durations. `--keep` stores counts and seconds in tools/testing/numbers.json.
import { parseArgs } from 'node:util'
import { at, textOf } from './lib/project.mjs'
import { readNumbers, writeNumbers } from './testing/numbers.mjs'
import { reportOf, SUITES } from './testing/suites.mjs'
import { testsOf, timesOf } from './testing/times.mjs'

const LONG_SECONDS = 20
const SLOWEST = 10
const FIRST_SECONDS = 8

const { values } = parseArgs({ options: { keep: { type: 'boolean' } } })
const table = (rows) =>
  rows
    .map(
      ([name, ...rest]) =>
        `  ${String(name).padEnd(64)} ${rest.map((cell) => String(cell).padStart(9)).join('')}`,
    )
    .join('\n')
const seconds = (amount) => `${amount.toFixed(1)} s`

const suites = Object.keys(SUITES).flatMap((name) => {
  const report = reportOf(name)
  return report === undefined ? [] : [{ name, files: timesOf(report), tests: testsOf(report) }]
})
if (suites.length === 0) {
  console.error('no reports in .build: run npm test first')
  process.exit(1)
}

console.log('Suite: files, tests, skipped, seconds added up over the workers')
const total = (files) => files.reduce((sum, file) => sum + file.seconds, 0)
console.log(
  table(
    suites.map(({ name, files, tests }) => [
      name,
      files.length,
      tests.run,
      tests.skipped,
      seconds(total(files)),
    ]),
  ),
)
for (const { name, files } of suites) {
  const sorted = [...files].sort((a, b) => b.seconds - a.seconds)
  const shown = sorted.filter((file, index) => index < SLOWEST || file.seconds > LONG_SECONDS)
  console.log(`\n${name}: the ${SLOWEST} slowest files, and all over ${LONG_SECONDS} s`)
  console.log(table(shown.map((file) => [file.file, file.tests, seconds(file.seconds)])))
}

const costs = (textOf(at('.build', 'test-costs.jsonl')) ?? '')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const kinds = [...new Set(costs.map(({ kind }) => kind))]
if (kinds.length > 0) {
  const rowOf = (kind) => {
    const times = costs.filter((cost) => cost.kind === kind).map(({ ms }) => ms)
    return [kind, times.length, seconds(times.reduce((sum, ms) => sum + ms, 0) / 1000)]
  }
  console.log('\nSet-up by kind (TEST_COSTS=1): times, seconds')
  console.log(table(kinds.map(rowOf)))
}

if (values.keep) {
  const numbers = readNumbers()
  for (const { name, files, tests } of suites) {
    const isSlow = name.startsWith('slow')
    if (!isSlow) numbers.tests[name] = tests
    const kept = isSlow ? numbers.slowSeconds : numbers.longSeconds
    const least = isSlow ? 0 : FIRST_SECONDS
    for (const { file, seconds: length } of files) {
      if (length >= least) kept[file] = Math.round(length)
      else delete kept[file]
    }
  }
  for (const kind of ['slowSeconds', 'longSeconds'])
    numbers[kind] = Object.fromEntries(
      Object.entries(numbers[kind])
        .filter(([file]) => textOf(at(file)) !== undefined)
        .sort(),
    )
  writeNumbers(numbers)
}
