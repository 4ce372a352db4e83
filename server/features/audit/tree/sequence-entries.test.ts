import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../../contract/proof/bytes.ts'
import { parseNote } from '../../../../contract/proof/checkpoint.ts'
import { isConsistent } from '../../../../contract/proof/merkle.ts'
import { sha256 } from '../../../platform/encryption/node-crypto.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { createActivityLog } from '../record-activity.ts'
import { createCheckpointSigner } from './checkpoint-signer.ts'

describe('the sequencer', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  interface Head {
    readonly note?: string
    readonly publicKey: string
    readonly consistency?: string[]
  }
  async function headOf(room: TestRoom, since?: number): Promise<Head> {
    const query = since === undefined ? {} : { since }
    const { http, json } = await room.operator.call(
      'GET',
      `/room/api/room/checkpoint/${room.roomId}`,
      { query },
    )
    expect(http).toBe(200)
    return json.payload as Head
  }
  const places = async ({ roomId }: TestRoom): Promise<(number | null)[]> => {
    const { rows } = await app.database.pool.query(
      'select seq from activity_entries where room_id = $1 order by seq nulls last',
      [roomId],
    )
    return rows.map(({ seq }) => seq)
  }
  async function sequenceAll(): Promise<void> {
    while ((await app.program.sequence()) > 0);
  }

  it('gives each entry one place, without gaps, and signs what there is then', async () => {
    const room = await app.room()
    expect(await headOf(room)).toEqual({ publicKey: expect.any(String) })
    await sequenceAll()
    const count = (await app.logged(room.roomId)).length
    expect(await places(room)).toEqual(Array.from({ length: count }, (_, at) => at))
    const { note = '', publicKey } = await headOf(room)
    expect(parseNote(note)?.checkpoint).toMatchObject({
      size: count,
      origin: expect.stringMatching(/^sealroom\/log\/[0-9a-f-]{36}$/),
    })
    const signer = createCheckpointSigner(
      (await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })).checkpointKey(),
    )
    expect(fromBase64(publicKey)).toEqual(new Uint8Array(signer.publicKey))
    expect(signer.open(note)?.size).toBe(count)
    expect(signer.open(note.replace(`\n${count}\n`, `\n${count + 1}\n`))).toBeUndefined()
    expect(createCheckpointSigner(sha256(Buffer.from('another'))).open(note)).toBeUndefined()
    expect(await app.program.sequence()).toBe(0)
  })

  it('signs once what has come by then, however much it is', async () => {
    const room = await app.room()
    await sequenceAll()
    await recordMany(room, 30)
    expect(await app.program.sequence()).toBe(0)
    expect((await places(room)).at(-1)).not.toBeNull()
    await recordMany(room, 1_001)
    expect(await app.program.sequence()).toBe(1)
    expect((await places(room)).at(-1)).toBeNull()
    expect(await app.program.sequence()).toBe(0)
    expect((await places(room)).at(-1)).not.toBeNull()
  })

  it('does so while several nodes try at once, and people act', async () => {
    const room = await app.room()
    const acting = Array.from({ length: 40 }, (_, n) => room.operator.makeFolder(`폴더 ${n}`))
    await Promise.all([...acting, ...Array.from({ length: 20 }, () => app.program.sequence())])
    await sequenceAll()
    const count = (await app.logged(room.roomId)).length
    expect(await places(room)).toEqual(Array.from({ length: count }, (_, at) => at))
  })

  it('shows that an earlier checkpoint still holds', async () => {
    const room = await app.room()
    await sequenceAll()
    const before = parseNote((await headOf(room)).note ?? '')?.checkpoint
    await recordMany(room, 300)
    await sequenceAll()
    const { note = '', consistency = [] } = await headOf(room, before?.size ?? 0)
    const now = parseNote(note)?.checkpoint
    if (!before || !now) throw new Error('no checkpoint')
    const path = consistency.map((hash) => fromBase64(hash) ?? new Uint8Array())
    expect(now.size).toBe(before.size + 300)
    expect(await isConsistent(sha256, before, now, path)).toBe(true)
    expect(await isConsistent(sha256, { ...before, root: sha256(before.root) }, now, path)).toBe(
      false,
    )
    const beyond = await room.operator.call('GET', `/room/api/room/checkpoint/${room.roomId}`, {
      query: { since: now.size + 1 },
    })
    expect(beyond.json.code).toBe('BAD_REQUEST')
  })

  it('signs nothing on top of a tree that somebody has changed, and goes on with other rooms', async () => {
    const [room, other] = [await app.room(), await app.room()]
    await sequenceAll()
    const { note } = await headOf(room)
    const changes = [
      `update activity_tiles set hashes = set_byte(hashes, 0, (get_byte(hashes, 0) + 1) % 256) where room_id = $1 and level = 0`,
      `delete from activity_tiles where room_id = $1`,
      `update activity_trees set size = size - 1 where room_id = $1`,
    ]
    for (const change of changes) {
      const saved = await app.database.pool.query(
        'select level, index, hashes from activity_tiles where room_id = $1',
        [room.roomId],
      )
      const size = (
        await app.database.pool.query('select size from activity_trees where room_id = $1', [
          room.roomId,
        ])
      ).rows[0].size
      await app.database.pool.query(change, [room.roomId])
      await room.operator.makeFolder(change.slice(0, 9))
      await other.operator.makeFolder(change.slice(0, 9))
      await app.program.sequence()
      expect((await headOf(room)).note).toBe(note)
      expect((await places(room)).at(-1)).toBeNull()
      expect(app.log.text()).toContain('the activity log of a room could not be continued')
      expect((await places(other)).at(-1)).not.toBeNull()
      await app.database.pool.query('delete from activity_tiles where room_id = $1', [room.roomId])
      for (const { level, index, hashes } of saved.rows)
        await app.database.pool.query('insert into activity_tiles values ($1, $2, $3, $4)', [
          room.roomId,
          level,
          index,
          hashes,
        ])
      await app.database.pool.query('update activity_trees set size = $2 where room_id = $1', [
        room.roomId,
        size,
      ])
    }
    await sequenceAll()
    expect((await places(room)).at(-1)).not.toBeNull()
    expect(app.log.text().match(/could not be continued/g)).toHaveLength(1)
    expect(app.log.text().match(/is continued again/g)).toHaveLength(1)
  })

  async function recordMany(room: TestRoom, count: number): Promise<void> {
    const keyring = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    const activity = createActivityLog(keyring.retention, app.clock)
    const actor = {
      roomId: room.roomId,
      memberId: null,
      userId: null,
      name: '',
      position: '',
      email: '',
      address: '',
    }
    await app.database.transaction(async (tx) => {
      for (let n = 0; n < count; n += 1)
        await activity.record(tx, actor, 'room.created', { name: String(n) })
    })
  }
})
