import { rmSync } from 'node:fs'
import { playwrightFaults, vitestFaults } from '../lib/faults.mjs'
import { at, bin, textOf } from '../lib/project.mjs'
import { runNode } from '../lib/run.mjs'
import { playwrightCounts, vitestCounts } from '../lib/tally.mjs'

const vitest = (project, file, { options = [], env } = {}) => ({
  file,
  args: (filters) => [
    bin('vitest'),
    'run',
    ...[
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=.build/${file}`,
    ],
    ...options,
    ...filters,
  ],
  env,
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

const SLOW_TIER = { TEST_TIER: 'slow' }

export const SUITES = {
  // Waiting leaves a core for a third worker.
  unit: vitest('unit', 'vitest.json', { options: ['--maxWorkers=3'] }),
  components: vitest('components', 'components.json'),
  stories: playwright('playwright.json'),
  slow: vitest('slow', 'vitest-slow.json'),
  'slow components': vitest('components', 'components-slow.json', { env: SLOW_TIER }),
  'slow stories': playwright('playwright-slow.json', SLOW_TIER),
}

export function reportOf(name) {
  const text = textOf(at('.build', SUITES[name].file))
  return text === undefined ? undefined : JSON.parse(text)
}

/** An earlier report must not count for this run. */
export const forgetReport = (name) => rmSync(at('.build', SUITES[name].file), { force: true })

export async function runSuite(name, { filters = [], env, faults }) {
  const { args, env: more, countsOf, faultsOf } = SUITES[name]
  forgetReport(name)
  const code = await runNode(args(filters), {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...more },
  })
  const report = reportOf(name)
  faults.push(...faultsOf(report))
  return countsOf(report, code)
}
