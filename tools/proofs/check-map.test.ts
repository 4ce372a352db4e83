import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plant } from '../test/plant.ts'
import { checkMap } from './check-map.mjs'

const HEAD =
  '| No | Requirement | Operation | Screen | Asserted | Proof |\n| - | - | - | - | - | - |\n'
const GREETING = '| S1.1 | It greets | `rooms.info` | / | `안녕하세요` `30` | [greets-all] |'
const DECIDED =
  '## Decided otherwise\n\n| S1.2 | It waves | It bows: nobody sees hands | `bows` | [bows-low] |'
const OPEN = '## Not yet proven\n\n| S1.3 | It sings | the voice is being made | [sings-loud] |'

const UNIT = `const deep = 'bows'
test('greets [greets-all]', () => expect(greeting(30_0 / 10, 30)).toBe('안녕하세요, 이참여 님')) // '목소리'
describe('bodies', () => {
  test.each([1, 2])('bow %d times [bows-low]', (times) => expect(bow(times)).toBe(deep))
})
document.querySelector('ul [not-a-test]')
`
const STORY = `story('a person leaves', async () => undefined)\n`

const unit = (title: string, status = 'passed') => ({ title, status })
const reports = (...tests: readonly object[]) => ({
  '.build/vitest.json': JSON.stringify({
    testResults: [{ name: '/house/web/a.test.ts', assertionResults: tests }],
  }),
  '.build/components.json': JSON.stringify({ testResults: [] }),
  '.build/playwright.json': JSON.stringify({
    suites: [
      { file: 'b.spec.ts', specs: [{ title: 'a person leaves', tests: [{ status: 'expected' }] }] },
    ],
  }),
})
const RAN = [
  unit('greets [greets-all]'),
  unit('bow 1 times [bows-low]'),
  unit('bow 2 times [bows-low]'),
]

let removals: (() => Promise<void>)[]
beforeAll(() => {
  removals = []
})
afterAll(() => Promise.all(removals.map((remove) => remove())))

interface MapChanges {
  readonly map?: string
  readonly tests?: string
  readonly ran?: Readonly<Record<string, string>>
}

async function check({
  map = `${HEAD}${GREETING}\n\n${DECIDED}\n\n${OPEN}\n`,
  tests = UNIT,
  ran,
}: MapChanges = {}) {
  const { folder, remove } = await plant({
    'contract/openapi.json': JSON.stringify({
      paths: { '/info': { get: { operationId: 'rooms.info' } } },
    }),
    'docs/specification-map.md': map,
    'web/a.test.ts': tests,
    'e2e/b.spec.ts': STORY,
    ...ran,
  })
  removals.push(remove)
  return checkMap(folder, { ran: ran !== undefined })
}

const COUNTS = '3 requirements: 1 with proofs, 1 decided otherwise, 1 not yet proven; 2 tests'

describe('the map of the specification', () => {
  test('fits its tests, and says what is not proven yet', async () => {
    expect(await check()).toEqual({ counts: COUNTS, faults: [] })
    expect(await check({ ran: reports(...RAN) })).toEqual({ counts: COUNTS, faults: [] })
  })

  test.each([
    [
      'another text',
      GREETING.replace('안녕하세요', '목소리'),
      'S1.1 (line 3): no proof of it asserts "목소리"',
    ],
    [
      'another number',
      GREETING.replace('`30`', '`31`'),
      'S1.1 (line 3): no proof of it asserts "31"',
    ],
    [
      'nothing that is asserted',
      GREETING.replace('`안녕하세요` `30`', ''),
      'S1.1 (line 3): says nothing that its proof asserts',
    ],
    [
      'another call',
      GREETING.replace('rooms.info', 'rooms.open'),
      'S1.1 (line 3): the contract has no operation rooms.open',
    ],
    [
      'a test that is not there',
      GREETING.replace('greets-all', 'greets-some'),
      'S1.1 (line 3): there is no test [greets-some]',
    ],
    ['no test', GREETING.replace('[greets-all]', ''), 'S1.1 (line 3): names no proof'],
    ['a number twice', `${GREETING}\n${GREETING}`, 'S1.1 is there twice'],
    [
      'a test that asserts nothing of it',
      GREETING.replace('[greets-all]', '[greets-all] [bows-low]'),
      'S1.1 (line 3): [bows-low] asserts nothing of it',
    ],
    [
      'a gap that is closed',
      OPEN.replace('sings-loud', 'greets-all'),
      'S1.3 (line 5): [greets-all] is there: the row belongs into its section',
    ],
    [
      'a gap without a reason',
      OPEN.replace('the voice is being made', ''),
      'S1.3 (line 5): says neither why it is not proven nor which test will prove it',
    ],
    [
      'a decision without a reason',
      DECIDED.replace('It bows: nobody sees hands', ''),
      'S1.2 (line 5): gives no reason',
    ],
  ])('does not pass with %s', async (_, row, fault) => {
    const { faults } = await check({ map: `${HEAD}${row}\n` })
    expect(faults).toContain(fault)
  })

  test('does not pass with an id that no row names or that two tests bear', async () => {
    const tests = `${UNIT}test('greets again [greets-all]', () => expect(1).toBe(30))\ntest('is stale [nobody-asks]', () => undefined)\n`
    expect((await check({ tests })).faults).toEqual([
      '[greets-all] stands at two tests',
      'web/a.test.ts:8 bears [nobody-asks], which no row names',
    ])
  })

  test('is compared with what ran: each proof was there and passed, each of several', async () => {
    const faultsOf = async (...tests: readonly object[]) =>
      (await check({ ran: reports(...tests) })).faults
    expect(await faultsOf(...RAN.slice(1))).toEqual([
      'S1.1 (line 3): its proof [greets-all] did not run',
    ])
    expect(
      await faultsOf(RAN[0] ?? {}, unit('bow 1 times [bows-low]', 'failed'), RAN[2] ?? {}),
    ).toEqual(['S1.2 (line 7): its proof [bows-low] failed'])
    expect(await faultsOf(...RAN.slice(1), unit('greets [greets-all]', 'skipped'))).toEqual([
      'S1.1 (line 3): its proof [greets-all] failed',
    ])
  })

  test('is compared with whole runs alone', async () => {
    const whole = reports(...RAN)
    const part = await check({
      ran: { ...whole, '.build/playwright.json': JSON.stringify({ suites: [] }) },
    })
    expect(part.faults).toEqual([
      'the last run left out 1 files, e2e/b.spec.ts among them: this compares a whole npm test',
    ])
    const none = await check({ ran: { '.build/vitest.json': whole['.build/vitest.json'] } })
    expect(none.faults).toEqual(['a report of the run is missing: this compares a whole npm test'])
  })

  test('counts a proof among the component tests, and one of the slow tier, which this run need not have taken', async () => {
    const greeting = UNIT.split('\n').find((line) => line.startsWith('test(')) ?? ''
    const without = UNIT.replace(greeting, '')
    const component = { 'web/c.test.tsx': `const text = <b>30</b>\n${greeting}\n` }
    const ran = { ...reports(...RAN.slice(1)), ...component }
    const components = {
      testResults: [{ name: '/house/web/c.test.tsx', assertionResults: [RAN[0]] }],
    }
    expect(
      (
        await check({
          tests: without,
          ran: { ...ran, '.build/components.json': JSON.stringify(components) },
        })
      ).faults,
    ).toEqual([])
    const slow = { ...reports(...RAN.slice(1)), 'web/c.slow.test.ts': greeting }
    expect((await check({ tests: without, ran: slow })).faults).toEqual([])
    const wrong = { ...slow, 'web/c.slow.test.ts': greeting.replace('안녕하세요', '목소리') }
    expect((await check({ tests: without, ran: wrong })).faults).toContain(
      'S1.1 (line 3): no proof of it asserts "안녕하세요"',
    )
  })
})
