import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import {
  addPasskey,
  elevateWith,
  PASSKEY_URL,
  removePasskey,
  renamePasskey,
  tryNewPasskey,
} from '../../test/scenarios/passkeys.ts'
import { stepCodeTo, wrongCode } from '../../test/scenarios/step-codes.ts'
import { createRoomKeyring } from '../rooms/index.ts'
import { type AuditActor, createActivityLog } from './record-activity.ts'

const OPERATOR = 4
const PARTICIPANT = 5

describe('the activity log', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ publicUrl: PASSKEY_URL })
  })
  afterAll(() => app.close())

  async function whileFull<T>(work: () => Promise<T>): Promise<T> {
    await app.database.pool.query(
      'alter table activity_entries add constraint log_is_full check (false) not valid',
    )
    try {
      return await work()
    } finally {
      await app.database.pool.query('alter table activity_entries drop constraint log_is_full')
    }
  }

  async function stateOf({ roomId }: TestRoom): Promise<unknown> {
    const parts = await Promise.all(
      [
        'select watermark, noti, second_step, daily_mail, storage_used, file_count, member_count from rooms where id = $1',
        'select id, position, role_id, can_print, can_download, can_access, ended_at, code_hash, last_seen_at from members where room_id = $1 order by id',
        'select lookup, replacement, used_at from pins where room_id = $1 order by lookup',
        'select id, unproven, agreed_at, raised_at, ended_at from sessions where room_id = $1 order by id',
        'select code_hash from step_codes join sessions on sessions.id = session_id where room_id = $1 order by code_hash',
        'select member_id from devices where room_id = $1 order by member_id',
        'select id, name, parent_id, ancestors, deleted_at, trash_id, doomed_at from items where room_id = $1 order by id',
        'select id, name, counter, used_at from passkeys where room_id = $1 order by id',
        'select member_id, version from acceptances where room_id = $1 order by member_id, version',
        'select id, kind from mails where room_id = $1 order by id',
        'select id, kind from activity_entries where room_id = $1 order by id',
      ].map((query) => app.database.pool.query(query, [roomId])),
    )
    return parts.map(({ rows }) => rows)
  }

  it('K05: blocks every operation while it cannot be written', async () => {
    const room = await app.room()
    const person = await app.participant(room)
    const second = await app.participant(room)
    await room.operator.setRole(second.memberId, OPERATOR)
    const code = await app.codeMailedTo(second.email)
    const joined = app.stranger()
    await joined.join(person.pin)
    const newcomer = app.stranger()
    newcomer.device = person.client.device
    const { operator } = room
    const own = await addPasskey(operator)
    const colleague = app.stranger()
    await colleague.join(second.pin)
    await colleague.agree()
    await colleague.elevate(code)
    const passkey = await addPasskey(colleague)
    await operator.entering(true)
    const [waiting, renewing, unknown] = [app.stranger(), app.stranger(), app.stranger()]
    await waiting.join(person.pin)
    const stepCode = await stepCodeTo(app, person.email)
    await renewing.join(person.pin)
    app.clock.advance(LIMITS.stepAgainMs)
    const actions: Record<string, () => Promise<WireAnswer>> = {
      'ask for the second step': () => unknown.join(person.pin),
      'ask for another code of it': () => renewing.mailStepCode(),
      'take the second step wrongly': () => waiting.prove(wrongCode(stepCode)),
      'take the second step': () => waiting.prove(stepCode),
      enter: () => newcomer.join(person.pin),
      agree: () => joined.agree(),
      raise: () => second.client.elevate(code),
      'raise with a wrong code': () =>
        second.client.elevate(`${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`),
      'raise by passkey': async () => elevateWith(second.client, passkey),
      'raise by a wrong passkey': async () =>
        elevateWith(second.client, passkey, { userVerified: false }),
      'add a passkey': () => tryNewPasskey(operator),
      'rename a passkey': () => renamePasskey(operator, own.record.id, '다른 이름'),
      'remove a passkey': () => removePasskey(operator, own.record.id),
      'ask for a new PIN': () => app.stranger().findPin(person.email),
      'ask for a new code': () => second.client.findCode(),
      'log out': () => person.client.logout(),
      invite: () => operator.invite([{ name: '가', email: 'k05@example.com' }]),
      'invite again': () => operator.inviteAgain(person.memberId),
      'change a row': () =>
        operator.updateMember(person.memberId, {
          name: '이참여',
          email: person.email,
          position: '과장',
        }),
      'grant a right': () => operator.setRight(person.memberId, 'print', true),
      block: () => operator.setRight(person.memberId, 'access', false),
      'make an operator': () => operator.setRole(person.memberId, OPERATOR),
      'unmake an operator': () => operator.setRole(second.memberId, PARTICIPANT),
      'view as': () => operator.viewAs(person.memberId),
      remove: () => operator.remove(person.memberId),
      switch: () => operator.switches(false, false),
      'switch the second step': () => operator.entering(false),
      'switch the daily mail': () => operator.reporting(false),
      'make a folder': () => operator.makeFolder('가'),
      upload: () => operator.upload([['가.pdf', makePdf(1)]]),
    }
    await operator.upload([
      ['있던 것.pdf', makePdf(1)],
      ['지운 것.pdf', makePdf(1)],
    ])
    const [kept, deleted] = await operator.items()
    await operator.deleteItem(deleted?.id ?? 0)
    const folder = (await operator.makeFolder('있던 폴더')).json.payload as { id: number }
    Object.assign(actions, {
      rename: () => operator.renameItem(kept?.id ?? 0, '새 이름'),
      move: () => operator.moveItem(kept?.id ?? 0, folder.id),
      copy: () => operator.copyItem(kept?.id ?? 0, '사본', 0),
      delete: () => operator.deleteItem(kept?.id ?? 0),
      restore: () => operator.restoreItem(deleted?.id ?? 0),
      destroy: () => operator.destroyItem(deleted?.id ?? 0),
    })
    const before = await stateOf(room)
    for (const [name, act] of Object.entries(actions)) {
      const answer = await whileFull(act)
      expect({ name, http: answer.http, code: answer.json.code }).toEqual({
        name,
        http: 500,
        code: 'INTERNAL',
      })
      expect({ name, state: await stateOf(room) }).toEqual({ name, state: before })
    }
    for (const client of [newcomer, unknown]) expect(client.session).toBeUndefined()
    expect((await waiting.list()).json.code).toBe('NOT_PROVEN')
    expect((await person.client.list()).http).toBe(200)
    expect((await operator.switches(false, false)).json.status).toBe('OK')
  })

  it('answers what only reads while it cannot be written', async () => {
    const { operator } = await app.room()
    const info = (client: WireClient) =>
      client.call('GET', `/room/api/room/info/${client.me.roomId}`)
    expect((await whileFull(() => info(operator))).http).toBe(200)
    expect((await whileFull(() => operator.call('POST', '/room/api/room/alive'))).http).toBe(200)
  })

  describe('an entry', () => {
    const actorIn = (room: TestRoom): AuditActor => ({
      roomId: room.roomId,
      memberId: room.operator.me.id,
      userId: room.operator.me.userId,
      name: '김운영',
      position: '과장',
      email: 'op@example.com',
      address: '203.0.113.5',
    })
    const open = async () => {
      const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
      const { retention } = createRoomKeyring(keyStore)
      return { retention, log: createActivityLog(retention, app.clock) }
    }
    const lastOf = async (room: TestRoom) =>
      (
        await app.database.pool.query(
          'select * from activity_entries where room_id = $1 order by id desc limit 1',
          [room.roomId],
        )
      ).rows[0]

    it('is sealed under the retention key: who and what, and no more than its kind names', async () => {
      const room = await app.room()
      const { retention, log } = await open()
      const details = { itemId: 7, name: '계약서.pdf', pin: '123-45-67890123456' }
      await app.database.transaction((tx) =>
        log.record(tx, actorIn(room), 'document.viewed', details),
      )
      const { sealed: encrypted, at, id, ...row } = await lastOf(room)
      expect(row).toEqual({
        room_id: room.roomId,
        user_id: room.operator.me.userId,
        member_id: room.operator.me.id,
        kind: 'document.viewed',
        item_id: 7,
        seq: null,
        reading: null,
        continues: null,
        folded: false,
        summary: null,
      })
      expect(at).toBeInstanceOf(Date)
      expect(id).toBeGreaterThan(0)
      for (const text of ['계약서', '김운영', 'op@example.com', '203.0.113.5'])
        expect(encrypted.includes(text)).toBe(false)
      await expect(
        retention.open(app.database.db, room.roomId, `activity:${id + 1}`, encrypted),
      ).rejects.toThrow()
      expect(
        JSON.parse(
          (
            await retention.open(app.database.db, room.roomId, `activity:${id}`, encrypted)
          ).toString(),
        ),
      ).toEqual({
        doer: { name: '김운영', position: '과장', email: 'op@example.com', address: '203.0.113.5' },
        details: { itemId: 7, name: '계약서.pdf' },
        salt: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
      })
    })

    it('is there when its action is, and not otherwise', async () => {
      const room = await app.room()
      const { log } = await open()
      const before = await app.logged(room.roomId)
      const failing = app.database.transaction(async (tx) => {
        await log.record(tx, actorIn(room), 'session.raised', {})
        throw new Error('the action failed')
      })
      await expect(failing).rejects.toThrow('the action failed')
      const shapeless = app.database.transaction((tx) =>
        log.record(tx, actorIn(room), 'member.removed', { memberId: 0, name: '가' }),
      )
      await expect(shapeless).rejects.toThrow()
      expect(await app.logged(room.roomId)).toEqual(before)
    })
  })
})
