/** Counts of tests. */
export const count = (passed = 0, failed = 0, skipped = 0) => ({ passed, failed, skipped })

export const sum = (counts) => counts.reduce((a, b) => count(a.passed + b.passed, a.failed + b.failed, a.skipped + b.skipped), count())

/** `N passed, N failed`, with `, N skipped` where there are some. */
export const sentence = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

/** A run that ended badly although no test of its report failed, or that left no report, is a failure all the same. */
const withExitCode = (counts, code) => (code !== 0 && counts.failed === 0 ? sum([counts, count(0, 1)]) : counts)

/** Counts of a Vitest JSON report, parsed, or undefined where none was written. A file that does not load is one failure. */
export function vitestCounts(report, code) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report ?? {}
  if (testResults === undefined) return count(0, 1)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return withExitCode(count(numPassedTests, numFailedTests + unloaded.length, numPendingTests + numTodoTests), code)
}

/** Counts of a Playwright JSON report, as above. A story that passes on its second try has passed; it is told as flaky. */
export function playwrightCounts(report, code) {
  const { stats, errors } = report ?? {}
  if (stats === undefined) return count(0, 1)
  return withExitCode(count(stats.expected + stats.flaky, stats.unexpected + errors.length, stats.skipped), code)
}
