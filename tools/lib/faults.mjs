import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './project.mjs'

const LINES = 12

const first = (errors) =>
  stripVTControlCharacters(errors[0] ?? '')
    .split('\n', LINES)
    .join('\n')

export const vitestFaults = (report) =>
  (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, name ?? '')
    const faults = assertionResults
      .filter((test) => test.status === 'failed' || test.failureMessages?.length > 0)
      .map((test) => ({
        where: `${file} › ${test.fullName}`,
        isFlaky: test.status !== 'failed',
        error: first(test.failureMessages ?? []),
      }))
    const isUnloaded =
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
    return isUnloaded
      ? [...faults, { where: file, isFlaky: false, error: first([message]) }]
      : faults
  })

export const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

export const playwrightFaults = (report) => [
  ...(report?.suites ?? []).flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        where: `e2e/${file}:${line} › ${title}`,
        isFlaky: status === 'flaky',
        error: first(results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))),
      })),
  ),
  ...(report?.errors ?? []).map(({ message }) => ({
    where: 'Playwright',
    isFlaky: false,
    error: first([message]),
  })),
]

export const faultText = ({ where, isFlaky, error }) =>
  `${isFlaky ? '⚠ second try' : '✗ failed'}: ${where}\n${error.replace(/^/gm, '    ')}`
