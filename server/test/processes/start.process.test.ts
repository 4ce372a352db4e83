import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import {
  enterAsOperator,
  hasCommand,
  type Installation,
  type InstallationOptions,
  installation,
  killAll,
  type RunningServer,
  readFirstRoom,
  runProgram,
  until,
  untilReady,
} from '../harness/server-process.ts'
import { onlySlow } from '../harness/tier.ts'
import { WireClient } from '../harness/wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const CODE = /\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/

const places: Installation[] = []
async function place(settings = {}, options?: InstallationOptions): Promise<Installation> {
  const made = await installation(settings, options)
  places.push(made)
  return made
}
afterEach(async () => {
  for (const made of places.splice(0)) await made.remove()
})

const NEW = { isNew: true }

const NO_OFFICE = { SOFFICE_PATH: '/nowhere/soffice', BWRAP_PATH: '/nowhere/bwrap' }
const officeLine = expect.stringMatching(
  /^Office 미리보기 없음 \(libreoffice, bubblewrap\) · No Office previews .*: apt install libreoffice-writer-nogui .* bubblewrap$/,
)
const hangulLine = expect.stringMatching(
  /^Hangul 미리보기 변환: bubblewrap 격리 없음 .* see docs\/operate\/previews\.md$/,
)

const hasScript = await hasCommand('script', '--version')

describe('the first start', () => {
  it('without a terminal, prints five lines, and the secrets are in a private file that the line before `ready` names', async () => {
    const home = await place(NO_OFFICE, NEW)
    const server = await home.start()
    const file = path.join(home.dataDir, 'first-room.txt')
    expect(server.stdout().trimEnd().split('\n')).toEqual([
      `mail: no SMTP_URL is set, mails are files in ${path.join(home.dataDir, 'outbox')}`,
      officeLine,
      hangulLine,
      `first room: its PIN and operator code are in ${file}`,
      `ready http://127.0.0.1:${home.port}`,
    ])
    expect(server.stderr()).toBe('')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').split('\n')[0]).toBe(`http://127.0.0.1:${home.port}/login`)

    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    expect(operator.me.roleId).toBe(4)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)

    server.signal('SIGTERM')
    expect(await server.ended()).toMatchObject({ code: 0 })
    const again = await home.start()
    expect(again.stdout()).not.toContain('first room')
    expect((await operator.list()).http).toBe(200)
    expect(JSON.parse((await home.room(['list', '--json'])).stdout)).toHaveLength(1)
  })

  onlySlow(() => {
    it.runIf(hasScript)(
      'on a terminal, prints the secrets there and writes no file; Ctrl-C ends it',
      async () => {
        const home = await place(NO_OFFICE, NEW)
        const command = `exec '${process.execPath}' '${path.join(PROJECT_ROOT, '.build/server/main.js')}'`
        const terminal = runProgram('script', ['-qec', command, '/dev/null'], home.env, 'pipe')
        const server = await untilReady(terminal)
        await until(() => server.stdout().includes('┘'), 'the frame')
        const lines = server.stdout().trimEnd().split(/\r?\n/)
        const files = readdirSync(path.join(PROJECT_ROOT, 'server/migrations')).length
        expect(lines).toEqual([
          `데이터베이스를 준비했습니다 · Prepared the database (${files} steps)`,
          expect.stringMatching(/^mail: no SMTP_URL is set/),
          officeLine,
          hangulLine,
          `ready http://127.0.0.1:${home.port}`,
          expect.stringMatching(/^┌─+┐$/),
          expect.stringMatching(
            /^│ 첫 데이터룸을 만들었습니다 · First data room created \(\d{4}-0001\) +│$/,
          ),
          expect.stringMatching(/^│ +│$/),
          expect.stringMatching(
            new RegExp(`^│ 1 {3}주소 · Address +http://127\\.0\\.0\\.1:${home.port}/login +│$`),
          ),
          expect.stringMatching(new RegExp(`^│ 2 {3}PIN +${PIN.source} +│$`)),
          expect.stringMatching(
            new RegExp(`^│ 3 {3}운영자 코드 · Operator code +${CODE.source} +│$`),
          ),
          expect.stringMatching(/^│ 4 {3}메일 읽기 · E-mails +npm run room -- mail .*│$/),
          expect.stringMatching(/^│ +│$/),
          expect.stringMatching(/^│ .*한 번만.* +│$/),
          expect.stringMatching(/^└─+┘$/),
        ])
        expect(existsSync(path.join(home.dataDir, 'first-room.txt'))).toBe(false)
        const url = `http://127.0.0.1:${home.port}`
        const reported = {
          pin: PIN.exec(server.stdout())?.[0] ?? '',
          code: CODE.exec(lines[10] ?? '')?.[0] ?? '',
        }
        expect((await enterAsOperator(url, reported)).me.roleId).toBe(4)
        terminal.child.stdin?.write('\x03')
        expect(await terminal.ended()).toMatchObject({ code: 0 })
        expect(home.databaseServers()).toEqual([])
      },
    )

    it('on a port in use, says so in one sentence and leaves neither database nor room behind', async () => {
      const home = await place({}, NEW)
      const other = createServer().listen(home.port, '127.0.0.1')
      await until(() => other.listening, 'the port to be taken')
      const refused = await home.launch().ended()
      other.close()
      expect(refused).toMatchObject({
        code: 1,
        stderr: `Port ${home.port} is in use. Set PORT to another one.\n`,
      })
      expect(refused.stdout).toBe('')
      expect(home.databaseServers()).toEqual([])
      expect(existsSync(path.join(home.dataDir, 'db/postmaster.pid'))).toBe(false)
      const server = await home.start()
      expect(server.stdout()).toContain('first room')
    })

    it('on an address that is no way to reach it from elsewhere, warns of the links in mails', async () => {
      const home = await place()
      const server = await home.start({ HOST: '0.0.0.0' })
      const [line = '', ...more] = server.stderr().trimEnd().split('\n')
      expect(more).toEqual([])
      expect(JSON.parse(line)).toMatchObject({
        level: 'warn',
        msg: expect.stringMatching(/^PUBLIC_URL is not set/),
      })
    })
  })

  it('lists every bad setting at once, repeats no value, and creates nothing', async () => {
    const home = await place(
      {
        PORT: 'eighty',
        LOG_LEVEL: 'loud',
        DATABASE_URL: 'mysql://user:hunter2@db/room',
        RENDER_WORKERS: '0',
      },
      NEW,
    )
    const { code, stdout, stderr } = await home.launch().ended()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'RENDER_WORKERS'])
      expect(stderr).toMatch(new RegExp(`^ {2}- ${name}: `, 'm'))
    expect(stderr).not.toMatch(/hunter2|eighty|loud|\n\s+at /)
    expect([home.dataDir, `${home.dataDir}-keys`].filter(existsSync)).toEqual([])
  })

  onlySlow(() => {
    it('refuses a certificate for seals that cannot be opened, without its password, and starts no database', async () => {
      const home = await place({}, NEW)
      const file = path.join(PROJECT_ROOT, 'package.json')
      const { code, stdout, stderr } = await home
        .launch({ SIGN_P12: file, SIGN_P12_PASSWORD: 'hunter2' })
        .ended()
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^ {2}- SIGN_P12: it cannot be opened/m)
      expect(stderr).not.toMatch(/hunter2|\n\s+at /)
      expect(home.databaseServers()).toEqual([])
      const lost = await home.launch({ SIGN_P12: '/nowhere/seal.p12' }).ended()
      expect(lost).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/SIGN_P12: the file cannot be read: ENOENT/),
      })
    })

    it('refuses the keys of another data folder, and starts no database', async () => {
      const [home, other] = [await place(), await place()]
      for (const each of [home, other]) expect((await each.room(['list'])).code).toBe(0)
      const refused = await home.launch({ KEY_DIR: `${other.dataDir}-keys` }).ended()
      expect(refused.code).toBe(1)
      expect(refused.stderr).toMatch(
        /^Key folder .* keys of another data folder are refused\..*\n$/,
      )
      expect(home.databaseServers()).toEqual([])
      expect((await home.start()).url).not.toBe('')
    })
  })
})

describe('a running server', () => {
  let home: Installation
  let server: RunningServer
  beforeAll(async () => {
    home = await installation()
    server = await home.start()
  })
  afterAll(() => home.remove())

  it('is named by a second start on its data folder, which ends, and goes on', async () => {
    const second = await home.launch({ PORT: '0' }).ended()
    expect(second).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `A server already runs on ${home.dataDir}: ${server.url}\n`,
    })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    expect(home.databaseServers()).not.toEqual([])
  })

  it('has no mailbox for everybody', async () => {
    const page = await fetch(`${server.url}/dev/mailbox`)
    expect(page.status).toBe(404)
    expect(await page.text()).not.toContain('메일함')
  })

  onlySlow(() => {
    it('ends with 1 when its database ends by itself', async () => {
      killAll(
        [Number.parseInt(readFileSync(path.join(home.dataDir, 'db/postmaster.pid'), 'utf8'), 10)],
        'SIGKILL',
      )
      const { code, stderr } = await server.ended()
      expect(code).toBe(1)
      expect(stderr).toContain('The embedded database has ended.')
      server = await home.start()
      expect(
        (await new WireClient(server.url).join(readFirstRoom(home.dataDir).pin)).json.status,
      ).toBe('OK')
    })
  })
})
