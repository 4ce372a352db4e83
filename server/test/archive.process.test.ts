import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isWholeArchive } from '../../contract/proof/verify-archive.ts'
import { readServerNote } from '../platform/config/server-note.ts'
import { bytesOf, filesIn, order, settled, verdictOf } from './archives.ts'
import { makePdf } from './make-pdf.ts'
import { enterAsOperator, type Installation, installation, killAll, type RunningServer } from './server-process.ts'
import { WireClient } from './wire-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const DOCUMENTS = 130
const SIZE = 400_000

/** What the kill waits for, by the row of the archive, and which processes it takes. */
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
    const room = await place.createRoom()
    roomId = room.roomId
    operator = await enterAsOperator(server.url, room)
    await operator.switches(false)
    const files = Array.from({ length: DOCUMENTS }, (_, number) => [`문서 ${number}.pdf`, document()] as const)
    for (let at = 0; at < DOCUMENTS; at += 65) expect((await operator.upload(files.slice(at, at + 65))).http).toBe(200)
    await operator.setRight(operator.me.id, 'download', true)
  })
  afterAll(() => place.remove())

  const document = () => new Uint8Array(Buffer.concat([makePdf(1), randomBytes(SIZE)]))

  it.each(KILLS)('when %s (%s, %s) is finished by the next one, and whole', async (_, condition, victims) => {
    const { id } = (await order(operator)).json.payload as { id: number }
    while ((await query(`select 1 from archives where id = ${id} and ${condition}`)).length === 0);
    const database = victims === 'node' ? [] : place.databaseServers()
    server.signal('SIGKILL')
    killAll(database, 'SIGKILL')
    await server.ended()

    server = await place.start()
    operator = Object.assign(new WireClient(server.url), { session: operator.session })
    expect(await settled(operator, id)).toMatchObject({ state: 'READY' })
    const files = filesIn(await bytesOf(operator, id))
    expect([...files.keys()].filter((name) => name.startsWith('documents/'))).toHaveLength(DOCUMENTS)
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
  })

  it('is written whole by the command while the server runs, to a file that is nobody else’s, and is not kept', async () => {
    const out = path.join(place.dataDir, '..', 'room.zip')
    const before = await query('select count(*)::int as count from archives')
    const { code, stdout, stderr } = await place.room(['archive', '--room', String(roomId), '--out', out])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/room\.zip: \d+ files, \d+ bytes\n$/)
    expect(statSync(out).mode & 0o777).toBe(0o600)
    const files = filesIn(readFileSync(out))
    expect(files.has('rights.csv')).toBe(true)
    expect(isWholeArchive(await verdictOf(files))).toBe(true)
    expect(await query('select count(*)::int as count from archives')).toEqual(before)
    expect(await query("select kind from activity_entries where kind = 'archive.written'")).toHaveLength(1)
    const again = await place.room(['archive', '--room', String(roomId), '--out', out])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('is there already')
    expect(filesIn(readFileSync(out)).size).toBe(files.size)
  })

  it.each([
    [['--room', '999'], 1],
    [['--room', 'one'], 2],
    [['--room', '1', '--age', 'age1x'], 2],
  ])('is not written for %j, nor is a file left', async (args, expected) => {
    const out = path.join(place.dataDir, '..', 'none.zip')
    expect(await place.room(['archive', ...args, '--out', out])).toMatchObject({ code: expected, stdout: '' })
    expect(existsSync(out)).toBe(false)
  })

  async function query(text: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ ...readServerNote(place.dataDir, server.pid)?.database, ssl: false })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
})
