import path from 'node:path'
import { expect, test } from 'vitest'
import { plant, runNode } from './test/plant.ts'

const CHECK = path.resolve(import.meta.dirname, 'docs-check.mjs')

const PROJECT = {
  'package.json': JSON.stringify({ scripts: { start: 'x', room: 'x' } }),
  'server/platform/config/settings.ts':
    "export const SETTINGS = {\n  PORT: setting('Port'),\n  DATA_DIR: setting('Folder'),\n}\n",
  'server/features/rooms/rooms.store.ts': '',
  'server/features/rooms/README.md': '# Rooms',
  'contract/core/errors.ts':
    "export const ERRORS = { PIN_REFUSED: { http: 200 } }\nconst method = 'POST'",
  'tools/bench.mjs': 'process.env.SAMPLES_DIR',
  'docs/operate/install.md': '# Install\n## Behind a proxy, with TLS\n',
}

async function faults(
  files: Readonly<Record<string, string>>,
): Promise<{ code: number; lines: string[] }> {
  const { folder, remove } = await plant({ ...PROJECT, ...files })
  try {
    const { code, stdout } = await runNode([CHECK, folder])
    return { code, lines: stdout.split('\n').filter(Boolean) }
  } finally {
    await remove()
  }
}

test('what resolves is not reported', async () => {
  const readme = [
    'Run `npm start`, `npm run --silent room -- create --name N`, `npm ci`; the port is `PORT` (`PORT=80`), in `DATA_DIR/outbox/*.eml`.',
    'Code: `server/features/rooms/rooms.store.ts:12`, `*.store.ts`, `server/features/*/rooms.store.ts`, `platform/config`, `rooms.store.ts`, `.store.ts`, `.ts`.',
    'Not ours: `data/`, `.build/server/main.js`, `text/plain`, `node:crypto`, `@scope/name`, `/api/room`, `<room>/x.ts`, `yes/no`.',
    'Words: `PIN_REFUSED`, `POST`, `SIGTERM`, `SAMPLES_DIR`.',
    'See [install](docs/operate/install.md#behind-a-proxy-with-tls), [above](#house), [web](https://example.org/x).',
    '# House',
    '```',
    'PORT=80 npm start',
    'cp no/such.ts elsewhere',
    '```',
  ].join('\n')
  expect(
    await faults({
      'README.md': readme,
      'docs/laws/code.md': 'Back to [install](../operate/install.md).',
      'notes.md': '`NO_SUCH`',
    }),
  ).toEqual({
    code: 0,
    lines: [],
  })
})

test('what does not resolve is reported with its line, and the check fails', async () => {
  const guide = [
    '`npm run fly` or `npm build`',
    '`MAIL_DIR` and `MAIL_DIR/x` and `MAIL_DIR=/x npm start`',
    '`server/features/rooms/gone.ts`, `server/gone/`, `gone.store.ts`, `*.gone.ts`',
    '[one](gone.md) [two](install.md#gone) ![three](gone.png) <img src="gone.png">',
    '```sh',
    'MAIL_DIR=x npm run --silent fly',
    '```',
  ].join('\n')
  const { code, lines } = await faults({ 'docs/operate/guide.md': guide })
  expect(code).toBe(1)
  expect(lines.map((line) => line.replace('docs/operate/guide.md:', '')).sort()).toEqual(
    [
      '1  package.json has no script for "npm run fly"',
      '1  package.json has no script for "npm build"',
      '2  no setting is called MAIL_DIR',
      '3  there is no server/features/rooms/gone.ts',
      '3  there is no server/gone/',
      '3  there is no gone.store.ts',
      '3  there is no *.gone.ts',
      '4  the link leads nowhere: gone.md',
      '4  there is no such heading: install.md#gone',
      '4  the link leads nowhere: gone.png',
      '6  package.json has no script for "npm run --silent fly"',
      '6  no setting is called MAIL_DIR',
    ].sort(),
  )
})

test('a feature without a README, or with a long one, is reported', async () => {
  const long = Array.from({ length: 41 }, (_, index) => `Line ${index}`).join('\n')
  const { code, lines } = await faults({
    'server/features/offers/offers.store.ts': '',
    'web/features/rooms/README.md': long,
    'web/features/offers/README.md': long.slice(0, long.lastIndexOf('\n')),
  })
  expect(code).toBe(1)
  expect(lines.sort()).toEqual([
    'server/features/offers/README.md  each feature has one',
    'web/features/rooms/README.md  41 lines, at most 40',
  ])
})

test('a README below a folder of the code is checked like other documents', async () => {
  expect(
    await faults({ 'server/platform/README.md': 'See `config/settings.ts` and `config/gone.ts`.' }),
  ).toEqual({
    code: 1,
    lines: ['server/platform/README.md:1  there is no config/gone.ts'],
  })
})

test('a glossary that repeats a word or grows too long is reported, and its table heads are no entries', async () => {
  const glossary = (words: string[]) =>
    ['| Word | Meaning |', '| ---- | ------- |', ...words.map((word) => `| ${word} | x |`)].join(
      '\n',
    )
  const words = Array.from({ length: 120 }, (_, at) => `word ${at}`)
  expect(
    await faults({
      'docs/glossary.md': `${glossary(words.slice(60))}\n\n${glossary(words.slice(0, 60))}`,
    }),
  ).toEqual({
    code: 0,
    lines: [],
  })
  const { code, lines } = await faults({ 'docs/glossary.md': glossary([...words, 'word 7']) })
  expect(code).toBe(1)
  expect(lines.sort()).toEqual([
    'docs/glossary.md  121 entries, at most 120',
    'docs/glossary.md  two entries for word 7',
  ])
})
