import path from 'node:path'
import { specsOf } from '../lib/faults.mjs'
import { ROOT } from '../lib/project.mjs'

const vitestTimes = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: path.relative(ROOT, name),
    tests: assertionResults.length,
    seconds: (endTime - startTime) / 1000,
  }))

function playwrightTimes({ suites }) {
  const files = new Map()
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const entry = files.get(file) ?? { file: `e2e/${file}`, tests: 0, seconds: 0 }
    entry.tests += 1
    entry.seconds += tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration / 1000, 0)
    files.set(file, entry)
  }
  return [...files.values()]
}

export const timesOf = (report) =>
  report.testResults ? vitestTimes(report) : playwrightTimes(report)

export function testsOf(report) {
  if (report.stats) {
    const { expected, flaky, unexpected, skipped } = report.stats
    return { run: expected + flaky + unexpected, skipped }
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report
  return { run: numPassedTests + numFailedTests, skipped: numPendingTests + numTodoTests }
}
