// The kinds of tests, how each is run, and the report that it leaves in .build.
import { rmSync } from 'node:fs'
import { playwrightFaults, vitestFaults } from '../lib/faults.mjs'
import { at, bin, textOf } from '../lib/project.mjs'
import { runNode } from '../lib/run.mjs'
import { playwrightCounts, vitestCounts } from '../lib/tally.mjs'

const vitest = (project, file, options = []) => ({
  file,
  args: (filters) => [
    bin('vitest'),
    'run',
    ...['--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=.build/${file}`],
    ...options,
    ...filters,
  ],
  countsOf: vitestCounts,
  faultsOf: vitestFaults,
})

const playwright = (file, env) => ({
  file,
  args: (filters) => [bin('playwright'), 'test', ...filters],
  env: { ...env, PLAYWRIGHT_REPORT: `.build/${file}` },
  countsOf: playwrightCounts,
  faultsOf: playwrightFaults,
})

/** Each suite by its name. `unit`, `components` and `stories` are `npm test`, the others `npm run test:slow`. */
export const SUITES = {
  // They wait for deadlines and retries often enough that a third worker finds a free core.
  unit: vitest('unit', 'vitest.json', ['--maxWorkers=3']),
  components: vitest('components', 'components.json'),
  stories: playwright('playwright.json'),
  slow: vitest('slow', 'vitest-slow.json'),
  'slow stories': playwright('playwright-slow.json', { TEST_TIER: 'slow' }),
}

/** The report of a suite's last run, parsed; undefined where there is none. */
export function reportOf(name) {
  const text = textOf(at('.build', SUITES[name].file))
  return text === undefined ? undefined : JSON.parse(text)
}

/** A report of an earlier run must not pass for one of this run. */
export const forgetReport = (name) => rmSync(at('.build', SUITES[name].file), { force: true })

/** Runs a suite; adds its faults to `faults` and resolves to its counts. */
export async function runSuite(name, { filters = [], env, faults }) {
  const { args, env: more, countsOf, faultsOf } = SUITES[name]
  forgetReport(name)
  const code = await runNode(args(filters), { stdio: ['ignore', 'inherit', 'inherit'], env: { ...env, ...more } })
  const report = reportOf(name)
  faults.push(...faultsOf(report))
  return countsOf(report, code)
}
