import path from 'node:path'
import { expect, test } from 'vitest'
import { plant, runNode } from '../test/plant.ts'

const CHECK = path.resolve(import.meta.dirname, 'check-laws.mjs')

async function breaches(files: Readonly<Record<string, string>>): Promise<{ code: number; lines: string[] }> {
  const { folder, remove } = await plant(files)
  try {
    const { code, stdout } = await runNode([CHECK, folder])
    return { code, lines: stdout.split('\n').filter(Boolean).sort() }
  } finally {
    await remove()
  }
}

/** The words of a breach stand apart here, since this file is checked too. */
const word = (...parts: string[]) => parts.join('')

const CLOCK = 'time comes from platform/clock'
const SQL = 'SQL stands in *.store.ts, *.read.ts, platform/db and platform/jobs'
const ENVIRONMENT = 'the environment is read in platform/config'
const SUPPRESSION = 'no suppressions: fix what the tool says or change the rule with a reason'
const LATER = 'no notes for later: finish it or open an issue'
const EVERY_TEST = 'every test runs (what is missing: skipIf, or skip(condition, reason))'
const FOREIGN = 'nothing is loaded from a foreign host'

test('each breach is reported with its file and line, and the check fails', async () => {
  const { code, lines } = await breaches({
    'server/features/rooms/close.ts': 'const x = 1\nconst a = Date.now()\nconst b = new Date()\nconst c = [0].map(Date.now, new Date)\n',
    'web/features/viewer/timer.ts': 'export const at = () => new Date( )\n',
    'server/features/rooms/rename.ts': "import { type Kysely, sql } from 'kysely'\nimport * as k from 'kysely'\n",
    'server/main.ts': "process.env.PORT\nprocess['env']\nimport { env } from 'node:process'\n",
    'paper/space/a.ts': [word('// biome', '-ignore lint: because'), word('// @ts', '-expect-error'), word('/* @ts', '-nocheck */')].join(
      '\n',
    ),
    'contract/core/b.ts': word('// TO', 'DO later\n// FIX', 'ME'),
    'e2e/join.spec.ts': `test${word('.on', 'ly')}('x')\ntest.describe${word('.sk', 'ip')}.each('x')\nit${word('.sk', 'ip')}('x', () => {})\ncontext${word('.sk', 'ip')}()\n`,
    'web/ui/text.tsx': `<p ${word('dangerously', 'SetInnerHTML')}={x} />`,
    'web/index.html': '<script src="https://cdn.jsdelivr.net/npm/x"></script>\n<link href="//fonts.googleapis.com/css">',
    'server/workers/render/fonts.ts': "const url = 'https://unpkg.com/pdfium.wasm'",
    'vitest.config.ts': word('// @ts', '-ignore'),
  })
  expect(code).toBe(1)
  expect(lines).toEqual(
    [
      `server/features/rooms/close.ts:2  ${CLOCK}`,
      `server/features/rooms/close.ts:3  ${CLOCK}`,
      `server/features/rooms/close.ts:4  ${CLOCK}`,
      `server/features/rooms/close.ts:4  ${CLOCK}`,
      `web/features/viewer/timer.ts:1  ${CLOCK}`,
      `server/features/rooms/rename.ts:1  ${SQL}`,
      `server/features/rooms/rename.ts:2  ${SQL}`,
      `server/main.ts:1  ${ENVIRONMENT}`,
      `server/main.ts:2  ${ENVIRONMENT}`,
      `server/main.ts:3  ${ENVIRONMENT}`,
      `paper/space/a.ts:1  ${SUPPRESSION}`,
      `paper/space/a.ts:2  ${SUPPRESSION}`,
      `paper/space/a.ts:3  ${SUPPRESSION}`,
      `contract/core/b.ts:1  ${LATER}`,
      `contract/core/b.ts:2  ${LATER}`,
      `e2e/join.spec.ts:1  ${EVERY_TEST}`,
      `e2e/join.spec.ts:2  ${EVERY_TEST}`,
      `e2e/join.spec.ts:3  ${EVERY_TEST}`,
      `e2e/join.spec.ts:4  ${EVERY_TEST}`,
      'web/ui/text.tsx:1  no markup from strings',
      `web/index.html:1  ${FOREIGN}`,
      `web/index.html:2  ${FOREIGN}`,
      `server/workers/render/fonts.ts:1  ${FOREIGN}`,
      `vitest.config.ts:1  ${SUPPRESSION}`,
    ].sort(),
  )
})

test('what the laws allow is not reported', async () => {
  const allowed = await breaches({
    'server/platform/clock/clock.ts': 'new Date()',
    'server/platform/config/settings.ts': 'process.env',
    'server/platform/db/migrate.ts': "import { sql } from 'kysely'",
    'server/platform/jobs/queue.ts': "import { sql } from 'kysely'",
    'server/features/rooms/rooms.store.ts': "import { sql } from 'kysely'",
    'server/features/rooms/rooms.read.ts': "import { sql } from 'kysely'",
    'server/features/rooms/close.ts':
      "import type { Kysely } from 'kysely'\n// not Date.now() nor process.env\nconst at = new Date(text)\n",
    'server/features/rooms/close.test.ts':
      "const at = Date.now()\nit.skipIf(sample === undefined)('reads it')\ncontext.skip(!mounted, 'may not mount')\nbytes.skipped(1)\n",
    'server/test/harness.ts': "import { sql } from 'kysely'\nprocess.env.SAMPLES_DIR\nnew Date()",
    'web/lib/idle.ts': 'Date.now()',
    'web/vite.config.ts': 'process.env.PORT',
    'web/app/links.ts': "const link = 'https://github.com/sealroom'\nconst path = '//' + host",
    'tools/start.mjs': 'process.env\nDate.now()',
    'node_modules/x/index.js': 'Date.now()',
    'README.md': word('TO', 'DO'),
  })
  expect(allowed).toEqual({ code: 0, lines: [] })
})

test('the languages have the same keys with the same placeholders', async () => {
  const { lines } = await breaches({
    'web/locales/ko/app.json': JSON.stringify(
      { a: { b: '{{name}} 님' }, n_other: '{{count}}개', rich: '<b>굵게</b>', only: '하나' },
      null,
      2,
    ),
    'web/locales/en/app.json': JSON.stringify(
      { a: { b: 'Dear' }, n_one: 'one', n_other: '{{count}}', rich: '<b>bold</b>', extra: 'x' },
      null,
      2,
    ),
  })
  expect(lines).toEqual([
    'web/locales/en/app.json:3  "a.b" has other placeholders than in web/locales/ko/app.json',
    'web/locales/en/app.json:8  "extra" is missing in web/locales/ko/app.json',
    'web/locales/ko/app.json:7  "only" is missing in web/locales/en/app.json',
  ])
  const half = await breaches({ 'web/locales/ko/app.json': '{}' })
  expect(half.lines).toEqual(['web/locales/en/app.json:1  the language lacks this file'])
})
