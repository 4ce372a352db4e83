import path from 'node:path'
import { expect, test } from 'vitest'
import { plant, runNode } from '../test/plant.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

interface Module {
  readonly path: string
  readonly imports?: readonly string[]
}

const textOf = ({ path: from, imports = [] }: Module) =>
  [
    ...imports.map((to) => {
      const inside = to.includes('/') && !to.includes(':')
      const relative = path.relative(path.dirname(from), to)
      return `import '${!inside ? to : relative.startsWith('.') ? relative : `./${relative}`}'`
    }),
    'export const x = 1',
  ].join('\n')

const packageOf = (name: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({
    name,
    version: '1.0.0',
    main: 'index.js',
  }),
  [`node_modules/${name}/index.js`]: 'module.exports = {}',
})

async function breaches(modules: readonly Module[]): Promise<string[]> {
  const { folder, remove } = await plant({
    'package.json': JSON.stringify({
      type: 'module',
      dependencies: { zod: '1', kysely: '1' },
      devDependencies: { vitest: '1' },
    }),
    ...packageOf('zod'),
    ...packageOf('kysely'),
    ...packageOf('vitest'),
    ...Object.fromEntries(modules.map((module) => [module.path, textOf(module)])),
  })
  try {
    const folders = [...new Set(modules.map((module) => module.path.split('/')[0] ?? ''))]
    const config = path.join(ROOT, '.dependency-cruiser.cjs')
    const { stdout } = await runNode(
      [
        path.join(ROOT, 'node_modules/.bin/depcruise'),
        '--config',
        config,
        '--output-type',
        'json',
        ...folders,
      ],
      { cwd: folder },
    )
    const report = JSON.parse(stdout) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[] }
    }
    return report.summary.violations
      .map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)
      .sort()
  } finally {
    await remove()
  }
}

const FEATURES = [
  'audit',
  'rooms',
  'members',
  'session',
  'documents',
  'delivery',
  'messages',
  'dashboard',
  'esign',
]
const door = (feature: string) => `server/features/${feature}/index.ts`

test('an app built to the plan has no breach', async () => {
  expect(
    await breaches([
      { path: 'contract/registry.ts', imports: ['zod'] },
      { path: 'contract/registry.test.ts', imports: ['contract/registry.ts', 'vitest', 'node:fs'] },
      { path: 'paper/space.ts' },
      { path: 'server/platform/db.ts', imports: ['kysely', 'node:fs', 'contract/registry.ts'] },
      { path: 'server/platform/db.test.ts', imports: ['server/test/harness/app.ts', 'vitest'] },
      { path: 'server/workers/render.ts', imports: ['paper/space.ts', 'server/platform/db.ts'] },
      { path: 'server/access/allowed.ts', imports: ['server/platform/db.ts'] },
      ...FEATURES.map((feature, index) => ({
        path: door(feature),
        imports: ['server/access/allowed.ts', ...(index > 1 ? ['audit', 'rooms'].map(door) : [])],
      })),
      { path: 'server/features/documents/list.ts', imports: [door('members')] },
      { path: 'server/assemble.ts', imports: [...FEATURES.map(door), 'server/platform/db.ts'] },
      { path: 'server/main.ts', imports: ['server/assemble.ts'] },
      { path: 'server/cli/room.ts', imports: ['server/assemble.ts'] },
      { path: 'server/test/harness/app.ts', imports: ['server/assemble.ts', 'vitest'] },
      { path: 'web/lib/api/api.ts', imports: ['contract/registry.ts'] },
      { path: 'web/ui/button.tsx', imports: ['web/lib/api/api.ts'] },
      { path: 'web/features/viewer/page.tsx', imports: ['web/ui/button.tsx', 'paper/space.ts'] },
      { path: 'web/app/router.tsx', imports: ['web/features/viewer/page.tsx'] },
      { path: 'web/main.tsx', imports: ['web/app/router.tsx'] },
    ]),
  ).toEqual([])
})

test('each breach is reported under its rule', async () => {
  const reported = await breaches([
    { path: 'contract/core.ts', imports: ['kysely', 'paper/space.ts'] },
    { path: 'paper/space.ts', imports: ['zod'] },
    { path: 'paper/draw.ts', imports: ['contract/core.ts'] },
    { path: 'server/platform/db.ts', imports: ['server/access/allowed.ts', 'vitest'] },
    { path: 'server/workers/render.ts', imports: [door('delivery'), 'missing'] },
    { path: 'server/access/allowed.ts', imports: [door('rooms')] },
    { path: 'server/platform/alone.ts' },
    { path: 'server/platform/a.ts', imports: ['server/platform/b.ts'] },
    { path: 'server/platform/b.ts', imports: ['server/platform/a.ts'] },
    ...FEATURES.map((feature) => ({ path: door(feature), imports: ['zod'] })),
    {
      path: 'server/features/documents/list.ts',
      imports: ['server/features/rooms/rooms.store.ts', 'server/assemble.ts'],
    },
    { path: 'server/features/rooms/rooms.store.ts', imports: ['zod', 'server/main.ts'] },
    { path: 'server/features/gossip/index.ts', imports: ['zod'] },
    {
      path: 'server/assemble.ts',
      imports: ['server/features/rooms/rooms.store.ts', 'server/test/harness/app.ts'],
    },
    { path: 'server/main.ts', imports: ['web/main.tsx', 'server/cli/room.ts'] },
    { path: 'server/cli/room.ts', imports: ['zod'] },
    { path: 'server/test/harness/app.ts', imports: ['zod'] },
    { path: 'web/ui/button.tsx', imports: ['web/features/viewer/page.tsx'] },
    {
      path: 'web/features/viewer/page.tsx',
      imports: ['server/platform/db.ts', 'web/features/guide/guide.tsx'],
    },
    { path: 'web/features/guide/guide.tsx', imports: ['web/app/router.tsx'] },
    { path: 'web/app/router.tsx', imports: ['zod'] },
    { path: 'web/main.tsx', imports: ['web/app/router.tsx'] },
  ])
  expect(reported).toEqual(
    [
      'access-knows-no-feature: server/access/allowed.ts -> server/features/rooms/index.ts',
      'commands-are-not-imported: server/main.ts -> server/cli/room.ts',
      'contract-imports-nothing-of-ours: contract/core.ts -> paper/space.ts',
      'contract-needs-only-zod: contract/core.ts -> node_modules/kysely/index.js',
      'every-feature-has-a-floor: server/features/gossip/index.ts -> node_modules/zod/index.js',
      'every-import-resolves: server/workers/render.ts -> missing',
      'feature-by-its-door: server/features/documents/list.ts -> server/features/rooms/rooms.store.ts',
      'house-enters-features-by-the-door: server/assemble.ts -> server/features/rooms/rooms.store.ts',
      'no-cycles: server/platform/a.ts -> server/platform/b.ts',
      'no-orphans: server/platform/alone.ts -> server/platform/alone.ts',
      'nobody-imports-main: server/features/rooms/rooms.store.ts -> server/main.ts',
      'only-main-cli-and-tests-assemble: server/features/documents/list.ts -> server/assemble.ts',
      'only-main-opens-the-app: web/features/guide/guide.tsx -> web/app/router.tsx',
      'paper-imports-nothing-of-ours: paper/draw.ts -> contract/core.ts',
      'paper-is-pure: paper/space.ts -> node_modules/zod/index.js',
      'platform-and-workers-are-the-ground: server/platform/db.ts -> server/access/allowed.ts',
      'platform-and-workers-are-the-ground: server/workers/render.ts -> server/features/delivery/index.ts',
      'server-knows-no-web: server/main.ts -> web/main.tsx',
      'shipped-code-needs-shipped-packages: server/platform/db.ts -> node_modules/vitest/index.js',
      'test-harness-is-for-tests: server/assemble.ts -> server/test/harness/app.ts',
      'web-features-are-islands: web/features/viewer/page.tsx -> web/features/guide/guide.tsx',
      'web-ground-knows-no-product: web/ui/button.tsx -> web/features/viewer/page.tsx',
      'web-knows-no-server: web/features/viewer/page.tsx -> server/platform/db.ts',
    ].sort(),
  )
})

test('no feature looks up: each arrow to a higher floor is reported, none to a lower one', async () => {
  const floors = [
    ['audit', 'rooms'],
    ['members'],
    ['session', 'documents'],
    ['delivery'],
    ['messages', 'dashboard', 'esign'],
  ]
  const floorOf = (feature: string) => floors.findIndex((floor) => floor.includes(feature))
  // Separate files avoid cycles.
  const arrows = FEATURES.flatMap((from) =>
    FEATURES.filter((to) => floorOf(to) !== floorOf(from)).map((to) => ({ from, to })),
  )
  const file = ({ from, to }: { from: string; to: string }) => `server/features/${from}/to-${to}.ts`
  const reported = await breaches([
    ...FEATURES.map((feature) => ({ path: door(feature), imports: ['zod'] })),
    ...arrows.map((arrow) => ({ path: file(arrow), imports: [door(arrow.to)] })),
  ])
  const upward = arrows.filter(({ from, to }) => floorOf(to) > floorOf(from))
  expect(reported.map((line) => line.replace(/^floor-[\w-]+: /, ''))).toEqual(
    expect.arrayContaining(upward.map((arrow) => `${file(arrow)} -> ${door(arrow.to)}`)),
  )
  expect(reported).toHaveLength(upward.length)
})
