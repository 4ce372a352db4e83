import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { plantProject } from './test/plant-project.ts'

vi.setConfig({ testTimeout: 180_000 })

let folder: string
let remove: () => Promise<void>

beforeAll(async () => {
  ;({ folder, remove } = await plantProject())
})
afterAll(() => remove())

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** No registry answers at this address. */
const env = { ...process.env, NODE_ENV: 'production', npm_config_registry: 'http://127.0.0.1:9/' }

const npm = (...args: string[]) =>
  new Promise<Ended>((resolve) => {
    const child = execFile('npm', args, { cwd: folder, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })

const room = (...args: string[]) => npm('run', '--silent', 'room', '--', ...args)

const bundles = async () =>
  (await readFile(path.join(folder, '.build/bundles'), 'utf8')).trim().split('\n')

test("two commands at once on a fresh clone install and build once, and stdout is the program's alone", async () => {
  const both = await Promise.all([room('create', '--name', 'A B'), room('list')])
  expect(both.map(({ code, stdout }) => ({ code, stdout }))).toEqual([
    { code: 3, stdout: '["create","--name","A B"]' },
    { code: 3, stdout: '["list"]' },
  ])
  expect(
    both
      .map(({ stderr }) => stderr)
      .join()
      .match(/Installing/g),
  ).toHaveLength(1)
  expect(await bundles()).toEqual(['production'])
})

test('nothing stale: nothing is installed, built or said', async () => {
  expect(await room('list')).toEqual({ code: 3, stdout: '["list"]', stderr: '' })
  expect(await bundles()).toHaveLength(1)
})

test('a changed source is built again and the output of a renamed one is gone', async () => {
  await rename(path.join(folder, 'contract/answer.ts'), path.join(folder, 'contract/reply.ts'))
  const main = path.join(folder, 'server/main.ts')
  await writeFile(main, (await readFile(main, 'utf8')).replace('answer.ts', 'reply.ts'))
  expect(await npm('start', '--silent', '--', 'exit', '5')).toMatchObject({
    code: 5,
    stdout: 'serving 42 exit 5\n',
  })
  expect(existsSync(path.join(folder, '.build/contract/reply.js'))).toBe(true)
  expect(
    ['js', 'd.ts'].filter((ending) =>
      existsSync(path.join(folder, `.build/contract/answer.${ending}`)),
    ),
  ).toEqual([])
})

test('a build that fails is reported, starts nothing and is tried again', async () => {
  const reply = path.join(folder, 'contract/reply.ts')
  await writeFile(reply, "export const answer: number = 'no'\n")
  const failed = await npm('start', '--silent', '--', 'exit', '0')
  expect(failed).toMatchObject({ code: 2, stdout: '' })
  expect(failed.stderr).toContain('contract/reply.ts(1,14)')
  await writeFile(reply, 'export const answer: number = 43\n')
  expect(await npm('start', '--silent', '--', 'exit', '0')).toMatchObject({
    code: 0,
    stdout: 'serving 43 exit 0\n',
  })
})

test('faces in use are copied by the build, and others of their packages are not kept', async () => {
  expect(await readdir(path.join(folder, '.build/fonts'))).toEqual(['Face.ttf'])
  const fonts = async (name: string) =>
    (await readdir(path.join(folder, 'node_modules', name))).filter((file) => file.endsWith('.ttf'))
  expect(await fonts('vite')).toEqual(['read.ttf'])
  expect(await fonts('rolldown')).toEqual(['read.ttf', 'unread.ttf'])
})

test('what was pruned after the build goes on without being installed, until something has to be built', async () => {
  for (const name of ['tsc', 'rolldown', 'vite']) {
    await rm(path.join(folder, 'node_modules', name), { recursive: true })
    await rm(path.join(folder, 'node_modules/.bin', name))
  }
  expect(await room('list')).toEqual({ code: 3, stdout: '["list"]', stderr: '' })
  expect(existsSync(path.join(folder, 'node_modules/tsc'))).toBe(false)

  await writeFile(path.join(folder, 'web/main.tsx'), '// Pruned and changed.\n')
  const { code, stderr } = await room('list')
  expect(code).toBe(3)
  expect(stderr).toContain('Installing dependencies')
  expect(stderr).toContain('Building')
})

test('a changed lockfile is installed again', async () => {
  const lock = path.join(folder, 'package-lock.json')
  await writeFile(lock, `${await readFile(lock, 'utf8')}\n`)
  const { code, stderr } = await room('list')
  expect(code).toBe(3)
  expect(stderr).toContain('Installing')
})

test('the lock of a command that was killed does not stand in the way', async () => {
  await writeFile(path.join(folder, '.build/lock'), `${process.pid} 1`)
  expect(await npm('run', '--silent', 'build', '--', '--force')).toMatchObject({
    code: 0,
    stdout: '',
  })
  expect(existsSync(path.join(folder, '.build/lock'))).toBe(false)
})

test("a signal to the command reaches the server once, and the exit code is the server's", async () => {
  const child = spawn(process.execPath, ['tools/start.mjs', 'stay'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  let sent = 0
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    stdout += chunk
    const wanted = ['serving', 'stopping'].filter((word) => stdout.includes(word)).length
    for (; sent < wanted; sent++) child.kill('SIGTERM')
  }
  if (child.exitCode === null) await once(child, 'exit')
  expect({ stdout, code: child.exitCode }).toEqual({
    stdout: 'serving 43 stay\nstopping\nsignals 1\n',
    code: 7,
  })
})
