import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plant, runNode } from './test/plant.ts'

const COMMAND = path.resolve(import.meta.dirname, 'bundle-budget.mjs')

/** Hexadecimal noise halves in gzip. */
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex')
const gzipped = (...texts: readonly string[]): string =>
  `${(texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1_000).toFixed(1)} kB`

const TEXTS = {
  entry: noise(20_000),
  shared: noise(30_000),
  inside: noise(40_000),
  user: noise(50_000),
  viewer: noise(60_000),
  join: noise(10_000),
  words: noise(8_000),
  ahead: noise(6_000),
  console: noise(7_000),
  style: noise(2_000),
}

const MANIFEST = {
  'index.html': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['assets/style.css'],
    dynamicImports: ['app/inside.tsx'],
  },
  '_shared.js': { file: 'assets/shared.js', imports: ['_shared.js'] },
  'app/inside.tsx': { file: 'assets/inside.js', imports: ['_shared.js', 'index.html'] },
  'app/screens/user-screen.tsx': {
    file: 'assets/user.js',
    imports: ['_shared.js'],
    dynamicImports: ['features/viewer/index.ts'],
  },
  'features/viewer/index.ts': { file: 'assets/viewer.js', imports: ['_shared.js'] },
  'features/session/join-room.ts': { file: 'assets/join.js' },
  'locales/room.ko.ts': { file: 'assets/words.js' },
  '../node_modules/font.woff2': { file: 'assets/font.woff2' },
}

const OF_CONSOLE = { 'console.html': { file: 'assets/console.js', isEntry: true } }

interface Planted {
  readonly manifest?: Readonly<Record<string, unknown>>
  readonly texts?: Partial<typeof TEXTS>
  readonly html?: string
}

async function measure({
  manifest = MANIFEST,
  texts = {},
  html = '<!doctype html>',
}: Planted = {}) {
  const { entry, shared, inside, user, viewer, join, words, ahead, console, style } = {
    ...TEXTS,
    ...texts,
  }
  const scripts = { entry, shared, inside, user, viewer, join, words, ahead, console }
  const { folder, remove } = await plant({
    '.vite/manifest.json': JSON.stringify(manifest),
    '.vite/manifest-of-console.json': JSON.stringify(OF_CONSOLE),
    'index.html': html,
    'assets/style.css': style,
    'assets/font.woff2': 'x'.repeat(12_345),
    ...Object.fromEntries(
      Object.entries(scripts).map(([name, text]) => [`assets/${name}.js`, text]),
    ),
  })
  try {
    const { code, stdout, stderr } = await runNode([COMMAND, folder])
    const rowOf = (name: string) => stdout.split('\n').find((line) => line.startsWith(name)) ?? ''
    return { code, stderr, rowOf }
  } finally {
    await remove()
  }
}

test('each screen counts what it loads first, once, and nothing that comes later', async () => {
  const { code, stderr, rowOf } = await measure()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(rowOf('login')).toContain(gzipped(TEXTS.entry, TEXTS.shared))
  expect(rowOf('login')).toContain(gzipped(TEXTS.style))
  expect(rowOf('room')).toContain(
    gzipped(TEXTS.entry, TEXTS.shared, TEXTS.inside, TEXTS.user, TEXTS.words),
  )
  expect(rowOf('console')).toContain(gzipped(TEXTS.console))
  expect(rowOf('viewer')).toContain(` ${gzipped(TEXTS.viewer)}`)
  expect(rowOf('entering')).toContain(` ${gzipped(TEXTS.join)}`)
  expect(rowOf('fonts')).toContain('12.3 kB')
})

test('what the page asks for ahead counts, too', async () => {
  const html =
    '<link rel="modulepreload" crossorigin href="/assets/ahead.js"><link rel="modulepreload" href="/assets/shared.js">'
  expect((await measure({ html })).rowOf('login')).toContain(
    gzipped(TEXTS.entry, TEXTS.shared, TEXTS.ahead),
  )
})

test('a screen over its budget fails and is named; the other one is not', async () => {
  const room = await measure({ texts: { user: noise(400_000) } })
  expect(room.code).toBe(1)
  expect(room.stderr).toMatch(/^room: .* over its budget$/m)
  expect(room.stderr).not.toMatch(/^login/m)

  const both = await measure({ texts: { shared: noise(500_000) } })
  expect(both.code).toBe(1)
  expect(both.stderr).toMatch(/^login: [\d.]+ kB of JavaScript, [\d.]+ kB over its budget\nroom: /)
})

test('the console has a budget of its own', async () => {
  const { code, stderr } = await measure({ texts: { console: noise(400_000) } })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^console: [\d.]+ kB of JavaScript, [\d.]+ kB over its budget$/m)
})

test('a chunk that the build no longer knows fails, instead of counting nothing', async () => {
  const { 'app/screens/user-screen.tsx': _, ...manifest } = MANIFEST
  const { code, stderr } = await measure({ manifest })
  expect(code).toBe(1)
  expect(stderr).toContain('no chunk app/screens/user-screen.tsx')
})

test('without a build it says what to do', async () => {
  const { folder, remove } = await plant({ 'index.html': '' })
  try {
    const { code, stderr } = await runNode([COMMAND, folder])
    expect(code).toBe(1)
    expect(stderr).toMatch(/manifest\.json is missing: run "npm run build" first/)
  } finally {
    await remove()
  }
})
