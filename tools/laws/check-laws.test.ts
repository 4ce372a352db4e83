import path from 'node:path'
import { expect, test } from 'vitest'
import { plant, runNode } from '../test/plant.ts'

const CHECK = path.resolve(import.meta.dirname, 'check-laws.mjs')

async function breaches(
  files: Readonly<Record<string, string>>,
): Promise<{ code: number; lines: string[] }> {
  const { folder, remove } = await plant(files)
  try {
    const { code, stdout } = await runNode([CHECK, folder])
    return { code, lines: stdout.split('\n').filter(Boolean).sort() }
  } finally {
    await remove()
  }
}

/** The law checker reads this file too. */
const word = (...parts: string[]) => parts.join('')

const CLOCK = 'time comes from platform/clock'
const SQL = 'SQL stands in *.store.ts, *.read.ts, platform/db and platform/jobs'
const DOOR = 'the door of a feature gives use cases, no functions of *.store.ts or *.read.ts'
const ENVIRONMENT = 'the environment is read in platform/config'
const SUPPRESSION = 'no suppressions: fix what the tool says or change the rule with a reason'
const LATER = 'no notes for later: finish it or open an issue'
const EVERY_TEST = 'every test runs (what is missing: skipIf, or skip(condition, reason))'
const BORROWED = 'a package is found from our own files, and so is declared'
const FOREIGN = 'nothing is loaded from a foreign host'

test('each breach is reported with its file and line, and the check fails', async () => {
  const { code, lines } = await breaches({
    'server/features/rooms/close.ts':
      'const x = 1\nconst a = Date.now()\nconst b = new Date()\nconst c = [0].map(Date.now, new Date)\n',
    'web/features/viewer/timer.ts': 'export const at = () => new Date( )\n',
    'server/features/rooms/rename.ts':
      "import { type Kysely, sql } from 'kysely'\nimport * as k from 'kysely'\n",
    'server/main.ts': "process.env.PORT\nprocess['env']\nimport { env } from 'node:process'\n",
    'paper/space/a.ts': [
      word('// biome', '-ignore lint: because'),
      word('// @ts', '-expect-error'),
      word('/* @ts', '-nocheck */'),
    ].join('\n'),
    'contract/core/b.ts': word('// TO', 'DO later\n// FIX', 'ME'),
    'e2e/join.spec.ts': `test${word('.on', 'ly')}('x')\ntest.describe${word('.sk', 'ip')}.each('x')\nit${word('.sk', 'ip')}('x', () => {})\ncontext${word('.sk', 'ip')}()\n`,
    'web/ui/text.tsx': `<p ${word('dangerously', 'SetInnerHTML')}={x} />`,
    'web/index.html':
      '<script src="https://cdn.jsdelivr.net/npm/x"></script>\n<link href="//fonts.googleapis.com/css">',
    'server/workers/render/fonts.ts': "const url = 'https://unpkg.com/pdfium.wasm'",
    'tools/borrow.mjs': `${word('create', 'Require')}(require.resolve('a')).resolve('b')`,
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
      `tools/borrow.mjs:1  ${BORROWED}`,
      `vitest.config.ts:1  ${SUPPRESSION}`,
    ].sort(),
  )
})

test('a door that gives functions of stores and queries is reported, types are not', async () => {
  const { lines } = await breaches({
    'server/features/rooms/index.ts': [
      "export { bookStorage } from './rooms.store.ts'",
      "export {\n  type RoomRow,\n  findRoom,\n} from './rooms.read.ts'",
      "export * from './keys/room-keys.store.ts'",
      "import { holdTree } from './rooms.store.ts'",
    ].join('\n'),
    'server/features/members/index.ts': [
      "export type { Entrant } from './members.read.ts'",
      "export { type MemberRow, type Acceptance } from './members.read.ts'",
      "export { memberOf } from './find-members.ts'",
    ].join('\n'),
    'server/features/members/find-members.ts': "import { findMember } from './members.read.ts'",
    'server/workers/pdf/index.ts': "export { read } from './pdf.read.ts'",
  })
  expect(lines).toEqual(
    [1, 2, 6, 7].map((line) => `server/features/rooms/index.ts:${line}  ${DOOR}`),
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
    'tools/start.mjs': `process.env\nDate.now()\n${word('create', 'Require')}(import.meta.url)`,
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
  const doubled = await breaches({
    'web/locales/ko/app.json': JSON.stringify(
      {
        a: '{{name}}을(를) 삭제했습니다.',
        b: '{{name}} 파일을 (모두) 삭제했습니다.',
        c: '{{to}}(으)로 보냈습니다.',
      },
      null,
      2,
    ),
    'web/locales/en/app.json': JSON.stringify(
      { a: '{{name}} was deleted.', b: '{{name}} was deleted.', c: 'Sent to {{to}}.' },
      null,
      2,
    ),
  })
  expect(doubled.lines).toEqual([
    'web/locales/ko/app.json:2  "a" offers two particles',
    'web/locales/ko/app.json:4  "c" offers two particles',
  ])
  const half = await breaches({ 'web/locales/ko/app.json': '{}' })
  expect(half.lines).toEqual(['web/locales/en/app.json:1  the language lacks this file'])
})

test('a key stands once in its object, and errors offer one particle as well', async () => {
  const { code, lines } = await breaches({
    'web/locales/ko/app.json':
      '{\n  "a": "하나",\n  "b": {\n    "a": "{ \\"a\\": 1 }",\n    "c": "a"\n  },\n  "d": { "a": "둘" },\n  "a": "셋"\n}',
    'web/locales/en/app.json':
      '{\n  "a": "1",\n  "b": {\n    "a": "x",\n    "c": "a",\n    "c": "b"\n  },\n  "d": { "a": "2" }\n}',
    'contract/core/errors.ts':
      "export const ERRORS = {\n  A: { http: 200, ko: '{{name}}을(를) 찾을 수 없습니다.' },\n  B: { ko: '파일을 (모두) 확인해 주세요.' },\n}",
    'contract/core/errors/errors-of-a.ts': "ko: '{{to}}(으)로'",
    'contract/core/errors/a.test.ts': "'을(를)'",
    'contract/core/other.ts': "'을(를)'",
  })
  expect(code).toBe(1)
  expect(lines).toEqual([
    'contract/core/errors.ts:2  an error offers two particles',
    'contract/core/errors/errors-of-a.ts:1  an error offers two particles',
    'web/locales/en/app.json:6  "c" stands twice in its object, so only the last counts',
    'web/locales/ko/app.json:8  "a" stands twice in its object, so only the last counts',
  ])
})

test('names, comments, titles and pages use the words of the glossary, but stored strings stay', async () => {
  const told = word('to', 'ld')
  const { code, lines } = await breaches({
    'server/a.ts': `const ${word('do', 'er')}Of = 1\nconst x = { ${word('do', 'er')}: 1, ${told}: 2 }\nconst text = '${told}'\nconst raised${word('Do', 'or')} = 1\n`,
    'server/b.ts': `// It is ${word('an', 'ew')}.\n// \`${told}\` is code.\n/** ${'Word '.repeat(26)}*/\n/** ${'Word '.repeat(20)}. ${'Word '.repeat(20)}*/\n`,
    'server/c.test.ts': `it('is ${told}', () => {})\nit.each([1])('is ${told}, too', () => {})\nit('is logged', () => {})\n`,
    'docs/operate/a.md': `The mail is ${told}.\nA \`${told}\` column.\n`,
    'CHANGELOG.md': told,
    'server/migrations/0001_a.sql': `-- ${told}`,
  })
  expect(code).toBe(1)
  expect(lines).toEqual(
    [
      'server/a.ts:1  say actor, not doer',
      'server/a.ts:4  say elevated, not raised',
      'server/b.ts:1  say again, not anew',
      'server/b.ts:3  a sentence of a comment has at most 25 words',
      'server/c.test.ts:1  say notified, reported, described, not told',
      'server/c.test.ts:2  say notified, reported, described, not told',
      'docs/operate/a.md:1  say notified, reported, described, not told',
    ].sort(),
  )
})

test('a summary of an operation begins with a verb in the third person, in sentences of at most 25 words', async () => {
  const VERB = 'a summary begins with a verb in the third person, such as Lists or Returns'
  const { code, lines } = await breaches({
    'contract/features/rooms.ts': [
      "const a = { summary: 'Lists rooms.' }",
      "const b = { summary: 'The rooms.' }",
      "const c = { summary:\n    'Rooms of the installation.' }",
      "const d = { summary: 'lists rooms.' }",
      "const e = { summary: 'Status of a room.' }",
      `const f = { summary: 'Lists ${'word '.repeat(25)}.' }`,
      `const g = { summary: 'Lists ${'word '.repeat(20)}. ${'word '.repeat(20)}.' }`,
      `const h = { summary: \`Adds at least \${LIMITS.bytes} bytes to \\\`file\\\`.\` }`,
      `const i = { summary: 'Lists rooms ${word('an', 'ew')}.' }`,
      'const j = { summary: op.summary }',
    ].join('\n'),
    'contract/features/rooms.test.ts': "const a = { summary: 'One.' }",
    'server/a.ts': "const a = { summary: 'One.' }",
  })
  expect(code).toBe(1)
  expect(lines).toEqual(
    [
      `contract/features/rooms.ts:2  ${VERB}`,
      `contract/features/rooms.ts:3  ${VERB}`,
      `contract/features/rooms.ts:5  ${VERB}`,
      `contract/features/rooms.ts:6  ${VERB}`,
      'contract/features/rooms.ts:7  a sentence of a summary has at most 25 words',
      'contract/features/rooms.ts:10  say again, not anew',
    ].sort(),
  )
})

test('a folder with more than 25 files is reported; tests, migrations and texts do not count', async () => {
  const many = (folder: string, ending: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [`${folder}/a${number}.${ending}`, '']),
    )
  const { lines } = await breaches({
    ...many('server/features/rooms', 'ts', 26),
    ...many('server/features/members', 'ts', 25),
    ...many('server/features/members', 'test.ts', 25),
    ...many('server/migrations', 'sql', 40),
  })
  expect(lines).toEqual(['server/features/rooms:0  a folder has at most 25 files, not 26'])
})

test('a type that does not say which is reported: six names in any file, others from the sixth file on', async () => {
  const how = 'name it for its use, as ListItemsInput, ListItemsParts, SearchPosition or MemberRow'
  const inFiles = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`web/lib/a${at}.ts`, text]))
  const six = await breaches({
    ...inFiles(
      6,
      'const a = 1\nexport interface Row<T> extends Base<T> {}\ntype MemberRow = Row\n',
    ),
    'server/a.ts':
      'interface Parts {\n}\nexport type Asked = string\ntype ListItemsParts = Parts\n',
    'e2e/b.spec.ts':
      "import { type Place, type Span } from './c.ts'\nfunction f() {\n  type Wanted = 1\n}\n// type Verdict = 1\nconst text = `\ntype Span = 1`\n",
  })
  expect(six.code).toBe(1)
  const many = (name: string, line: number) =>
    Array.from(
      { length: 6 },
      (_, at) => `web/lib/a${at}.ts:${line}  6 files declare a type ${name}, not 5 at most: ${how}`,
    )
  expect(six.lines).toEqual(
    [
      ...many('Row', 2),
      ...many('MemberRow', 3),
      `server/a.ts:1  the type Parts does not say which: ${how}`,
      `server/a.ts:3  the type Asked does not say which: ${how}`,
    ].sort(),
  )
  const five = await breaches(inFiles(5, 'export interface Row {}\n'))
  expect(five).toEqual({ code: 0, lines: [] })
})

test('a word that has its meaning elsewhere is reported where a file declares it, and not inside functions', async () => {
  const { code, lines } = await breaches({
    'server/features/rooms/a.ts':
      'const one = 1\nexport async function claimRoom() {\n  const claimed = 1\n}\ninterface RoomTurns {}\n// claim\n',
    'server/features/rooms/reclaim.ts': 'export const reclaimed = 1\n',
    'web/lib/b.ts': 'export const WAYS = []\n',
    'server/platform/blob/c.ts': 'export const claimStorage = 1\n',
    'server/features/esign/d.ts': 'type SigningTurn = 1\nconst underWay = 1\n',
    'server/test/e.ts': 'export const claim = 1\n',
    'web/lib/b.test.ts': 'const way = 1\n',
  })
  expect(code).toBe(1)
  const or = 'or list the folder in tools/laws/stems.mjs'
  expect(lines).toEqual([
    `server/features/esign/d.ts:2  underWay: way means something else, so say path, direction, method, route, ${or}`,
    `server/features/rooms/a.ts:2  claimRoom: claim means something else, so say record once, redeem, match, declare, ${or}`,
    `server/features/rooms/a.ts:5  RoomTurns: turn means something else, so say rotation, writer, drained, ${or}`,
    `web/lib/b.ts:1  WAYS: way means something else, so say path, direction, method, route, ${or}`,
  ])
})
