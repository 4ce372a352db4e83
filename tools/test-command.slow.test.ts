import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { plantProject } from './test/plant-project.ts'
import { SLICES } from './testing/slices.mjs'

vi.setConfig({ testTimeout: 180_000 })

const checker = (name: string) =>
  `process.exitCode = process.env.FAILING.split(' ').includes('${name}') ? 1 : 0`

const runner = (name: string) => `
const { report, code } = JSON.parse(process.env.${name.toUpperCase()}_RUN)
const file = process.env.PLAYWRIGHT_REPORT ?? process.argv.find((word) => word.startsWith('--outputFile'))?.split('=')[1]
if (report) require('node:fs').writeFileSync(file, JSON.stringify(report))
console.log('${name} called with', process.argv.slice(2).filter((word) => !/report|outputFile|maxWorkers/.test(word)).join(' '), process.env.NODE_ENV)
process.exitCode = code`

let folder: string
let remove: () => Promise<void>

beforeAll(async () => {
  const checkers = Object.fromEntries(
    ['biome', 'depcruise', 'knip'].map((name) => [name, checker(name)]),
  )
  ;({ folder, remove } = await plantProject({
    ...checkers,
    vitest: runner('vitest'),
    playwright: runner('playwright'),
  }))
  await rm(path.join(folder, 'tools/testing/numbers.json'), { force: true })
})
afterAll(() => remove())

const GATES = [
  'install',
  'build',
  'format and lint',
  'types',
  'import law',
  'dead code',
  'laws',
  'docs',
]

const unitReport = (more: object = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...more,
})

interface Setup {
  readonly failing?: readonly string[]
  readonly vitest?: { report?: object; code: number }
  readonly args?: readonly string[]
  readonly command?: readonly [string, ...string[]]
  readonly more?: NodeJS.ProcessEnv
}

function run({
  failing = [],
  vitest = { report: unitReport(), code: 0 },
  args = [],
  command = [process.execPath, 'tools/test.mjs'],
  more = {},
}: Setup) {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    FAILING: failing.join(' '),
    VITEST_RUN: JSON.stringify(vitest),
    CI: 'true',
    ...more,
  }
  return new Promise<{ code: number; stdout: string; stderr: string; last: string | undefined }>(
    (resolve) => {
      const child = execFile(
        command[0],
        [...command.slice(1), ...args],
        { cwd: folder, env },
        (_, stdout, stderr) =>
          resolve({
            code: child.exitCode ?? 1,
            stdout,
            stderr,
            last: stdout.trimEnd().split('\n').at(-1),
          }),
      )
    },
  )
}

test('all gates and tests pass', async () => {
  const { code, last, stdout } = await run({})
  expect(stdout).not.toMatch(/--project components|playwright called/)
  expect(stdout).toContain('vitest called with run --project unit test\n')
  expect({ code, last }).toEqual({ code: 0, last: `Tests: ${GATES.length + 5} passed, 0 failed` })
})

test('a failure does not keep the rest from running, and all are counted', async () => {
  const { code, last, stdout } = await run({
    failing: ['biome', 'knip'],
    vitest: {
      report: unitReport({ numFailedTests: 2, numPendingTests: 3, numTodoTests: 1 }),
      code: 1,
    },
  })
  for (const gate of GATES) expect(stdout).toContain(`── ${gate}\n`)
  expect({ code, last }).toEqual({
    code: 1,
    last: `Tests: ${GATES.length - 2 + 5} passed, 4 failed, 4 skipped`,
  })
})

test('a test run counts as failed that leaves no report, dies after it, or has a file that does not load', async () => {
  const unloaded = { status: 'failed', assertionResults: [] }
  const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  const only = ['--only', 'unit']
  const tallies = [
    await run({ args: only, vitest: { code: 0 } }),
    await run({ args: only, vitest: { report: unitReport(), code: 1 } }),
    await run({
      args: only,
      vitest: {
        report: unitReport({ numFailedTests: 1, testResults: [unloaded, failed] }),
        code: 1,
      },
    }),
  ]
  expect(tallies.map(({ code, last }) => `${code} ${last}`)).toEqual([
    '1 Tests: 2 passed, 1 failed',
    '1 Tests: 7 passed, 1 failed',
    '1 Tests: 7 passed, 2 failed',
  ])
})

test('failed and retried tests are listed once more at the end with their first error', async () => {
  const colour = String.fromCharCode(27)
  const assertionResults = [
    { status: 'passed', fullName: 'rooms open', failureMessages: [] },
    {
      status: 'passed',
      fullName: 'rooms close',
      failureMessages: [`${colour}[31mNot yet${colour}[39m\nat close`],
    },
    { status: 'failed', fullName: 'rooms burn', failureMessages: ['Smoke', 'Fire'] },
  ]
  const testResults = [
    { name: path.join(folder, 'server/rooms.test.ts'), status: 'failed', assertionResults },
  ]
  const { stdout } = await run({
    args: ['--only', 'unit'],
    vitest: { report: unitReport({ numFailedTests: 1, testResults }), code: 1 },
  })
  const end = stdout.slice(stdout.lastIndexOf('vitest called'))
  expect(end).toContain(
    '⚠ second try: server/rooms.test.ts › rooms close\n    Not yet\n    at close\n',
  )
  expect(end).toContain('✗ failed: server/rooms.test.ts › rooms burn\n    Smoke\n')
  expect(end).not.toMatch(/rooms open|Fire/)
})

test('parts and paths choose the suites that run', async () => {
  const filtered = await run({ args: ['server/features/rooms'] })
  expect(filtered.stdout).toContain(
    'vitest called with run --project unit server/features/rooms test\n',
  )
  expect(filtered.last).toBe('Tests: 7 passed, 0 failed')
  expect((await run({ args: ['--only', 'gates'] })).last).toBe(
    `Tests: ${GATES.length} passed, 0 failed`,
  )
  expect((await run({ args: ['--only', 'everything'] })).code).toBe(2)
})

test('a gate that has passed is not run again on the same content, and is in CI', async () => {
  const gatesOf = (failing: readonly string[], CI = '') =>
    run({ args: ['--only', 'gates'], failing, more: { CI } })
  await gatesOf([])
  const again = await gatesOf(['biome'])
  expect(again.stdout).toContain('── format and lint\npassed before on the same content')
  expect(again.code).toBe(0)
  expect(await gatesOf(['biome'], 'true')).toMatchObject({ code: 1 })
  await writeFile(path.join(folder, 'web/new.ts'), 'export const added = 1\n')
  expect(await gatesOf(['biome'])).toMatchObject({ code: 1 })
  await rm(path.join(folder, 'web/new.ts'))
})

test('fewer tests than recorded fail, and more do not', async () => {
  const numbers = path.join(folder, 'tools/testing/numbers.json')
  const before = await readFile(numbers, 'utf8').catch(() => undefined)
  const record = (tests: number) =>
    writeFile(
      numbers,
      JSON.stringify({ tests: { unit: { run: tests, skipped: 0 } }, slowSeconds: {} }),
    )
  await record(6)
  const fewer = await run({})
  expect(fewer.code).toBe(1)
  expect(fewer.stderr).toContain('1 tests of unit are gone')
  await record(4)
  expect(await run({})).toMatchObject({
    code: 0,
    last: `Tests: ${GATES.length + 6} passed, 0 failed`,
  })
  if (before === undefined) await rm(numbers)
  else await writeFile(numbers, before)
})

test('.ci/run ends with the bare tally and the exit code, and runs no slow test behind a failure', async () => {
  const command = [path.join(folder, '.ci/run')] as const
  const failing = await run({
    command,
    failing: ['knip'],
    vitest: { report: unitReport({ numPendingTests: 1 }), code: 0 },
  })
  expect({ code: failing.code, last: failing.last }).toEqual({
    code: 1,
    last: `${GATES.length - 1 + 5} passed, 1 failed`,
  })
  expect(failing.stdout).toContain(`\nTests: ${GATES.length - 1 + 5} passed, 1 failed, 1 skipped\n`)
  expect(failing.stdout).not.toContain('Slow tests')
})

describe('slow tests', () => {
  const slices = Array.from({ length: SLICES }, (_, index) => String(index + 1))
  const files = [...slices, 'unmeasured'].map((name) => `server/${name}.slow.test.ts`)
  const numbers = () => path.join(folder, 'tools/testing/numbers.json')

  beforeAll(async () => {
    for (const file of files) await writeFile(path.join(folder, file), '')
    const slowSeconds = Object.fromEntries(files.slice(0, -1).map((file) => [file, 60]))
    await writeFile(numbers(), JSON.stringify({ tests: {}, slowSeconds }))
  })
  afterAll(() =>
    Promise.all(
      [...files.map((file) => path.join(folder, file)), numbers()].map((file) => rm(file)),
    ),
  )

  const listOf = (stdout: string) =>
    /^Slow tests, .*: \d+ files\n((?: {2}\S+\n)*)/m.exec(stdout)?.[1]?.trim().split(/\s+/) ?? []

  test('a slice says which it is, and runs its part of the measured files alone', async () => {
    const runs = await Promise.all(
      slices.map((slice) =>
        run({ command: [process.execPath, 'tools/test-slow.mjs', '--slice', slice] }),
      ),
    )
    for (const [index, { stdout }] of runs.entries()) {
      expect(stdout).toContain(`Slow tests, slice ${index + 1} of ${SLICES}: 1 files\n`)
      expect(stdout).toContain('vitest called with run --project slow server/')
      expect(stdout).toMatch(
        /^Never measured .*:\n(?: {2}\S+\n)*? {2}server\/unmeasured\.slow\.test\.ts$/m,
      )
    }
    expect(runs.flatMap(({ stdout }) => listOf(stdout)).sort()).toEqual(files.slice(0, -1))
  })

  test('.ci/run adds a slice to the tally, with what the change touches', async () => {
    const git = (...args: string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        cwd: folder,
      })
    await git('init', '--quiet', '--initial-branch=main')
    await git('commit', '--quiet', '--allow-empty', '--message', 'Begin')
    const { stdout, last } = await run({ command: [path.join(folder, '.ci/run')] })
    const drawn = new RegExp(
      `^Slow tests, slice [1-${SLICES}] of ${SLICES}, and (\\d+) files that the change touches: ${SLICES} files$`,
      'm',
    )
    expect(drawn.exec(stdout)?.[1]).toBe(String(SLICES - 1))
    expect(listOf(stdout).sort()).toEqual(files.slice(0, -1))
    expect(last).toBe(`${GATES.length + 6 + 2 + 5} passed, 0 failed`)
    await rm(path.join(folder, '.git'), { recursive: true })
  })
})

describe('browser tests', () => {
  const tests = (status: string, message: string) => [
    { status, results: [{ errors: [{ message }] }, { errors: [] }] },
  ]
  const specs = [
    {
      file: 'join.spec.ts',
      line: 3,
      title: 'a person joins',
      tests: tests('unexpected', 'no door'),
    },
    { file: 'join.spec.ts', line: 9, title: 'a person leaves', tests: tests('flaky', 'too slow') },
  ]
  const report = {
    stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 1 },
    errors: [{}],
    suites: [{ suites: [{ specs }] }],
  }
  const more = { PLAYWRIGHT_RUN: JSON.stringify({ report, code: 1 }) }
  let programs: string

  beforeAll(async () => {
    await mkdir(path.join(folder, 'e2e'))
    await writeFile(path.join(folder, 'e2e/join.spec.ts'), '')
    programs = await mkdtemp(path.join(folder, 'programs-'))
    await symlink(process.execPath, path.join(programs, 'node'))
  })
  afterAll(() => rm(path.join(folder, 'e2e'), { recursive: true }))

  test('failed and global errors count as failures, and what passed on a second try does not', async () => {
    const { last, stdout } = await run({
      args: ['--only', 'stories', 'join'],
      more: { ...more, CHROMIUM_PATH: process.execPath },
    })
    expect(stdout).toContain('playwright called with test join test\n')
    expect(stdout).toContain('✗ failed: e2e/join.spec.ts:3 › a person joins\n    no door\n')
    expect(stdout).toContain('⚠ second try: e2e/join.spec.ts:9 › a person leaves\n    too slow\n')
    expect(last).toBe('Tests: 5 passed, 2 failed, 1 skipped')
  })

  test('without Chromium they are skipped with the command that installs it, and fail in CI', async () => {
    const without = { ...more, PATH: programs, CHROMIUM_PATH: '', CI: '' }
    const { code, last, stderr } = await run({ args: ['--only', 'stories'], more: without })
    expect({ code, last }).toEqual({ code: 0, last: 'Tests: 2 passed, 0 failed' })
    expect(stderr).toContain(
      'apt-get install --no-install-recommends chromium fonts-noto-cjk chromium-headless-shell',
    )
    expect(
      (await run({ args: ['--only', 'stories'], more: { ...without, CI: 'true' } })).last,
    ).toBe('Tests: 2 passed, 1 failed')
  })

  test.skipIf(process.getuid?.() !== 0)(
    'as root Chromium is installed where it is absent',
    async () => {
      const chromium = path.join(programs, 'chromium')
      const apt = `#!/bin/sh
echo "$@" >> "$0.calls"
case "$*" in *' chromium '*) : > '${chromium}'; /bin/chmod +x '${chromium}';; *headless*) exit 100;; esac
`
      await writeFile(path.join(programs, 'apt-get'), apt, { mode: 0o755 })
      const { last } = await run({
        args: ['--only', 'stories'],
        more: { ...more, PATH: programs, CHROMIUM_PATH: '' },
      })
      expect(last).toBe('Tests: 5 passed, 2 failed, 1 skipped')
      expect(await readFile(path.join(programs, 'apt-get.calls'), 'utf8')).toBe(
        'update\ninstall -y --no-install-recommends chromium fonts-noto-cjk\ninstall -y --no-install-recommends chromium-headless-shell\n',
      )
    },
  )
})
