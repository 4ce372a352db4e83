import { existsSync, statSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  hasCommand,
  type Installation,
  installation,
  runProgram,
  until,
} from '../harness/server-process.ts'
import { WireClient } from '../harness/wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const CREATE = [
  'create',
  '--name',
  '인수 룸',
  '--operator-name',
  '김운영',
  '--operator-email',
  'op@example.com',
]

/** Stale packages would make npm install. */
const nothingIsStale = await hasCommand(
  process.execPath,
  '--input-type=module',
  '--eval',
  `import { buildIsStale } from './tools/lib/build.mjs'
   import { installIsStale } from './tools/lib/install.mjs'
   process.exit(buildIsStale() || installIsStale() ? 1 : 0)`,
)

describe('the room command', () => {
  let home: Installation
  beforeAll(async () => {
    home = await installation({}, { isNew: true })
  })
  afterAll(() => home.remove())

  const list = async (): Promise<{ roomId: number; roomNo: string; name: string }[]> =>
    JSON.parse((await home.room(['list', '--json'])).stdout)

  it('refuses a wrong command line with the usage, and creates nothing', async () => {
    const wrong = [
      [],
      ['close'],
      ['close', '--room', 'x'],
      ['destroy', '--room', '1'],
      ['certificate', '--room', '1'],
      ['--json', 'list'],
      ['list', '--name', 'x'],
      ['verify'],
      ['verify', '--room', 'one'],
      ['check', '--room', 'one'],
      ['rotate-root', 'now'],
      ['rotate-root', '--room', '1'],
      ['rotate-key'],
      ['rotate-key', '--room', '0'],
      ['create', '--name', '인수 룸', '--operator-name', '김운영'],
      [...CREATE, '--operator-email', 'a@example.com, b@example.com'],
      [...CREATE, '--name', '   '],
      [...CREATE, '--operator-name', '두\n줄'],
      [...CREATE, '--storage', '1.5'],
      [...CREATE, '--users', '10001'],
      [...CREATE, '--colour', 'red'],
      [...CREATE, 'more'],
      ['api-key'],
      ['api-key', 'create'],
      ['api-key', 'create', '--scope', 'rooms:everything'],
      ['api-key', 'create', '--scope', 'rooms:read', '--expires', '2020-01-01'],
      ['api-key', 'create', '--scope', 'rooms:read', '--expires', '2999-01-01'],
      ['api-key', 'create', '--scope', 'rooms:read', '--expires', 'never'],
      ['api-key', 'create', '--scope', 'rooms:read', '--name', ' '],
      ['api-key', 'revoke'],
      ['api-key', 'revoke', 'one'],
    ]
    await Promise.all(
      wrong.map(async (args) => {
        const { code, stdout, stderr } = await home.room(args)
        expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
        expect(stderr).toMatch(
          /^.+\n\nnpm run room -- create .*\nnpm run room -- list \[--json\]\nnpm run room -- verify .*\nnpm run room -- check .*\nnpm run room -- rotate-root \[--json\]\nnpm run room -- rotate-key .*\nnpm run room -- close .*\nnpm run room -- destroy .*\nnpm run room -- certificate .*\n$/s,
        )
        expect(stderr).not.toMatch(/\n\s+at /)
      }),
    )
    expect([home.dataDir, `${home.dataDir}-keys`].filter(existsSync)).toEqual([])
  })

  it('makes and lists rooms before a server has ever run, and leaves no database running', async () => {
    const made = await home.room([...CREATE, '--storage', '5000000', '--users', '3', '--json'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const room = JSON.parse(made.stdout)
    expect(room).toEqual({
      roomId: expect.any(Number),
      roomNo: expect.stringMatching(/^\d{4}-0001$/),
      pin: expect.stringMatching(/^\d{3}-\d{2}-\d{11}$/),
      code: expect.stringMatching(/^[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}$/),
      url: `http://127.0.0.1:${home.port}/login`,
    })
    const plain = await home.room(CREATE)
    expect(plain.stdout).toMatch(
      /^room \d{4}-0002 \(id \d+\)\nPIN \S+\noperator code \S+\nhttp:\/\/\S+\/login\n$/,
    )
    expect(await list()).toMatchObject([
      {
        roomId: room.roomId,
        name: '인수 룸',
        phase: 'open',
        closesAt: null,
        storageUsed: 0,
        storageLimit: 5_000_000,
      },
      {},
    ])
    const shown = await home.room(['list'])
    expect(shown.stdout.split('\n')).toEqual([
      expect.stringContaining('인수 룸'),
      expect.stringMatching(/^\d{4}-0002 {2}id \d+ {2}인수 룸$/),
      '',
    ])
    expect(home.databaseServers()).toEqual([])
    expect(statSync(home.dataDir).mode & 0o077).toBe(0)
  })

  it('makes, lists and revokes keys of programs, and shows a key once', async () => {
    const made = await home.room([
      'api-key',
      'create',
      '--scope',
      'rooms:read',
      '--scope',
      'rooms:write',
      '--name',
      '포털',
      '--json',
    ])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const { id, key, scopes } = JSON.parse(made.stdout)
    expect([key, scopes]).toEqual([
      expect.stringMatching(/^srk_[0-9A-Za-z]{49}$/),
      ['rooms:read', 'rooms:write'],
    ])
    const keys = async () => (await home.room(['api-key', 'list', '--json'])).stdout
    expect(JSON.parse(await keys())).toMatchObject([
      { id, name: '포털', state: 'valid', usedAt: null },
    ])
    expect(await keys()).not.toContain(key)
    expect((await home.room(['api-key', 'revoke', String(id)])).stdout).toContain('revoked')
    expect(JSON.parse(await keys())).toMatchObject([{ id, state: 'revoked' }])
    expect(await home.room(['api-key', 'revoke', '999'])).toMatchObject({ code: 1, stdout: '' })
  })

  it('makes both of two rooms at once without a server: one waits for the other', async () => {
    const before = await list()
    const both = await Promise.all([
      home.room([...CREATE, '--json']),
      home.room([...CREATE, '--json']),
    ])
    for (const made of both) expect(made).toMatchObject({ code: 0, stderr: '' })
    const numbers = both.map(({ stdout }) => JSON.parse(stdout).roomNo)
    expect(new Set(numbers).size).toBe(2)
    expect((await list()).map(({ roomNo }) => roomNo)).toEqual(
      expect.arrayContaining([...before.map(({ roomNo }) => roomNo), ...numbers]),
    )
    expect(home.databaseServers()).toEqual([])
  })

  it('joins a running server, which goes on, and its rooms can be entered at once', async () => {
    const server = await home.start()
    expect(server.stdout()).not.toContain('first room')
    const both = await Promise.all([home.createRoom('하나'), home.createRoom('둘')])
    for (const room of both) {
      const client = new WireClient(server.url)
      expect((await client.join(room.pin)).json).toMatchObject({
        status: 'OK',
        payload: { roomId: room.roomId, roleId: 4 },
      })
    }
    const elsewhere = await home.room([...CREATE, '--json'], { PORT: '1' })
    expect(JSON.parse(elsewhere.stdout).url, 'the address of the server that runs').toBe(
      `${server.url}/login`,
    )
    expect((await list()).map(({ name }) => name)).toEqual(expect.arrayContaining(['하나', '둘']))
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    server.signal('SIGTERM')
    expect(await server.ended()).toMatchObject({ code: 0 })
  })

  it('is not misled by the note of a server that was killed', async () => {
    const server = await home.start()
    server.signal('SIGKILL')
    await server.ended()
    expect(existsSync(`${home.dataDir}/server.json`)).toBe(true)
    expect((await list()).length).toBeGreaterThan(0)
  })

  it('waits for a server that is still starting', async () => {
    const starting = home.launch()
    await until(() => existsSync(`${home.dataDir}/db.lock`), 'the server to take the data folder')
    expect((await home.createRoom('기다린 룸')).roomId).toBeGreaterThan(0)
    starting.signal('SIGTERM')
    expect((await starting.ended()).code).toBe(0)
  })

  it.runIf(nothingIsStale)(
    'prints through npm what the program prints, and ends with its code',
    async () => {
      const npm = (...args: string[]) =>
        runProgram('npm', ['run', '--silent', 'room', '--', ...args], {
          ...home.env,
          HOME: home.dataDir,
        }).ended()
      const made = await npm(...CREATE, '--json')
      expect(made.code).toBe(0)
      expect(JSON.parse(made.stdout)).toMatchObject({
        roomId: expect.any(Number),
        pin: expect.any(String),
      })
      expect(await npm('create', '--json')).toMatchObject({ code: 2, stdout: '' })
    },
  )
})
