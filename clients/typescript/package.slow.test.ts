import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/harness/test-app.ts'
import { programClient } from '../../server/test/programs/program-client.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const execute = promisify(execFile)

let app: TestApp
let project: string
beforeAll(async () => {
  app = await startTestApp()
  project = await mkdtemp(join(tmpdir(), 'outside-project-'))
  const { stdout } = await execute(process.execPath, [
    join(ROOT, 'tools', 'client', 'pack.mjs'),
    '--out',
    project,
  ])
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'portal', private: true, type: 'module' }),
  )
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: 'nodenext',
        target: 'es2023',
        types: ['node'],
      },
    }),
  )
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', stdout.trim()], {
    cwd: project,
  })
  await symlink(join(ROOT, 'node_modules', '@types'), join(project, 'node_modules', '@types'))
})
afterAll(async () => {
  await app.close()
  await rm(project, { recursive: true, force: true })
})

const compile = async (source: string): Promise<string> => {
  await writeFile(join(project, 'portal.ts'), source)
  return execute(process.execPath, [join(ROOT, 'node_modules', '.bin', 'tsc'), '-p', project], {
    cwd: project,
  }).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

async function example(): Promise<string> {
  const text = await readFile(new URL('README.md', import.meta.url), 'utf8')
  return /```ts\n(.*?)```/s.exec(text)?.[1] ?? ''
}

it('installs without the network, compiles strictly as its page shows, and works against an installation', async () => {
  const { key } = await programClient(app)
  expect(await compile((await example()).replace('https://rooms.example.com', app.base))).toBe('')
  const { stdout } = await execute(process.execPath, ['portal.js'], {
    cwd: project,
    env: { ...process.env, SEALROOM_KEY: key },
  })
  const { rows } = await app.database.pool.query(
    `select id::int, name from rooms where name like 'Project Han%'`,
  )
  expect(rows).toEqual([{ id: expect.any(Number), name: 'Project Han II' }])
  expect(stdout.split('\n')).toContain(`${rows[0].id} open`)
  expect(stdout).not.toContain(key)
})

const WRONG = {
  'a call that is not there': `await call('GET /people')`,
  'a field that is not there': `await call('POST /rooms/{id}/rename', { params: { id: 1 }, body: { title: 'x' } })`,
  'a parameter that lacks': `await call('GET /rooms/{id}/storage')`,
  'an event that is not there': `await call('POST /webhooks', { body: { url: 'https://x.example', events: ['room.opened'] } })`,
  'the answer of another call': `const { roomNo } = (await call('GET /rooms')).payload`,
}

it(`does not compile with ${Object.keys(WRONG).join(', ')}`, async () => {
  const source = [
    "import { sealroom } from '@sealroom/client'",
    "const call = sealroom({ url: 'https://rooms.example.com', key: 'srk_x' })",
  ]
  for (const statement of Object.values(WRONG)) source.push(statement)
  const found = [...(await compile(source.join('\n'))).matchAll(/^portal\.ts\((\d+),/gm)].map(
    ([, line]) => Number(line),
  )
  expect([...new Set(found)]).toEqual(Object.values(WRONG).map((_, nth) => nth + 3))
})
