import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryItem } from '../../../contract/features/history.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { connect } from '../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { loggedEntries } from '../../test/scenarios/logged-details.ts'
import { createRoomKeyring, type RoomKeyring } from '../rooms/index.ts'

describe('an entry of the log whose peer has gone', () => {
  let app: TestApp
  let room: TestRoom
  let keyring: RoomKeyring
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
  })
  afterAll(() => app.close())

  async function invited(email: string): Promise<number> {
    const { json } = await room.operator.invite([{ name: '떠날 사람', email }])
    return (json.payload as { id: number }[])[0]?.id ?? 0
  }
  async function newest(): Promise<{ shown: HistoryItem | undefined; exported: unknown }> {
    while ((await app.program.sequence()) > 0);
    const listed = await room.operator.call(
      'GET',
      `/room/api/room/roomActivity/list/${room.roomId}`,
    )
    expect({ http: listed.http, status: listed.json.status }).toEqual({ http: 200, status: 'OK' })
    const [shown] = (listed.json.payload as { roomActivityItem: HistoryItem[] }).roomActivityItem
    const made = await room.operator.fetch(
      'POST',
      `/room/api/room/roomActivity/export/${room.roomId}`,
      { body: { format: 'json' } },
    )
    expect(made.status).toBe(200)
    const { entries } = (await made.json()) as { entries: { entry: { id: number } }[] }
    return { shown, exported: entries.find(({ entry }) => entry.id === shown?.id) }
  }

  it('before its request was read is written without an address, and neither history nor export fails for it', async () => {
    const memberId = await invited('gone@example.com')
    const socket = await connect(app.base)
    socket.write(
      [
        `GET /api/room/api/room/user/deleteInvited/${memberId} HTTP/1.1`,
        'host: room.test',
        `authorization: Bearer ${room.operator.me.jwt}`,
        '\r\n',
      ].join('\r\n'),
    )
    socket.resetAndDestroy()
    await eventually(async () =>
      expect((await app.logged(room.roomId)).at(-1)).toBe('member.removed'),
    )
    expect(await loggedEntries(app.database, keyring, room.roomId, 'member.removed')).toMatchObject(
      [{ doer: { address: '' } }],
    )
    const { shown, exported } = await newest()
    expect(shown).toMatchObject({
      name: '김운영',
      description: expect.stringContaining('떠날 사람'),
      proof: 'signed',
    })
    expect(exported).toMatchObject({ entry: { doer: { address: '' } } })
  })

  it('that an earlier release wrote with no address at all is shown, placed and exported as any other', async () => {
    await room.operator.makeFolder('주소 없음')
    const { rows } = await app.database.pool.query(
      'select id, sealed from activity_entries where room_id = $1 order by id desc limit 1',
      [room.roomId],
    )
    const [{ id, sealed: encrypted }] = rows
    const purpose = `activity:${id}`
    await app.database.transaction(async (tx) => {
      const { doer: actor, ...entry } = JSON.parse(
        (await keyring.retention.open(tx, room.roomId, purpose, encrypted)).toString(),
      )
      const { address: _, ...written } = actor
      const bytes = Buffer.from(JSON.stringify({ doer: written, ...entry }))
      const resealed = await keyring.retention.encrypt(tx, room.roomId, purpose, bytes)
      await app.database.pool.query('update activity_entries set sealed = $2 where id = $1', [
        id,
        resealed,
      ])
    })
    const { shown, exported } = await newest()
    expect(shown).toMatchObject({
      id: Number(id),
      description: expect.stringContaining('주소 없음'),
      proof: 'signed',
    })
    expect(exported).toMatchObject({ entry: { doer: { address: '' } } })
  })
})
