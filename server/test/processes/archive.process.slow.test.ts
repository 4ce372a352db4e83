import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isWholeArchive } from '../../../contract/proof/verify-archive.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { readServerNote } from '../../platform/config/server-note.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  killAll,
  type RunningServer,
  readFirstRoom,
  runProgram,
} from '../harness/server-process.ts'
import { WireClient } from '../harness/wire-client.ts'
import {
  bytesOf,
  filesIn,
  order,
  removeArchive,
  settled,
  verdictOf,
} from '../scenarios/archives.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const VERIFY = path.join(PROJECT_ROOT, '.build/server/cli/verify-export.js')
const DOCUMENTS = 130
const SIZE = 400_000

const KILLS = [
  ['it was ordered', 'total >= 0', 'node'],
  ['its plan stands', 'total > 0', 'node'],
  ['some contents are known', 'done > 0', 'node'],
  ['some contents are known', 'done > 0', 'database too'],
  ['all contents are known', `done > ${DOCUMENTS}`, 'node'],
] as const

describe('an archive of a server that is killed', () => {
  let place: Installation
  let server: RunningServer
  let operator: WireClient
  let roomId: number

  beforeAll(async () => {
    place = await installation()
    server = await place.start()
    operator = await enterAsOperator(server.url, readFirstRoom(place.dataDir))
    roomId = operator.me.roomId
    await operator.switches(false)
    const files = Array.from(
      { length: DOCUMENTS },
      (_, number) => [`문서 ${number}.pdf`, document()] as const,
    )
    for (let at = 0; at < DOCUMENTS; at += 65)
      expect((await operator.upload(files.slice(at, at + 65))).http).toBe(200)
    await operator.setRight(operator.me.id, 'download', true)
  })
  afterAll(() => place.remove())

  const document = () => new Uint8Array(Buffer.concat([makePdf(1), randomBytes(SIZE)]))

  it.each([...KILLS])(
    'when %s (%s, %s) is finished by the next one, and whole',
    async (_, condition, victims) => {
      const { id } = (await order(operator)).json.payload as { id: number }
      while (
        (await query(`select 1 from archives where id = ${id} and ${condition}`)).length === 0
      );
      const database = victims === 'node' ? [] : place.databaseServers()
      server.signal('SIGKILL')
      killAll(database, 'SIGKILL')
      await server.ended()

      server = await place.start()
      operator = Object.assign(new WireClient(server.url), { session: operator.session })
      expect(await settled(operator, id)).toMatchObject({ state: 'READY' })
      const files = filesIn(await bytesOf(operator, id))
      expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(
        DOCUMENTS,
      )
      expect(isWholeArchive(await verdictOf(files))).toBe(true)
      expect((await removeArchive(operator, id)).json.status).toBe('OK')
    },
  )

  it('is written whole by the command while the server runs, to a file that is nobody else’s, and is not kept', async () => {
    const out = path.join(place.dataDir, '..', 'room.zip')
    const before = await query('select count(*)::int as count from archives')
    const { code, stdout, stderr } = await place.room([
      'archive',
      '--room',
      String(roomId),
      '--out',
      out,
      '--json',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { mode, size } = statSync(out)
    expect(mode & 0o777).toBe(0o600)
    const files = filesIn(readFileSync(out))
    expect(JSON.parse(stdout)).toEqual({ roomId, file: path.resolve(out), files: files.size, size })
    expect(files.has('rights.csv')).toBe(true)
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
    expect(await query('select count(*)::int as count from archives')).toEqual(before)
    expect(
      await query("select kind from activity_entries where kind = 'archive.written'"),
    ).toHaveLength(1)
    await isShownByCommand(out, files)
    const again = await place.room(['archive', '--room', String(roomId), '--out', out])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('already exists')
    expect(filesIn(readFileSync(out)).size).toBe(files.size)
  })

  /** The verifier works offline, on changed, missing and extra files. */
  async function isShownByCommand(zip: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const check = (...args: string[]) =>
      runProgram(process.execPath, [VERIFY, ...args], { PATH: process.env['PATH'] ?? '' }).ended()
    const whole = await check(zip)
    expect(whole).toMatchObject({ code: 0, stderr: '' })
    expect(whole.stdout).toContain('보관본의 모든 파일이 그대로입니다\n')
    expect(whole.stdout).toContain('Every file in the archive is unchanged\n')
    expect((await check(zip, '--key', Buffer.alloc(32).toString('base64'))).stdout).toContain(
      '다른 키로 서명되었습니다',
    )

    const folder = path.join(path.dirname(zip), '보관본 folder')
    for (const [name, content] of files) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(folder, name), content)
    }
    for (const litter of ['.DS_Store', 'documents/desktop.ini'])
      writeFileSync(path.join(folder, litter), 'x')
    expect((await check(folder)).code).toBe(0)
    writeFileSync(path.join(folder, 'rights.csv'), 'x')
    rmSync(path.join(folder, 'index.csv'))
    writeFileSync(path.join(folder, '더한 것.txt'), '')
    const changed = await check(folder)
    expect(changed).toMatchObject({ code: 1, stderr: '' })
    for (const line of [
      '바뀌었거나 읽을 수 없는 파일 (1):\n  rights.csv',
      '없는 파일 (1):\n  index.csv',
      '목록에 없는 파일 (1):\n  더한 것.txt',
    ])
      expect(changed.stdout).toContain(line)
    expect(changed.stdout).not.toContain('그대로입니다\n파일')
    expect(JSON.parse((await check(folder, '--json')).stdout)).toMatchObject({
      changed: ['rights.csv'],
      missing: ['index.csv'],
    })

    const cut = path.join(path.dirname(zip), 'cut.zip')
    writeFileSync(cut, readFileSync(zip).subarray(0, -1_000))
    expect(await check(cut)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('This ZIP file is damaged'),
    })
    writeFileSync(cut, 'age-encryption.org/v1\n')
    expect(await check(cut)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('age -d'),
    })
  }

  it.each([
    [['--room', '999'], 1],
    [['--room', 'one'], 2],
    [['--room', '1', '--age', 'age1x'], 2],
  ])('is not written for %j, nor is a file left', async (args, expected) => {
    const out = path.join(place.dataDir, '..', 'none.zip')
    expect(await place.room(['archive', ...args, '--out', out])).toMatchObject({
      code: expected,
      stdout: '',
    })
    expect(existsSync(out)).toBe(false)
  })

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new Client({
      ...readServerNote(place.dataDir, server.pid)?.database,
      ssl: false,
    })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
})
