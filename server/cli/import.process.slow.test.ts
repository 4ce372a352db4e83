import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { encode } from 'iconv-lite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../contract/core/limits.ts'
import { lackingSwift, type Swift, startSwift } from '../../tools/servers/swift.mjs'
import { PROJECT_ROOT } from '../platform/config/project-root.ts'
import { largePdf } from '../test/fixtures/large-pdf.ts'
import { makePdf } from '../test/fixtures/make-pdf.ts'
import { makeZip } from '../test/fixtures/zips/make-zip.ts'
import { describeWith } from '../test/harness/needs.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  runProgram,
  until,
} from '../test/harness/server-process.ts'
import type { WireClient } from '../test/harness/wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ROOM = path.join(PROJECT_ROOT, '.build/server/cli/room.js')

const pdf = (words: string) => makePdf(1, words)

let home: Installation
let server: RunningServer
let folder: string
let roomId: number
let operator: WireClient

beforeAll(async () => {
  home = await installation()
  server = await home.start()
})
afterAll(() => home.remove())
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-import-'))
  const room = await home.createRoom()
  roomId = room.roomId
  operator = await enterAsOperator(server.url, room)
})
afterEach(() => rm(folder, { recursive: true }))

const args = (from: string, ...more: string[]): string[] => [
  'import',
  '--room',
  String(roomId),
  '--from',
  from,
  ...more,
]

async function outline(parent = 0, depth = 0): Promise<string[]> {
  const found: string[] = []
  for (const { id, name, type } of await operator.items(parent)) {
    found.push(`${'  '.repeat(depth)}${name}`)
    if (type === 5) found.push(...(await outline(id, depth + 1)))
  }
  return found
}

async function opens(): Promise<{ files: number; opened: number }> {
  const checked = await home.room(['check', '--room', String(roomId), '--json'])
  const [{ files, opened }] = JSON.parse(checked.stdout)
  return { files, opened }
}

function memoryOf(pid: number): number {
  try {
    return (
      Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
    )
  } catch {
    return 0
  }
}

async function filesWith(words: string, place: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(file).catch(() => Buffer.alloc(0))).includes(words))
      found.push(file)
  }
  return found
}

describe('npm run room -- import', () => {
  it('brings a folder into a room while the server runs, says what it did, and does it once', async () => {
    await mkdir(path.join(folder, '계약'))
    await writeFile(path.join(folder, '계약', 'a.pdf'), pdf('VERY-PLAIN'))
    await writeFile(path.join(folder, '=cmd.pdf'), pdf('b'))
    await writeFile(path.join(folder, 'x.exe'), 'x')
    await symlink('/etc/passwd', path.join(folder, 'link.pdf'))
    const report = `${folder}.csv`
    try {
      const first = await home.room(args(folder, '--into', '실사', '--report', report))
      expect(first).toMatchObject({ code: 3, stderr: '' })
      expect(first.stdout).toMatch(/^imported {2}계약\/a\.pdf {2}→ 실사\/계약\/a\.pdf$/m)
      expect(first.stdout).toMatch(/^refused {3}link\.pdf {2}\(Links are not followed/m)
      expect(first.stdout).toMatch(/^3 imported, 2 refused/m)
      const csv = await readFile(report, 'utf8')
      expect(csv.startsWith('\uFEFFPath,Outcome,Target,Bytes,Code,Reason\r\n')).toBe(true)
      expect(csv).toContain("'=cmd.pdf,imported,실사/=cmd.pdf,")
      expect(await outline()).toEqual(['실사', '  계약', '    a.pdf', '  =cmd.pdf'])
      expect(await opens()).toEqual({ files: 2, opened: 2 })
      expect(await filesWith('VERY-PLAIN', path.dirname(home.dataDir))).toEqual([])
      const again = await home.room(args(folder, '--into', '실사', '--report', report, '--json'))
      expect(again.code).toBe(3)
      expect(JSON.parse(again.stdout).counts).toEqual({
        imported: 0,
        planned: 0,
        existed: 3,
        skipped: 0,
        refused: 2,
        pending: 0,
      })
      expect(await outline()).toEqual(['실사', '  계약', '    a.pdf', '  =cmd.pdf'])
    } finally {
      await rm(report, { force: true })
    }
  })

  it('reads a zip of Korean Windows, entry by entry', async () => {
    const zip = path.join(folder, '실사 자료.zip')
    const cp949 = (name: string) => encode(name, 'cp949')
    await writeFile(
      zip,
      makeZip([
        { name: cp949('1. 회사/') },
        { name: cp949('1. 회사/정관.pdf'), content: pdf('a') },
        { name: cp949('2. 재무/결산.pdf'), content: pdf('b'), isStored: true },
        { name: cp949('2. 재무/결산.pdf'), content: pdf('c') },
        { name: cp949('2. 재무/비밀.pdf'), content: pdf('d'), false: { flags: 1 } },
        { name: '../x.pdf', content: pdf('e') },
      ]),
    )
    const dry = await home.room(args(zip, '--numbers', 'strip', '--dry-run', '--json'))
    expect(JSON.parse(dry.stdout).counts).toMatchObject({ planned: 4, refused: 3 })
    expect(await outline()).toEqual([])
    const { code, stdout } = await home.room(args(zip, '--numbers', 'strip', '--json'))
    expect(code).toBe(3)
    const codes = (JSON.parse(stdout).entries as { code?: string }[]).flatMap(
      (entry) => entry.code ?? [],
    )
    expect(codes.sort()).toEqual(['DUPLICATE', 'ENCRYPTED', 'PATH'])
    expect(await outline()).toEqual(['재무', '  결산.pdf', '회사', '  정관.pdf'])
    expect((await home.room(args(path.join(folder, 'none.zip')))).stderr).toMatch(
      /^There is nothing at/,
    )
    await writeFile(zip, 'no zip')
    expect(await home.room(args(zip))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no folder and no whole zip'),
    })
  })

  it('streams entries as large as an upload may be, with little memory', async () => {
    const zip = path.join(folder, 'large.zip')
    const content = largePdf(LIMITS.uploadBytes)
    await writeFile(
      zip,
      makeZip(
        ['a.pdf', 'b.pdf'].map((name) => ({
          name,
          content,
          isWide: true,
          isStored: name === 'b.pdf',
        })),
      ),
    )
    const running = runProgram(process.execPath, [ROOM, ...args(zip, '--json')], home.env)
    let most = 0
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(running.pid))
    }, 100)
    const { code, stdout } = await running.ended().finally(() => clearInterval(look))
    expect({ code, counts: JSON.parse(stdout).counts }).toMatchObject({
      code: 0,
      counts: { imported: 2 },
    })
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(LIMITS.uploadBytes * 1.5)
    expect(await opens()).toEqual({ files: 2, opened: 2 })
  })

  it('is asked for in one way', async () => {
    for (const wrong of [
      ['--from', folder],
      args(''),
      args(folder, '--numbers', 'off'),
      args(folder, '--staged', '--published'),
    ])
      expect(await home.room(wrong[0] === 'import' ? wrong : ['import', ...wrong])).toMatchObject({
        code: 2,
        stdout: '',
      })
    expect(await home.room(['import', '--room', '999999', '--from', folder])).toMatchObject({
      code: 1,
      stdout: '',
    })
  })

  const MANY = 60

  async function putMany(): Promise<void> {
    for (let at = 0; at < MANY; at += 1)
      await writeFile(path.join(folder, `${String(at).padStart(3, '0')}.pdf`), pdf(`file ${at}`))
  }

  const command = () => runProgram(process.execPath, [ROOM, ...args(folder, '--json')], home.env)

  it('leaves nothing half where it is killed at any moment, and goes on from there', async () => {
    await putMany()
    for (const limit of [1, 20, 40]) {
      const running = command()
      await until(
        async () =>
          (await operator.list(0)).json.counts?.files !== undefined &&
          (await countFiles()) >= limit,
        'some files',
        60_000,
      )
      await wait(Math.random() * 50)
      running.signal('SIGKILL')
      await running.ended()
      const there = await countFiles()
      expect(await opens()).toEqual({ files: there, opened: there })
    }
    const last = await home.room(args(folder, '--json'))
    expect(last.code).toBe(0)
    const { counts } = JSON.parse(last.stdout)
    expect(counts.existed + counts.imported).toBe(MANY)
    expect(await countFiles()).toBe(MANY)
    expect(new Set(await outline()).size).toBe(MANY)
  })

  const countFiles = async (): Promise<number> => (await operator.list(0)).json.counts?.files ?? 0

  it('ends after the current file at SIGINT, with its report', async () => {
    await putMany()
    const running = command()
    await until(async () => (await countFiles()) > 0, 'a file', 60_000)
    running.signal('SIGINT')
    const { code, stdout } = await running.ended()
    const { counts } = JSON.parse(stdout)
    expect(code).toBe(130)
    expect(counts.imported + counts.pending).toBe(MANY)
    expect(await countFiles()).toBe(counts.imported)
  })
})

describeWith('npm run room -- import from a bucket', lackingSwift, () => {
  let swift: Swift
  let bucket: string
  beforeAll(async () => {
    swift = await startSwift()
    bucket = await swift.createBucket()
  })
  afterAll(() => swift.stop())

  it('streams objects below a prefix, and once', async () => {
    const { endpoint, region, accessKeyId, secretAccessKey } = swift
    const client = new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    const large = Buffer.concat([pdf('large'), Buffer.alloc(20_000_000, '\n')])
    const objects = {
      '실사/1. 회사/정관.pdf': pdf('a'),
      '실사/2. 재무/결산.pdf': large,
      '실사//x.pdf': pdf('x'),
      'other/y.pdf': pdf('y'),
    }
    for (const [Key, Body] of Object.entries(objects))
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))
    client.destroy()
    const access = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const from = `s3://${bucket}/실사`
    const first = await home.room(args(from, '--json'), access)
    expect({ code: first.code, counts: JSON.parse(first.stdout).counts }).toEqual({
      code: 3,
      counts: { imported: 4, planned: 0, existed: 0, skipped: 0, refused: 1, pending: 0 },
    })
    expect(await outline()).toEqual(['1. 회사', '  정관.pdf', '2. 재무', '  결산.pdf'])
    expect(JSON.parse((await home.room(args(from, '--json'), access)).stdout).counts).toMatchObject(
      { imported: 0, existed: 4 },
    )
    const wrong = await home.room(args(`s3://${bucket}x/`), access)
    expect(wrong).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from: the bucket does not exist'),
    })
    const refused = await home.room(args(from), { ...access, S3_SECRET_ACCESS_KEY: 'wrong' })
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^S3_SECRET_ACCESS_KEY/),
    })
    expect((await home.room(args(from))).stderr).toContain('S3_ACCESS_KEY_ID')
  })
})
