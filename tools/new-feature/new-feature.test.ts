import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CheckoutCopy, copyCheckout } from '../test/checkout-copy.ts'

vi.setConfig({ testTimeout: 120_000 })

let copy: CheckoutCopy
beforeAll(async () => {
  copy = await copyCheckout({ withBuild: false })
})
afterAll(() => copy.remove())

test('a dry run lists what would be made and makes nothing', async () => {
  const before = await copy.sources()
  const { code, stdout } = await copy.newFeature('deal-notes', '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain('new      server/features/deal-notes/read-example.ts\n')
  expect(stdout).toContain('changed  contract/registry.ts\n')
  expect(await copy.sources()).toEqual(before)
})

test('a new feature is written where it says, wired up and formatted, and is not made twice', async () => {
  const before = await copy.sources()
  const { code, stdout } = await copy.newFeature('deal-notes', '--floor', 'members')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('npm run openapi') })
  const reported = (what: string) =>
    [...stdout.matchAll(new RegExp(`^${what} +(.+)$`, 'gm'))].map(([, file = '']) => file).sort()
  const after = await copy.sources()
  expect(reported('new')).toEqual([...after.keys()].filter((name) => !before.has(name)).sort())
  expect(reported('new')).toContain('server/features/deal-notes/read-example.ts')
  expect(reported('changed')).toEqual(
    [...before.keys()].filter((name) => after.get(name) !== before.get(name)).sort(),
  )
  expect(after.get('.dependency-cruiser.cjs')).toContain("['session', 'documents', 'deal-notes']")
  const left = reported('new').filter((name) => /feature-?name/i.test(`${name}${after.get(name)}`))
  expect(left).toEqual([])
  for (const name of [
    'contract/registry.ts',
    'server/mount-features.ts',
    'server/test/matrix/authorization-rows.ts',
  ])
    expect(after.get(name)).toMatch(/deal-notes|dealNotes|dealnotes/)
  const biome = path.join('node_modules/.bin', 'biome')
  expect(
    await copy.run(
      biome,
      'check',
      '--error-on-warnings',
      ...reported('new'),
      ...reported('changed'),
    ),
  ).toMatchObject({ code: 0 })

  await copy.expectRefusals([
    [['deal-notes'], /^there is a contract\/features\/deal-notes\.ts already$/m],
  ])
})

test('a name that cannot be, or that something else has, is refused and nothing is changed', async () => {
  const noNames = ['Offers', 'offers_2', '-offers', 'offers-', '../offers', '']
  await copy.expectRefusals([
    [[], /npm run new-feature -- NAME/],
    [['one', 'two'], /npm run new-feature -- NAME/],
    [['offers', '--flor', 'members'], /--flor/],
    ...noNames.map((name) => [['--', name], /is not kebab-case/] as const),
    [['import'], /is a word of JavaScript/],
    [['session'], /there is a contract\/features\/session\.ts already/],
    [['common'], /there is a web\/locales\/en\/common\.json already/],
    [['document'], /the name is taken: server\/mount-features\.ts has documentOperations/],
    [['offers', '--floor', 'nowhere'], /no floor has a feature called nowhere/],
    [['offers', '--floor', 'console'], /nothing is above it/],
  ])
})

test('where one of the files has no place for it, none is changed', async () => {
  const assembly = path.join(copy.folder, 'server/mount-features.ts')
  const text = await readFile(assembly, 'utf8')
  await writeFile(assembly, text.replaceAll('mountAll(app, ', 'mountAll(server, '))
  await copy.expectRefusals([
    [
      ['offers'],
      /^server\/mount-features\.ts: no single place for "mountAll\(app, offersOperations/m,
    ],
  ])
})
