// npm test [-- --only gates|unit|browser] [path filters of Vitest, or of Playwright with --only browser]
// Runs everything, also after a failure, compares what passed with what is specified, and ends with the line `Tests: N passed, N failed`.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findChromium, findHeadlessShell } from './lib/chromium.mjs'
import { faultText, playwrightFaults, vitestFaults } from './lib/faults.mjs'
import { findProgram } from './lib/find-program.mjs'
import { gates, hasSpecificationMap } from './lib/gates.mjs'
import { provideOffice } from './lib/office.mjs'
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs'
import { at, bin, filesUnder, textOf } from './lib/project.mjs'
import { run, runNode } from './lib/run.mjs'
import { count, playwrightCounts, sentence, sum, vitestCounts } from './lib/tally.mjs'

const { values, positionals: filters } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const only = values.only ?? (filters.length > 0 ? 'unit' : undefined)
if (only !== undefined && !['gates', 'unit', 'browser'].includes(only)) {
  console.error('--only gates, unit or browser')
  process.exit(2)
}
const wants = (part) => only === undefined || only === part

// The caller's NODE_ENV is meant for the server; what is tested is not to depend on it.
const env = { ...process.env, NODE_ENV: 'test' }
const results = []
const faults = []

const PACKAGES = ['chromium', 'fonts-noto-cjk']
/** Readers of PDF by others, and what makes certificates: programs by the packages that have them. */
const PDF_TOOLS = { pdfsig: 'poppler-utils', qpdf: 'qpdf', openssl: 'openssl' }

const headingOf = (name) => `\n── ${name}`

async function step(name, work) {
  console.log(headingOf(name))
  return measure(name, work)
}

async function measure(name, work) {
  const started = performance.now()
  const counts = await work()
  results.push({ name, counts, seconds: (performance.now() - started) / 1000 })
  return counts.failed === 0
}

const tally = async (work) => ((await work()) === 0 ? count(1) : count(0, 1))

const gate = (name, work) => step(name, () => tally(work))

async function report(args, { file, countsOf, faultsOf }) {
  rmSync(at('.build', file), { force: true })
  const code = await runNode(args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  const text = textOf(at('.build', file))
  const told = text === undefined ? undefined : JSON.parse(text)
  faults.push(...faultsOf(told))
  return countsOf(told, code)
}

const VITEST = { file: 'vitest.json', countsOf: vitestCounts, faultsOf: vitestFaults }
const PLAYWRIGHT = { file: 'playwright.json', countsOf: playwrightCounts, faultsOf: playwrightFaults }

const apt = (...args) => run('apt-get', args, { quiet: true, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } })
const install = (...names) => apt('install', '-y', '--no-install-recommends', ...names)

async function installChromium() {
  const isRoot = process.getuid?.() === 0
  if (!findChromium() && isRoot && (await apt('update')) === 0) await install(...PACKAGES)
  const found = findChromium()
  if (!found) {
    console.error(`Chromium 이 필요합니다 · The browser tests need Chromium: apt-get install ${PACKAGES.join(' ')}, or set CHROMIUM_PATH`)
    return 1
  }
  // Where there is no such package, or no means to install it, Chromium itself does all of it.
  if (isRoot && !env.CHROMIUM_PATH && findHeadlessShell() === found) await install('chromium-headless-shell')
  return 0
}

/** Two at a time; what each says is held back until its end. */
async function checkGates() {
  const waiting = [...gates()]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, args } = next
      await measure(name, () => tally(() => runNode(args, { heading: headingOf(name), env })))
    }
  }
  await Promise.all([lane(), lane()])
}

/** Not a test by itself: where there is no LibreOffice, those that need it say that they were skipped. */
async function office() {
  if (!filesUnder(at('server/workers')).some((path) => path.endsWith('convert-office.test.ts'))) return
  const programs = await provideOffice(env)
  if (programs) Object.assign(env, programs)
  else
    console.warn(
      '⚠ Office 시험을 건너뜁니다 · Office tests are SKIPPED: no LibreOffice with bubblewrap here, and apt-get cannot bring them',
    )
}

/** Not a test by itself: where they are not, those that need them say that they were skipped. */
async function pdfTools() {
  if (!filesUnder(at('server/workers')).some((path) => path.endsWith('signature.test.ts'))) return
  const missing = () => Object.keys(PDF_TOOLS).filter((name) => !findProgram([name], env))
  if (missing().length > 0 && process.getuid?.() === 0 && (await apt('update')) === 0)
    await install(...missing().map((name) => PDF_TOOLS[name]))
  if (missing().length > 0)
    console.warn(
      `⚠ 봉인한 PDF 를 다른 프로그램으로 읽는 시험을 건너뜁니다 · Tests of sealed PDFs by other programs are SKIPPED: no ${missing().join(', ')}`,
    )
}

async function browserTests() {
  const specs = filesUnder(at('e2e')).filter((path) => /\.(spec|test)\.ts$/.test(path))
  if (specs.length === 0) return console.log('\n── browser tests: e2e/ has no spec, nothing to run')
  if (!(await gate('chromium', installChromium))) return
  await step('browser tests', () => report([bin('playwright'), 'test', ...filters], PLAYWRIGHT))
}

function finish() {
  console.log('')
  for (const fault of faults) console.log(`${faultText(fault)}\n`)
  for (const { name, counts, seconds } of results) {
    console.log(`${counts.failed ? '✗' : '✓'} ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s  ${sentence(counts)}`)
  }
  const total = sum(results.map(({ counts }) => counts))
  console.log(`\nTests: ${sentence(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

async function runAll() {
  if (!(await gate('install', ensureInstalled))) return
  await gate('build', ensureBuilt)
  // What an earlier run said must not pass for what this one did.
  if (only === undefined) for (const { file } of [VITEST, PLAYWRIGHT]) rmSync(at('.build', file), { force: true })
  // It is unpacked while the gates run: most of that is waiting for the line and the disk.
  await Promise.all([wants('gates') && checkGates(), (wants('unit') || wants('browser')) && office()])
  if (wants('unit')) await pdfTools()
  if (wants('unit')) await step('unit tests', () => report([bin('vitest'), 'run', ...filters], VITEST))
  if (wants('browser')) await browserTests()
  if (only === undefined && hasSpecificationMap())
    await gate('specification', () => runNode([at('tools', 'specification-map.mjs'), '--ran']))
}

try {
  await runAll()
} catch (error) {
  console.error(error)
  results.push({ name: 'this command', counts: count(0, 1), seconds: 0 })
}
finish()
