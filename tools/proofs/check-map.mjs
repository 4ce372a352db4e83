import { join } from 'node:path'
import { filesUnder, textOf } from '../lib/project.mjs'
import { isSlow } from '../testing/slices.mjs'
import { compareWithRun, compareWithTests } from './compare.mjs'
import { findProofs } from './find-proofs.mjs'
import { notRun, ranIn } from './ran.mjs'
import { readMap } from './read-map.mjs'

const FOLDERS = ['contract', 'paper', 'server', 'web', 'tools', 'e2e']
const TEST = /\.(?:test|spec)\.tsx?$/
const REPORTS = ['vitest.json', 'components.json', 'playwright.json']

/** `ran` also checks the last full reports. */
export function checkMap(root, { ran = false } = {}) {
  const read = (...path) => textOf(join(root, ...path))
  const json = (...path) => {
    const text = read(...path)
    return text === undefined ? undefined : JSON.parse(text)
  }
  const calls = Object.values(json('contract', 'openapi.json').paths).flatMap((path) =>
    Object.values(path),
  )
  const testFiles = FOLDERS.flatMap((folder) => filesUnder(join(root, folder), root)).filter(
    (path) => TEST.test(path),
  )

  function runFaults(rows) {
    const [units, components, playwright] = REPORTS.map((name) => json('.build', name))
    if (!units || !components || !playwright)
      return ['a report of the run is missing: this compares a whole npm test']
    const vitest = { testResults: [...units.testResults, ...components.testResults] }
    // CI slices the slow tier.
    const left = notRun(
      testFiles.filter((path) => !isSlow(path)),
      vitest,
      playwright,
    )
    if (left.length > 0)
      return [
        `the last run left out ${left.length} files, ${left[0]} among them: this compares a whole npm test`,
      ]
    return compareWithRun(
      rows,
      ranIn(vitest, playwright),
      new Set(tests.filter(({ file }) => isSlow(file)).map(({ id }) => id)),
    )
  }

  const rows = readMap(read('docs', 'specification-map.md') ?? '')
  const tests = testFiles.flatMap((path) => findProofs(path, read(path) ?? ''))
  const faults = compareWithTests(rows, tests, new Set(calls.map(({ operationId }) => operationId)))
  const of = (kind) => rows.filter((row) => row.kind === kind).length
  const kinds = `${of('proven')} with proofs, ${of('decided')} decided otherwise, ${of('open')} not yet proven`
  return {
    counts: `${rows.length} requirements: ${kinds}; ${tests.length} tests`,
    faults: [
      ...(rows.length === 0 ? ['docs/specification-map.md has no rows'] : faults),
      ...(ran ? runFaults(rows) : []),
    ],
  }
}
