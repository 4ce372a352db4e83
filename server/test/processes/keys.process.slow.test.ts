import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  readFirstRoom,
  runProgram,
} from '../harness/server-process.ts'
import { Chance } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'

/** Both rotations alternate; `ROTATION_KILLS=100` runs longer. */
const KILLS = Number(process.env['ROTATION_KILLS'] ?? 6)
const MORE_KILLS = 6
const SEED = 20_261_123
const FILES = 6
const ROOM = path.join(PROJECT_ROOT, '.build/server/cli/room.js')

vi.setConfig({ testTimeout: Math.max(300_000, KILLS * 40_000), hookTimeout: 120_000 })

interface Checked {
  readonly roomId: number
  readonly files: number
  readonly opened: number
}

const checkedOf = (text: string): Checked[] => JSON.parse(text)

const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', from, to])
}

async function fill(operator: WireClient, from: number): Promise<void> {
  for (let number = from; number < from + FILES; number += 1)
    await operator.put(`문서 ${number}.pdf`, makePdf(1, `FILE ${number}`))
}

describe('the restore drill', () => {
  let place: Installation
  let kept: string
  let roomId: number
  beforeAll(async () => {
    place = await installation()
    kept = path.join(path.dirname(place.dataDir), 'kept')
    await mkdir(kept)
    const server = await place.start()
    const operator = await enterAsOperator(server.url, readFirstRoom(place.dataDir))
    roomId = operator.me.roomId
    await fill(operator, 0)
    server.signal('SIGTERM')
    await server.ended()
  })
  afterAll(() => place.remove())

  const keyDir = () => `${place.dataDir}-keys`
  const backUp = async (what: 'data' | 'keys', name: string): Promise<void> => {
    await copy(what === 'data' ? place.dataDir : keyDir(), path.join(kept, name))
  }
  async function restored(data: string, keys: string): Promise<string> {
    const folder = path.join(kept, `restored ${data} ${keys}`)
    await mkdir(folder)
    for (const name of [data, keys]) await copy(path.join(kept, name), path.join(folder, name))
    const env = { DATA_DIR: path.join(folder, data), KEY_DIR: path.join(folder, keys) }
    const { code, stdout, stderr } = await place.room(
      ['check', '--room', String(roomId), '--json'],
      env,
    )
    await rm(folder, { recursive: true })
    const [room] = checkedOf(code === 0 ? stdout : stderr)
    expect(code).toBe(room?.opened === room?.files ? 0 : 1)
    return `opens ${room?.opened} of ${room?.files} files`
  }
  const all = `opens ${FILES} of ${FILES} files`
  const none = `opens 0 of ${FILES} files`

  it('opens with the keys of its time, and none of the files with keys from before or behind a rotation or without the shred key', async () => {
    await Promise.all([backUp('data', 'data-before'), backUp('keys', 'keys-before')])
    const rotated = await place.room(['rotate-root'])
    expect(rotated).toMatchObject({ code: 0, stderr: '' })
    expect(rotated.stdout).toMatch(
      /^1 rooms\n.*\nThe old root key has been destroyed\..*Earlier database backups.*\n$/s,
    )
    await Promise.all([backUp('data', 'data-rotated'), backUp('keys', 'keys-rotated')])
    const rekeyed = await place.room(['rotate-key', '--room', String(roomId), '--json'])
    expect(rekeyed).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(rekeyed.stdout)).toEqual({ roomId, values: expect.any(Number) })
    await backUp('data', 'data-rekeyed')
    const { vaults, store } = await keyStoreOf()
    for (const vault of vaults) await store.destroyShredKey(vault, Buffer.from('{}'))
    await backUp('keys', 'keys-destroyed')

    expect(await restored('data-before', 'keys-before')).toBe(all)
    expect(await restored('data-before', 'keys-rotated')).toBe(none)
    expect(await restored('data-rotated', 'keys-before')).toBe(none)
    expect(await restored('data-rotated', 'keys-rotated')).toBe(all)
    // A room key's rotation needs no new key backup.
    expect(await restored('data-rekeyed', 'keys-rotated')).toBe(all)
    for (const data of ['data-rotated', 'data-rekeyed'])
      expect(await restored(data, 'keys-destroyed')).toBe(none)
  })

  async function keyStoreOf() {
    const store = await openKeyStore({ keyDir: keyDir(), dataDir: place.dataDir })
    return { store, vaults: await store.listVaults() }
  }
})

describe(`${KILLS} kills with SIGKILL during rotations, with a server that runs`, () => {
  const chance = new Chance(SEED)
  let place: Installation
  let server: RunningServer
  let operator: WireClient
  let rooms: number[]
  let files = 0
  beforeAll(async () => {
    place = await installation()
    server = await place.start()
    operator = await enterAsOperator(server.url, readFirstRoom(place.dataDir))
    rooms = [operator.me.roomId, (await place.createRoom('다른 룸')).roomId]
  })
  afterAll(() => place.remove())

  const commandOf = (round: number): readonly string[] =>
    round % 2 === 0 ? ['rotate-root'] : ['rotate-key', '--room', String(rooms[0])]
  const check = async (): Promise<void> => {
    const { code, stdout, stderr } = await place.room(['check', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const reported = checkedOf(stdout)
    expect(reported.filter(({ roomId }) => rooms.includes(roomId))).toHaveLength(rooms.length)
    expect(reported.reduce((sum, { opened }) => sum + opened, 0)).toBe(files)
  }

  it('lose no file, at any point, and the next run continues', async () => {
    await fill(operator, 0)
    files = FILES
    const spans: number[] = []
    for (const round of [0, 1]) {
      const began = performance.now()
      expect((await place.room(commandOf(round))).code).toBe(0)
      spans.push(performance.now() - began)
    }
    await check()
    const rootFiles = async () =>
      (await readdir(`${place.dataDir}-keys`)).filter((name) => name.startsWith('root')).sort()
    let struck = 0
    for (let round = 0; round < KILLS || (struck === 0 && round < KILLS + MORE_KILLS); round += 1) {
      const program = runProgram(process.execPath, [ROOM, ...commandOf(round)], place.env)
      const ended = program.ended()
      const uploading = operator.put(`그동안 ${round}.pdf`, makePdf(1, `MEANWHILE ${round}`))
      await Promise.race([wait(chance.whole(0, Math.ceil(spans[round % 2] ?? 1))), ended])
      program.signal('SIGKILL')
      if ((await ended).signal === 'SIGKILL') struck += 1
      expect(await uploading).toBeGreaterThan(0)
      files += 1
      await check()
    }
    expect(struck).toBeGreaterThan(0)
    for (const round of [0, 1])
      expect(await place.room(commandOf(round))).toMatchObject({ code: 0, stderr: '' })
    await check()
    expect(await rootFiles()).toEqual(['root.key'])

    expect((await operator.items()).length).toBe(files)
    server.signal('SIGTERM')
    expect((await server.ended()).code).toBe(0)
    await check()
  })
})
