export const count = (passed = 0, failed = 0, skipped = 0) => ({ passed, failed, skipped })

export const sum = (counts) =>
  counts.reduce(
    (a, b) => count(a.passed + b.passed, a.failed + b.failed, a.skipped + b.skipped),
    count(),
  )

export const sentence = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

const withExitCode = (counts, code) =>
  code !== 0 && counts.failed === 0 ? sum([counts, count(0, 1)]) : counts

/** Unloadable files count as one failure. */
export function vitestCounts(report, code) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    report ?? {}
  if (testResults === undefined) return count(0, 1)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return withExitCode(
    count(numPassedTests, numFailedTests + unloaded.length, numPendingTests + numTodoTests),
    code,
  )
}

/** A pass on retry counts as passed and flaky. */
export function playwrightCounts(report, code) {
  const { stats, errors } = report ?? {}
  if (stats === undefined) return count(0, 1)
  return withExitCode(
    count(stats.expected + stats.flaky, stats.unexpected + errors.length, stats.skipped),
    code,
  )
}
