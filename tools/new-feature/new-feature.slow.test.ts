import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CheckoutCopy, copyCheckout } from '../test/checkout-copy.ts'

vi.setConfig({ testTimeout: 600_000 })

let copy: CheckoutCopy
beforeAll(async () => {
  copy = await copyCheckout({ withBuild: true })
})
afterAll(() => copy.remove())

const bin = (name: string) => path.join('node_modules/.bin', name)

test('a new feature passes the gates and its own test as it comes', async () => {
  const { code, stdout } = await copy.newFeature('deal-notes', '--floor', 'members')
  expect(code).toBe(0)
  const written = [...stdout.matchAll(/^(?:new|changed) +(.+)$/gm)].map(([, file = '']) => file)

  const gates: readonly (readonly string[])[] = [
    [bin('tsc'), '-b'],
    [bin('biome'), 'check', '--error-on-warnings', ...written],
    [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'contract', 'server', 'web'],
    [bin('knip')],
    ['tools/laws/check-laws.mjs'],
    ['tools/docs-check.mjs'],
  ]
  for (const gate of gates) {
    const { code, stdout, stderr } = await copy.run(...gate)
    expect({ gate, code, said: code === 0 ? '' : stdout + stderr }).toEqual({
      gate,
      code: 0,
      said: '',
    })
  }

  const suites = [
    'server/features/deal-notes/',
    'server/test/matrix/authorization-matrix.test.ts',
    'contract/registry.test.ts',
  ]
  const tests = await copy.run(
    bin('vitest'),
    'run',
    '--reporter=json',
    '--outputFile.json=.build/vitest.json',
    ...suites,
    '-t',
    'the example|dealnotes',
  )
  expect(tests).toMatchObject({ code: 0 })
  const report = JSON.parse(
    await readFile(path.join(copy.folder, '.build/vitest.json'), 'utf8'),
  ) as { numPassedTests: number }
  expect(report.numPassedTests).toBe(5)
})
