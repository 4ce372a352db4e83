// npm run test:slow [-- --slice 1…8|auto] [path filters] runs kill tests, large random inputs, and all screens. `--slice auto` runs the
// commit's eighth and changed subjects, within ten minutes. The last line is `Tests: N passed, N failed`.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled } from './lib/prepare.mjs'
import { ROOT } from './lib/project.mjs'
import { readNumbers } from './testing/numbers.mjs'
import { createPrograms } from './testing/programs.mjs'
import { createReport } from './testing/report.mjs'
import { provideScratch } from './testing/scratch.mjs'
import { addTouched, divide, SLICES, sliceOf, slowFiles } from './testing/slices.mjs'
import { runSuite } from './testing/suites.mjs'

const { values, positionals: filters } = parseArgs({
  options: { slice: { type: 'string' } },
  allowPositionals: true,
})
const SLICE_NAMES = ['auto', ...Array.from({ length: SLICES }, (_, index) => String(index + 1))]
if (values.slice !== undefined && !SLICE_NAMES.includes(values.slice)) {
  console.error(`--slice auto, or 1 to ${SLICES}`)
  process.exit(2)
}

const env = { ...process.env, NODE_ENV: 'test' }
const report = createReport()
const programs = createPrograms(env)

async function choose() {
  const all = slowFiles()
  if (filters.length > 0)
    return {
      files: all.filter((file) => filters.some((filter) => file.includes(filter))),
      what: filters.join(' '),
    }
  if (values.slice === undefined) return { files: all, what: 'all slices' }
  const commit = () =>
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
  const slice = values.slice === 'auto' ? sliceOf(commit()) : Number(values.slice)
  const { slowSeconds } = readNumbers()
  // Unmeasured files may exceed ten minutes.
  const isMeasured = (file) => slowSeconds[file] !== undefined
  const unmeasured = all.filter((file) => !isMeasured(file))
  if (unmeasured.length > 0)
    console.log(
      `\nNever measured (npm run test:times -- --keep), and in no slice:\n${unmeasured.map((file) => `  ${file}`).join('\n')}`,
    )
  const { files } = divide(all.filter(isMeasured), slowSeconds)[slice - 1]
  if (values.slice !== 'auto') return { files, what: `slice ${slice} of ${SLICES}` }
  const { affectedBy, changedFiles } = await import('./testing/affected.mjs')
  const { taken, left } = addTouched(
    files,
    affectedBy(changedFiles()).slow.filter(isMeasured),
    slowSeconds,
  )
  const what = `slice ${slice} of ${SLICES}, and ${taken.length} files that the change touches`
  return {
    files: [...files, ...taken],
    what: left.length > 0 ? `${what}; no time is left for ${left.join(', ')}` : what,
  }
}

async function runAll() {
  if (!(await report.gate('install', ensureInstalled))) return
  await report.gate('build', ensureBuilt)
  provideScratch(env)
  const { files, what } = await choose()
  console.log(
    `\nSlow tests, ${what}: ${files.length} files\n${files.map((file) => `  ${file}`).join('\n')}`,
  )
  const specs = files.filter((file) => file.startsWith('e2e/'))
  const components = files.filter((file) => file.endsWith('.tsx'))
  const units = files.filter((file) => !file.startsWith('e2e/') && !file.endsWith('.tsx'))
  if (files.length === 0 && filters.length > 0) throw new Error('no slow file matches')
  await programs.office()
  await programs.pdfTools()
  await programs.neededBy(units)
  const canBrowse = specs.length + components.length > 0 && (await programs.chromium())
  const missing = programs.reportMissing()
  if (missing !== 0) await report.gate('programs', async () => missing)
  const run = (suite, paths) =>
    report.step(suite, () => runSuite(suite, { filters: paths, env, faults: report.faults }))
  if (units.length > 0) await run('slow', units)
  if (canBrowse && components.length > 0) await run('slow components', components)
  if (canBrowse && specs.length > 0) await run('slow stories', specs)
}

try {
  await runAll()
} catch (error) {
  report.fail(error)
}
report.finish()
