// npm test [-- --changed] [--only gates|unit|components|stories] [path filters] runs every required check despite failures. `--changed`
// runs what a change since main can affect. The last line is `Tests: N passed, N failed`.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { gates, hasSpecificationMap } from './lib/gates.mjs'
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs'
import { at, filesUnder } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'
import { count } from './lib/tally.mjs'
import { openGateCache } from './testing/gate-cache.mjs'
import { compareNumbers } from './testing/numbers.mjs'
import { createPrograms } from './testing/programs.mjs'
import { createReport, headingOf } from './testing/report.mjs'
import { provideScratch } from './testing/scratch.mjs'
import { forgetReport, runSuite } from './testing/suites.mjs'

const PARTS = ['gates', 'unit', 'components', 'stories']

const { values, positionals: filters } = parseArgs({
  options: { only: { type: 'string' }, changed: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.only !== undefined && !PARTS.includes(values.only)) {
  console.error(`--only ${PARTS.join(', ')}`)
  process.exit(2)
}

// NODE_ENV is meant for the server.
const env = { ...process.env, NODE_ENV: 'test' }
const isCi = env.CI === 'true'
const isWhole = values.only === undefined && filters.length === 0 && !values.changed
const report = createReport()
const programs = createPrograms(env)

function suitesOf(paths) {
  const suites = new Set()
  for (const path of paths) {
    if (path.startsWith('e2e')) suites.add('stories')
    else if (path.endsWith('.tsx')) suites.add('components')
    else suites.add('unit')
    if (path.startsWith('web') && !/\.tsx?$/.test(path)) suites.add('components')
  }
  return suites
}

async function plan() {
  const tests = PARTS.slice(1)
  if (values.changed) return planChanged()
  const wanted = values.only ? [values.only] : filters.length > 0 ? suitesOf(filters) : PARTS
  return new Map([...wanted].map((part) => [part, tests.includes(part) ? filters : []]))
}

async function planChanged() {
  const { affectedBy, changedFiles } = await import('./testing/affected.mjs')
  const changed = changedFiles()
  const { everything, ...suites } = affectedBy(changed)
  if (everything !== undefined) {
    console.log(`\n${changed.length} files have changed, ${everything} among them: everything runs`)
    return new Map(PARTS.map((part) => [part, []]))
  }
  const files = PARTS.slice(1).flatMap((part) =>
    suites[part].length > 0 ? [[part, suites[part]]] : [],
  )
  const chosen =
    files.map(([part, paths]) => `${paths.length} files of ${part}`).join(', ') || 'no tests'
  console.log(
    `\n${changed.length} files have changed, which can affect ${chosen}; slow tests of it: ${suites.slow.length} (npm run test:slow)`,
  )
  return new Map([['gates', []], ...files])
}

async function checkGates() {
  const cache = openGateCache(env)
  const waiting = gates()
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const gate = next
      if (cache.hasPassed(gate)) {
        console.log(`${headingOf(gate.name)}\npassed before on the same content`)
        await report.measure(gate.name, async () => count(1))
      } else if (
        await report.gate(
          gate.name,
          () => runNode(gate.args, { heading: headingOf(gate.name), env }),
          { quiet: true },
        )
      )
        cache.keep(gate)
    }
  }
  await Promise.all([lane(), lane()])
}

const HEADINGS = { unit: 'unit tests', components: 'component tests', stories: 'browser stories' }

async function runTests(part, partFilters) {
  let counts
  await report.step(HEADINGS[part], async () => {
    counts = await runSuite(part, { filters: partFilters, env, faults: report.faults })
    return counts
  })
  if (isWhole && existsSync(at('tools', 'testing', 'numbers.json')))
    await report.gate(`number of ${part}`, async () => compareNumbers(part, counts, { isCi }))
}

const has = (folder, ending) => filesUnder(at(folder)).some((path) => ending.test(path))

/** Renamed tests would lose their programs. */
function expectOne(folder, name) {
  if (!has(folder, name)) throw new Error(`no file in ${folder} is named ${name}`)
}

const NEED_OFFICE = /convert-office/
const NEED_PDF_TOOLS = /signature/

async function runAll() {
  if (!(await report.gate('install', ensureInstalled))) return
  await report.gate('build', ensureBuilt)
  provideScratch(env)
  const parts = await plan()
  if (isWhole) for (const part of PARTS.slice(1)) forgetReport(part)
  const isBrowsed = {
    components: parts.has('components') && has('web', /\.test\.tsx$/),
    stories: parts.has('stories') && has('e2e', /\.spec\.ts$/),
  }
  const needsUnit = parts.has('unit') || parts.has('stories')
  const needsPrograms = has('server/workers', /\.test\.ts$/)
  if (needsPrograms)
    for (const name of [NEED_OFFICE, NEED_PDF_TOOLS]) expectOne('server/workers', name)
  // Unpacking mostly waits.
  await Promise.all([
    parts.has('gates') && checkGates(),
    needsPrograms && needsUnit && programs.office(),
  ])
  if (needsPrograms && parts.has('unit')) await programs.pdfTools()
  const hasBrowser = (isBrowsed.components || isBrowsed.stories) && (await programs.chromium())
  const missing = programs.reportMissing()
  if (missing !== 0) await report.gate('programs', async () => missing)
  if (parts.has('unit')) await runTests('unit', parts.get('unit'))
  for (const part of ['components', 'stories'])
    if (hasBrowser && isBrowsed[part]) await runTests(part, parts.get(part))
  if (isWhole && hasSpecificationMap())
    await report.gate('specification', () =>
      runNode([at('tools', 'specification-map.mjs'), '--ran']),
    )
}

try {
  await runAll()
} catch (error) {
  report.fail(error)
}
report.finish()
