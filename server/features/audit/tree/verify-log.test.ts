import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { historyExport } from '../../../../contract/proof/history-export.ts'
import { type KnownNote, verifyExport } from '../../../../contract/proof/verify-export.ts'
import { nodeCrypto } from '../../../platform/encryption/node-crypto.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { createActivityLog } from '../record-activity.ts'
import { createCheckpointSigner } from './checkpoint-signer.ts'
import { findTree } from './tree.store.ts'
import { verifyLog } from './verify-log.ts'

const ENTRIES = 24
const TAMPERINGS = Number(process.env['TAMPERINGS'] ?? 100)

/** A superuser can make these changes. `$1` is the room, `$2` and `$3` are positions. */
const TAMPERINGS_OF_ONE: Readonly<Record<string, string>> = {
  'another kind': `update activity_entries set kind = case kind when 'room.created' then 'document.viewed' else 'room.created' end where room_id = $1 and seq = $2 + 0 * $3`,
  'another time': `update activity_entries set at = at + interval '1 second' * ($3 + 1) where room_id = $1 and seq = $2`,
  'another person': `update activity_entries set user_id = case when user_id is null then (select min(id) from users) end where room_id = $1 and seq = $2 + 0 * $3`,
  'another document': `update activity_entries set item_id = coalesce(item_id, 0) + 1 + $3 where room_id = $1 and seq = $2`,
  'other bytes': `update activity_entries set sealed = set_byte(sealed, ($3 * 7) % length(sealed), get_byte(sealed, ($3 * 7) % length(sealed)) # 1) where room_id = $1 and seq = $2`,
  'bytes of another entry': `update activity_entries set sealed = (select sealed from activity_entries where room_id = $1 and seq = ($2::int + 1 + $3 % ${ENTRIES - 1}) % ${ENTRIES}) where room_id = $1 and seq = $2`,
  gone: `delete from activity_entries where room_id = $1 and seq = $2 + 0 * $3`,
  'in another room': `update activity_entries set room_id = (select min(id) from rooms where id <> $1), seq = 1000000 + $3 where room_id = $1 and seq = $2`,
  'without its place': `update activity_entries set seq = null where room_id = $1 and seq = $2 + 0 * $3`,
  'at another place': `update activity_entries set seq = 1000000 + $3 where room_id = $1 and seq = $2`,
  'under another id': `update activity_entries set id = 1000000 + id + $3 where room_id = $1 and seq = $2`,
  'the end cut off': `delete from activity_entries where room_id = $1 and seq >= $2 + 0 * $3`,
  'another leaf': `update activity_tiles set hashes = set_byte(hashes, ($2 * 32 + $3 % 32)::int, get_byte(hashes, ($2 * 32 + $3 % 32)::int) # 1) where room_id = $1 and level = 0`,
  'no tiles': `delete from activity_tiles where room_id = $1 + 0 * $2 + 0 * $3`,
  'another size': `update activity_trees set size = 1 + (size + $2 + $3) % ${ENTRIES - 1} where room_id = $1`,
  'another note': `update activity_trees set note = overlay(note placing (case substr(note, 60 + $2::int, 1) when 'A' then 'B' else 'A' end) from 60 + $2::int) where room_id = $1 + 0 * $3`,
}

describe('what somebody with all rights in the database changes', () => {
  let app: TestApp
  let room: TestRoom
  const parts = async () => {
    const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    const { retention } = createRoomKeyring(keyStore)
    const { database, clock, log } = app
    const signer = createCheckpointSigner(keyStore.checkpointKey())
    return {
      database,
      clock,
      log,
      retention,
      signer,
      activity: createActivityLog(retention, clock),
    }
  }

  beforeAll(async () => {
    app = await startTestApp()
    await app.room()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    const { activity } = await parts()
    const actor = {
      roomId: room.roomId,
      memberId: null,
      userId: null,
      name: '가',
      position: '',
      email: '',
      address: '',
    }
    const missing = ENTRIES - (await app.logged(room.roomId)).length
    await app.database.transaction((tx) =>
      activity.recordEach(
        tx,
        actor,
        'document.viewed',
        Array.from({ length: missing }, (_, at) => ({ itemId: at + 1, name: `문서 ${at}.pdf` })),
      ),
    )
    while ((await app.program.sequence()) > 0);
  })

  async function saved(): Promise<() => Promise<void>> {
    const { pool } = app.database
    const tables: [name: string, rows: { id?: number }[]][] = []
    for (const name of ['activity_entries', 'activity_tiles', 'activity_trees']) {
      const { rows } = await pool.query(
        `select to_jsonb(t) as row from ${name} t where room_id = $1`,
        [room.roomId],
      )
      tables.push([name, rows.map(({ row }) => row)])
    }
    return async () => {
      for (const [name, rows] of tables) {
        await pool.query(`delete from ${name} where room_id = $1`, [room.roomId])
        if (name === 'activity_entries')
          await pool.query(`delete from ${name} where id = any($1)`, [rows.map(({ id }) => id)])
        await pool.query(
          `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`,
          [JSON.stringify(rows)],
        )
      }
    }
  }

  it('is found: no change of an entry under a checkpoint that somebody has kept goes unseen', {
    timeout: 600_000,
  }, async () => {
    const verifier = await parts()
    const kept = await findTree(app.database.db, room.roomId)
    const { verdict: intact } = await verifyLog(verifier, room.roomId, [kept?.note ?? ''])
    expect(intact).toMatchObject({
      fault: undefined,
      checked: ENTRIES,
      gaps: [],
      notes: [{ state: 'kept' }],
    })

    const restore = await saved()
    const undetected: string[] = []
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(TAMPERINGS_OF_ONE)),
        fc.integer({ min: 0, max: ENTRIES - 1 }),
        fc.integer({ min: 0, max: 999 }),
        async (name, place, other) => {
          const { rowCount } = await app.database.pool.query(TAMPERINGS_OF_ONE[name] ?? '', [
            room.roomId,
            place,
            other,
          ])
          expect({ name, rowCount }).not.toEqual({ name, rowCount: 0 })
          const { fault, gaps } = (await verifyLog(verifier, room.roomId, [kept?.note ?? '']))
            .verdict
          if (fault === undefined && gaps.length === 0)
            undetected.push(`${name} at ${place}, ${other}`)
          await restore()
        },
      ),
      { numRuns: TAMPERINGS },
    )
    expect(undetected).toEqual([])
  })

  it('is detected with an export alone, at the first bad entry', async () => {
    const { text } = await room.operator.call(
      'POST',
      `/room/api/room/roomActivity/export/${room.roomId}`,
      { body: { format: 'json' } },
    )
    const whole = historyExport.parse(JSON.parse(text))
    const verdict = await verifyExport(nodeCrypto, whole, whole.entries)
    expect(verdict).toMatchObject({ fault: undefined, checked: ENTRIES + 1, gaps: [] })
    expect(whole.entries[0]).toMatchObject({
      seq: ENTRIES,
      description: '활동 내역 내보내기 (JSON)',
    })

    const changed = structuredClone(whole.entries)
    const victim = changed[7]
    if (!victim?.entry) throw new Error('no entry')
    victim.entry.doer.name = '나'
    expect(await verifyExport(nodeCrypto, whole, changed)).toMatchObject({
      fault: 'BAD_ENTRY',
      at: { seq: victim.seq, id: victim.entry.id },
      checked: 7,
    })
    expect(
      (await verifyExport(nodeCrypto, whole, whole.entries.toSpliced(3, 2))).gaps,
    ).toMatchObject([{ from: ENTRIES - 4, to: ENTRIES - 2 }])
    expect(
      await verifyExport(nodeCrypto, whole, [...whole.entries, ...whole.entries.slice(5, 6)]),
    ).toMatchObject({
      fault: 'SAME_ENTRY_TWICE',
    })
    const other = createCheckpointSigner(Buffer.alloc(32, 7))
    expect(
      await verifyExport(
        nodeCrypto,
        { ...whole, publicKey: other.publicKey.toString('base64') },
        whole.entries,
      ),
    ).toMatchObject({
      fault: 'BAD_SIGNATURE',
    })
    expect(
      await verifyExport(nodeCrypto, whole, whole.entries, {
        publicKey: other.publicKey.toString('base64'),
      }),
    ).toMatchObject({
      fault: 'OTHER_KEY',
    })
    expect(
      await verifyExport(nodeCrypto, { ...whole, checkpoint: null }, whole.entries),
    ).toMatchObject({ fault: 'NO_CHECKPOINT' })

    const filtered = await room.operator.call(
      'POST',
      `/room/api/room/roomActivity/export/${room.roomId}`,
      {
        body: { format: 'json', type: 'gate' },
      },
    )
    const part = historyExport.parse(JSON.parse(filtered.text))
    const note = whole.checkpoint ?? ''
    const checked = (...notes: KnownNote[]) =>
      verifyExport(nodeCrypto, part, part.entries, { notes })
    expect(await checked({ note })).toMatchObject({
      fault: undefined,
      checked: 1,
      notes: [{ state: 'unproven' }],
    })
    const steady = await room.operator.call('GET', `/room/api/room/checkpoint/${room.roomId}`, {
      query: { since: ENTRIES + 1 },
    })
    const { consistency } = steady.json.payload as { consistency: string[] }
    expect(await checked({ note, consistency })).toMatchObject({
      fault: undefined,
      notes: [{ state: 'kept' }],
    })
    expect(await checked({ note, consistency: [] })).toMatchObject({
      fault: 'OTHER_HISTORY',
      notes: [{ state: 'contradicts' }],
    })
  })
})
