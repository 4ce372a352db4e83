import { specsOf } from '../lib/faults.mjs'
import { idOf } from './find-proofs.mjs'

const ofVitest = (report) =>
  report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ title, passed: status === 'passed' })),
  )

const ofPlaywright = (report) =>
  report.suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({ title, passed: status === 'expected' || status === 'flaky' })),
    )

export function ranIn(vitest, playwright) {
  const ran = new Map()
  for (const { title, passed } of [...ofVitest(vitest), ...ofPlaywright(playwright)]) {
    const id = idOf(title)
    if (id !== undefined) ran.set(id, passed && ran.get(id) !== false)
  }
  return ran
}

const isReported = (files, file) => files.some((reported) => reported.endsWith(file))

export function notRun(files, vitest, playwright) {
  const units = vitest.testResults.map(({ name }) => name.replaceAll('\\', '/'))
  const stories = playwright.suites.map(({ file }) => file)
  return files.filter(
    (file) =>
      !(file.startsWith('e2e/')
        ? stories.includes(file.slice('e2e/'.length))
        : isReported(units, file)),
  )
}
