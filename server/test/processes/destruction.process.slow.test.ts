import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { readServerNote } from '../../platform/config/server-note.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  killAll,
  type RunningServer,
  runProgram,
  until,
} from '../harness/server-process.ts'
import { type ReceivedMessageMail, receivedOf } from '../scenarios/message-mails.ts'
import { documentOf } from '../tree/tree-changes.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const DOCUMENTS = 20
const WITHIN_MS = 60_000

/** A trigger waits for the test's lock. */
const KILLS = [
  {
    moment: 'behind the key, which nobody has noted yet',
    table: 'destructions',
    when: 'update',
    state: 'key_destroyed',
    victims: 'node',
  },
  {
    moment: 'amid the rows',
    table: 'items',
    when: 'delete',
    state: null,
    victims: 'node and database',
  },
  {
    moment: 'behind the blobs, which nobody has noted yet',
    table: 'freed_blobs',
    when: 'delete',
    state: null,
    victims: 'node',
  },
  {
    moment: 'behind the certificate, which nobody has noted yet',
    table: 'destructions',
    when: 'update',
    state: 'certified',
    victims: 'node',
  },
] as const
type Kill = (typeof KILLS)[number]

type InstalledRoom = Awaited<ReturnType<Installation['createRoom']>>

describe('destroying a room', () => {
  let place: Installation
  beforeEach(async () => {
    place = await installation()
  })
  afterEach(() => place.remove())

  it.each(KILLS.map((kill) => [kill.moment, kill.victims, kill] as const))(
    'killed %s (%s) goes on by itself at the next start, to one certificate that holds',
    async (_moment, _victims, kill) => {
      const server = await place.start()
      const room = await place.createRoom()
      const operator = await enterAsOperator(server.url, room)
      const files = Array.from(
        { length: DOCUMENTS },
        (_, number) => [`문서 ${number}.pdf`, documentOf(2_000 + number)] as const,
      )
      expect((await operator.upload(files)).http).toBe(200)
      const itemId = await operator.put('쪽.pdf', makePdf(1))
      const { name: lease } = await operator.openDocument(itemId)
      const page = (): Promise<number> =>
        operator
          .fetch('GET', `/room/api/file/view/${lease}/pages/1?width=480`)
          .then(({ status }) => status)
      expect(await page()).toBe(200)
      const vault = await vaultOf(server, room)
      const asked = await place.room([
        'destroy',
        '--room',
        String(room.roomId),
        '--confirm',
        room.roomNo,
        '--json',
      ])
      expect(JSON.parse(asked.stdout)).toMatchObject({
        roomId: room.roomId,
        destroysAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })
      await query(
        server,
        `update rooms set destroys_at = now() - interval '1 second' where id = ${room.roomId}`,
      )
      const held = await stopAt(server, kill)
      // The worker checks only once a minute.
      await query(server, `select graphile_worker.add_job('ending.look', '{}')`)
      await until(held.isThere, kill.moment, WITHIN_MS)
      expect(filesOf(vault)).toEqual(['destroyed.json', 'retention.key'])
      expect(await page()).toBe(401)
      expect(certificateMails(room)).toEqual([])
      const database = kill.victims === 'node' ? [] : place.databaseServers()
      server.signal('SIGKILL')
      killAll(database, 'SIGKILL')
      await server.ended()
      await held.end()
      expect(await readable(room)).toBe(0)

      const again = await place.start()
      await until(
        async () => (await stateOf(again, room)) === 'certified',
        'the certificate',
        WITHIN_MS,
      )
      await expectDestroyed(again, room, vault)
      expect(await page()).toBe(401)
      await until(
        async () =>
          (await query(again, `select 1 from mails where status = 'queued'`)).length === 0,
        'the mails',
        WITHIN_MS,
      )
      const mails = await Promise.all(certificateMails(room).map(receivedOf))
      expect(mails.map(({ to }) => to)).toEqual([['op@example.com']])
      await expectCertificate(room, mails)
    },
  )

  it('by command, without a server: a wrong number destroys nothing, --now does it to its end', async () => {
    const room = await place.createRoom()
    const id = String(room.roomId)
    expect(
      await place.room(['destroy', '--room', id, '--confirm', `${room.roomNo}0`, '--now']),
    ).toMatchObject({ code: 1, stdout: '' })
    expect((await place.room(['certificate', '--room', id, '--out', place.dataDir])).code).toBe(1)
    const closed = await place.room(['close', '--room', id, '--json'])
    expect(JSON.parse(closed.stdout)).toEqual({
      roomId: room.roomId,
      roomNo: room.roomNo,
      phase: 'closed',
    })
    expect((await place.room(['list'])).stdout).toContain('(closed)')
    const [vault = ''] = readdirSync(vaults())
    const withdraw = () =>
      place.room(['destroy', '--room', id, '--confirm', room.roomNo, '--withdraw'])
    expect(await withdraw()).toMatchObject({ code: 1, stdout: '' })
    expect((await place.room(['destroy', '--room', id, '--confirm', room.roomNo])).code).toBe(0)
    expect(
      await place.room(['destroy', '--room', id, '--confirm', room.roomNo, '--withdraw', '--now']),
    ).toMatchObject({
      code: 2,
      stdout: '',
    })
    expect((await withdraw()).code).toBe(0)
    expect(await withdraw()).toMatchObject({ code: 1, stdout: '' })
    expect(filesOf(vault)).toEqual(['retention.key', 'shred.key'])
    const destroyed = await place.room([
      'destroy',
      '--room',
      id,
      '--confirm',
      room.roomNo,
      '--now',
      '--json',
    ])
    expect(destroyed).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(destroyed.stdout)).toEqual({
      roomId: room.roomId,
      roomNo: room.roomNo,
      phase: 'destroyed',
    })
    expect((await place.room(['list'])).stdout).toContain('(destroyed)')
    expect(filesOf(vault)).toEqual(['destroyed.json', 'retention.key'])
    const out = path.join(place.dataDir, 'out')
    const { files } = JSON.parse(
      (await place.room(['certificate', '--room', id, '--out', out, '--json'])).stdout,
    )
    expect(files).toEqual(
      ['json', 'pdf'].map((ending) => path.join(out, `destruction-${room.roomNo}.${ending}`)),
    )
    expect(
      readFileSync(path.join(out, `destruction-${room.roomNo}.pdf`))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const file = path.join(out, `destruction-${room.roomNo}.json`)
    expect(JSON.parse(readFileSync(file, 'utf8')).facts.confirmed).toMatchObject({
      how: 'machine',
      by: null,
    })
    expect(
      (await place.room(['destroy', '--room', id, '--confirm', room.roomNo, '--now'])).code,
    ).toBe(0)
  })

  const vaults = (): string => path.join(`${place.dataDir}-keys`, 'vaults')
  const filesOf = (vault: string): string[] => readdirSync(path.join(vaults(), vault)).sort()
  const blobs = (): string[] =>
    readdirSync(path.join(place.dataDir, 'blobs'), { recursive: true, encoding: 'utf8' })

  const vaultOf = async (server: RunningServer, { roomId }: InstalledRoom): Promise<string> =>
    String((await query(server, `select vault from rooms where id = ${roomId}`))[0]?.['vault'])
  const stateOf = async (server: RunningServer, { roomId }: InstalledRoom): Promise<unknown> =>
    (await query(server, `select state from destructions where room_id = ${roomId}`))[0]?.['state']

  async function readable({ roomId }: InstalledRoom): Promise<number> {
    const { stdout, stderr } = await place.room(['check', '--room', String(roomId), '--json'])
    return JSON.parse(stdout || stderr)[0].opened
  }

  function certificateMails({ roomNo }: InstalledRoom): Buffer[] {
    const outbox = path.join(place.dataDir, 'outbox')
    if (!existsSync(outbox)) return []
    return readdirSync(outbox)
      .map((name) => readFileSync(path.join(outbox, name)))
      .filter((mail) => mail.includes(`destruction-${roomNo}.json`))
  }

  async function expectDestroyed(
    server: RunningServer,
    { roomId }: InstalledRoom,
    vault: string,
  ): Promise<void> {
    expect(blobs().filter((name) => name.includes('/'))).toEqual([])
    expect(filesOf(vault)).toEqual(['destroyed.json', 'retention.key'])
    for (const table of [
      'items',
      'file_versions',
      'file_segments',
      'sessions',
      'pins',
      'freed_blobs',
    ])
      expect([
        table,
        await query(
          server,
          `select 1 from ${table} ${table === 'freed_blobs' ? '' : `where room_id = ${roomId}`}`,
        ),
      ]).toEqual([table, []])
    const kinds = await query(
      server,
      `select kind from activity_entries where room_id = ${roomId} and kind like 'room.%destr%' order by 1`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'room.destroyed',
      'room.destruction-asked',
      'room.destruction-confirmed',
      'room.key-destroyed',
    ])
  }

  async function expectCertificate(
    { roomId, roomNo }: InstalledRoom,
    mails: readonly ReceivedMessageMail[],
  ): Promise<void> {
    const out = path.join(place.dataDir, 'out')
    expect((await place.room(['certificate', '--room', String(roomId), '--out', out])).code).toBe(0)
    const file = path.join(out, `destruction-${roomNo}.json`)
    const certificate = readFileSync(file)
    const { facts } = JSON.parse(certificate.toString())
    expect(facts).toMatchObject({
      room: { roomNo },
      destroyed: { documents: { count: DOCUMENTS + 1, list: expect.any(String) } },
    })
    const mailed = mails.map(
      ({ files }) => files.find(({ type }) => type === 'application/json')?.content,
    )
    expect(mailed.map((content) => content?.equals(certificate))).toEqual([true])
    const verified = await runProgram(
      process.execPath,
      [path.join(PROJECT_ROOT, '.build/server/cli/verify-export.js'), file],
      place.env,
    ).ended()
    expect(verified).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The signature of this certificate of destruction is valid.'),
    })
  }

  interface Held {
    readonly isThere: () => Promise<boolean>
    readonly end: () => Promise<void>
  }

  /** Without the lock, the remaining trigger has no effect. */
  async function stopAt(server: RunningServer, { table, when, state }: Kill): Promise<Held> {
    const client = await connected(server)
    client.on('error', () => undefined)
    await client.query('select pg_advisory_lock(4711)')
    await client.query(`create function stop_here() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(4711); return ${state === null ? 'null' : 'new'}; end $$`)
    const each =
      state === null ? 'for each statement' : `for each row when (new.state = '${state}')`
    await client.query(
      `create trigger stop_here before ${when} on ${table} ${each} execute function stop_here()`,
    )
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
    return {
      isThere: async () => (await client.query(waiting)).rows.length > 0,
      end: () => client.end().catch(() => undefined),
    }
  }

  async function connected(server: RunningServer): Promise<Client> {
    const client = new Client({
      ...readServerNote(place.dataDir, server.pid)?.database,
      ssl: false,
    })
    await client.connect()
    return client
  }

  async function query(server: RunningServer, text: string): Promise<Record<string, unknown>[]> {
    const client = await connected(server)
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
})
