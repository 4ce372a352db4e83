import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runNode } from '../test/plant.ts'

// Here the whole checkout is compiled, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 })

const ROOT = path.resolve(import.meta.dirname, '../..')

const COMPILED = /^(contract|paper|server)$|\.tsbuildinfo$/

let folder: string

/** The sources as they are now, committed or not; what is installed is only pointed to. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sealroom feature '))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { stdout } = await promisify(execFile)('git', list, { cwd: ROOT, maxBuffer: 1 << 24 })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await cp(path.join(ROOT, file), path.join(folder, file)).catch(unlessDeleted)
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  // What is compiled already comes along: the compiler goes by content, and looks at the rest anew.
  for (const made of (await readdir(path.join(ROOT, '.build')).catch(() => [])).filter((name) => COMPILED.test(name))) {
    await cp(path.join(ROOT, '.build', made), path.join(folder, '.build', made), { recursive: true, preserveTimestamps: true })
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function unlessDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** The surrounding test run is not that of the copy. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))

const inFolder = (...args: string[]) => runNode(args, { cwd: folder, env })

const bin = (name: string) => path.join('node_modules/.bin', name)

const newFeature = (...args: string[]) => inFolder('tools/new-feature.mjs', ...args)

/** Everything that the command could write to, as one text for each file. */
async function sources(): Promise<Map<string, string>> {
  const names = ['.dependency-cruiser.cjs']
  for (const top of ['contract', 'server', 'web', 'docs']) {
    const entries = await readdir(path.join(folder, top), { recursive: true, withFileTypes: true })
    names.push(...entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))))
  }
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'latin1')] as const)))
}

async function expectRefusals(refusals: readonly (readonly [args: readonly string[], reason: RegExp])[]): Promise<void> {
  const before = await sources()
  for (const [args, reason] of refusals) {
    const { code, stdout, stderr } = await newFeature(...args)
    expect({ args, code, stdout, stderr }).toEqual({ args, code: 2, stdout: '', stderr: expect.stringMatching(reason) })
  }
  expect(await sources()).toEqual(before)
}

test('a dry run tells what would be made and makes nothing', async () => {
  const before = await sources()
  const { code, stdout } = await newFeature('deal-notes', '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain('new      server/features/deal-notes/read-example.ts\n')
  expect(stdout).toContain('changed  contract/registry.ts\n')
  expect(await sources()).toEqual(before)
})

// A second try would find the feature of the first.
test('a new feature passes the gates and its own test as it comes, and is not made twice', { retry: 0 }, async () => {
  const { code, stdout } = await newFeature('deal-notes', '--floor', 'members')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('npm run openapi') })
  const written = [...stdout.matchAll(/^(?:new|changed) +(.+)$/gm)].map(([, file = '']) => file)
  expect(written).toContain('server/features/deal-notes/read-example.ts')
  const law = await readFile(path.join(folder, '.dependency-cruiser.cjs'), 'utf8')
  expect(law).toContain("['session', 'documents', 'deal-notes']")

  const gates: readonly (readonly string[])[] = [
    [bin('tsc'), '-b'],
    [bin('biome'), 'check', '--error-on-warnings', ...written],
    [bin('depcruise'), '--config', '.dependency-cruiser.cjs', 'contract', 'server', 'web'],
    [bin('knip')],
    ['tools/laws/check-laws.mjs'],
    ['tools/docs-check.mjs'],
  ]
  for (const gate of gates) {
    const { code, stdout, stderr } = await inFolder(...gate)
    expect({ gate, code, said: code === 0 ? '' : stdout + stderr }).toEqual({ gate, code: 0, said: '' })
  }

  const suites = ['server/features/deal-notes/', 'server/test/authorization-matrix.test.ts', 'contract/registry.test.ts']
  const tests = await inFolder(bin('vitest'), 'run', ...suites, '-t', 'the example|dealnotes')
  expect(tests).toMatchObject({ code: 0 })
  const report = JSON.parse(await readFile(path.join(folder, '.build/vitest.json'), 'utf8')) as { numPassedTests: number }
  expect(report.numPassedTests).toBe(5)

  await expectRefusals([[['deal-notes'], /^there is a contract\/features\/deal-notes\.ts already$/m]])
})

test('a name that cannot be, or that something else has, is refused and nothing is changed', async () => {
  const noNames = ['Offers', 'offers_2', '-offers', 'offers-', '../offers', '']
  await expectRefusals([
    [[], /npm run new-feature -- NAME/],
    [['one', 'two'], /npm run new-feature -- NAME/],
    [['offers', '--flor', 'members'], /--flor/],
    ...noNames.map((name) => [['--', name], /is not kebab-case/] as const),
    [['import'], /is a word of JavaScript/],
    [['session'], /there is a contract\/features\/session\.ts already/],
    [['common'], /there is a web\/locales\/en\/common\.json already/],
    [['document'], /the name is taken: server\/assemble\.ts has documentOperations/],
    [['offers', '--floor', 'nowhere'], /no floor has a feature called nowhere/],
    [['offers', '--floor', 'ending'], /nothing is above it/],
  ])
})

test('where one of the files has no place for it, none is changed', async () => {
  const assembly = path.join(folder, 'server/assemble.ts')
  const text = await readFile(assembly, 'utf8')
  await writeFile(assembly, text.replaceAll('mountAll(app, ', 'mountAll(server, '))
  await expectRefusals([[['offers'], /^server\/assemble\.ts: no single place for "mountAll\(app, offersOperations/m]])
})
