// Fewer tests than tools/testing/numbers.json means lost ones.
import { writeFileSync } from 'node:fs'
import { at, textOf } from '../lib/project.mjs'

const FILE = at('tools', 'testing', 'numbers.json')

/** `tests` is `{ run, skipped }` by suite. `slowSeconds` balances slices; `longSeconds` orders starts. */
export const readNumbers = () =>
  JSON.parse(textOf(FILE) ?? '{"tests":{},"longSeconds":{},"slowSeconds":{}}')

export const writeNumbers = (numbers) =>
  writeFileSync(FILE, `${JSON.stringify(numbers, null, 2)}\n`)

/** In CI, additional skips fail too. */
export function compareNumbers(suite, counts, { isCi, numbers = readNumbers() }) {
  const recorded = numbers.tests[suite] ?? { run: 0, skipped: 0 }
  const total = counts.passed + counts.failed + counts.skipped
  const expected = recorded.run + recorded.skipped
  console.log(
    `${suite}: ${total - counts.skipped} run, ${counts.skipped} skipped (recorded: ${recorded.run} and ${recorded.skipped})`,
  )
  if (total < expected) {
    console.error(
      `${expected - total} tests of ${suite} are gone. Where they moved, record it: npm run test:times -- --keep`,
    )
    return 1
  }
  if (isCi && counts.skipped > recorded.skipped) {
    console.error(
      `${counts.skipped - recorded.skipped} more tests of ${suite} are skipped than recorded, which CI does not allow`,
    )
    return 1
  }
  return 0
}
