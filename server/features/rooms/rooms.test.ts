import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import type { KeyStore } from '../../platform/encryption/key-store.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { createSmtpTransport } from '../../platform/mail/smtp-transport.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'
import { loggedDetails } from '../../test/scenarios/logged-details.ts'
import { createRoomKeyring } from './keys/room-keys.ts'

describe('rooms', () => {
  let app: TestApp
  let keyStore: KeyStore
  let scratch: string
  beforeAll(async () => {
    app = await startTestApp()
    keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
    scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-rooms-'))
  })
  afterAll(async () => {
    await fs.rm(scratch, { recursive: true, force: true })
    await app.close()
  })

  const answerTo = async (client: WireClient) =>
    (await client.call('GET', `/room/api/room/info/${client.me.roomId}`)).json
  const infoOf = async (client: WireClient) => (await answerTo(client)).payload

  it('have numbers of their own, also those that are made at the same time', async () => {
    const rooms = await Promise.all(Array.from({ length: 10 }, () => app.room()))
    const numbers = rooms.map(({ roomNo }) => roomNo)
    expect(new Set(numbers).size).toBe(10)
    const month = app.clock.now().toISOString().slice(2, 7).replace('-', '')
    for (const number of numbers) expect(number).toMatch(new RegExp(`^${month}-\\d{4}$`))
  })

  it('are renamed by an operator, with an entry of both names, and keep the name of entries before', async () => {
    const room = await app.room()
    const guest = await app.participant(room)
    const renamed = await room.operator.renameRoom('  한빛테크 인수 실사 ')
    expect(renamed.json).toEqual({ status: 'OK', payload: null })
    expect(await infoOf(guest.client)).toMatchObject({ roomName: '한빛테크 인수 실사' })
    await room.operator.renameRoom('한빛테크 인수 실사')
    const keyring = createRoomKeyring(keyStore)
    expect(await loggedDetails(app.database, keyring, room.roomId, 'room.renamed')).toEqual([
      { name: '한빛테크 인수 실사', before: '시험 룸' },
    ])
    expect(await loggedDetails(app.database, keyring, room.roomId, 'room.created')).toEqual([
      { name: '시험 룸' },
    ])
    for (const bad of ['', '   ', '가\n나', 'x'.repeat(101), 1, null, undefined]) {
      expect((await room.operator.renameRoom(bad)).http).toBe(400)
    }
    expect((await guest.client.renameRoom('내 방')).http).toBe(403)
    expect(await infoOf(room.operator)).toMatchObject({ roomName: '한빛테크 인수 실사' })
  })

  it('that the first start made ask operators for their names until they are named, and block no call', async () => {
    const room = await app.room()
    const noticesOf = async (client: WireClient) =>
      ((await answerTo(client)) as unknown as { notices: string[] }).notices
    expect(await noticesOf(room.operator)).not.toContain('SETUP_PENDING')
    await app.database.pool.query('update rooms set setup_pending = true where id = $1', [
      room.roomId,
    ])
    const guest = await app.participant(room)
    expect(await noticesOf(room.operator)).toContain('SETUP_PENDING')
    expect(await noticesOf(guest.client)).toEqual([])
    expect(await noticesOf(await room.operator.viewerOf(guest.memberId))).not.toContain(
      'SETUP_PENDING',
    )
    expect((await room.operator.list()).http).toBe(200)
    await room.operator.renameRoom('시험 룸')
    expect(await noticesOf(room.operator)).not.toContain('SETUP_PENDING')
  })

  it('say how long new documents are gathered for a mail', async () => {
    const { operator } = await app.room()
    expect(await answerTo(operator)).toMatchObject({ notifyAfterMinutes: 10, raised: true })
  })

  it('switch for all nodes at once, with an entry for a change and none for what was so before', async () => {
    const room = await app.room()
    const elsewhere = new WireClient(await app.node())
    elsewhere.session = room.operator.session
    expect(await infoOf(room.operator)).toMatchObject({
      watermark: true,
      noti: true,
      roomNo: room.roomNo,
      closesAt: null,
    })
    const entries = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'room.switched').length
    for (const [watermark, noti, expected] of [
      [true, true, 0],
      [false, true, 1],
      [false, true, 1],
      [false, false, 2],
      [true, true, 3],
    ] as const) {
      expect((await room.operator.switches(watermark, noti)).json).toEqual({
        status: 'OK',
        payload: null,
      })
      for (const client of [room.operator, elsewhere])
        expect(await infoOf(client)).toMatchObject({ watermark, noti })
      expect(await entries()).toBe(expected)
    }
    await Promise.all(Array.from({ length: 6 }, () => room.operator.switches(false, true)))
    expect(await entries()).toBe(4)
  })

  it('are read as their operators decide, one thing at a time', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client } = await app.participant(room)
    const entries = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'room.viewing').length
    const off = { selection: false, strict: false, imageCopies: false }
    expect(await infoOf(client)).toMatchObject({ viewing: off })
    for (const [changes, viewing, expected] of [
      [{ strict: true }, { ...off, strict: true }, 1],
      [{ strict: true }, { ...off, strict: true }, 1],
      [{ selection: true, strict: false }, { ...off, selection: true }, 2],
      [{}, { ...off, selection: true }, 2],
      [{ imageCopies: true }, { ...off, selection: true, imageCopies: true }, 3],
    ] as const) {
      expect((await room.operator.viewing(changes)).json).toEqual({ status: 'OK', payload: null })
      expect(await infoOf(client)).toMatchObject({ viewing })
      expect(await entries()).toBe(expected)
    }
    await Promise.all([
      room.operator.viewing({ selection: false }),
      room.operator.viewing({ strict: true }),
    ])
    expect(await infoOf(client)).toMatchObject({
      viewing: { selection: false, strict: true, imageCopies: true },
    })
    for (const value of ['true', 1, null])
      expect((await room.operator.viewing({ strict: value })).http).toBe(400)
    expect((await client.viewing({ selection: true })).http).toBe(403)
    expect((await other.operator.viewing({ id: room.roomId, selection: true })).http).toBe(404)
    expect(await infoOf(other.operator)).toMatchObject({ viewing: off })
    expect(await infoOf(room.operator)).toMatchObject({ viewing: { selection: false } })
  })

  it('have the watermark that their operators choose', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client } = await app.participant(room)
    const standard = { density: 'standard', strength: 100 }
    expect(await infoOf(client)).toMatchObject({ watermarkStyle: standard })
    for (const style of [
      standard,
      { density: 'dense', strength: 50 },
      { density: 'dense', strength: 50 },
      { density: 'light', strength: 200 },
    ]) {
      expect((await room.operator.watermarkStyle(style)).json).toEqual({
        status: 'OK',
        payload: null,
      })
      expect(await infoOf(client)).toMatchObject({ watermarkStyle: style })
    }
    expect(
      await loggedDetails(
        app.database,
        createRoomKeyring(keyStore),
        room.roomId,
        'room.watermark-style',
      ),
    ).toEqual([
      { density: 'dense', strength: 50 },
      { density: 'light', strength: 200 },
    ])
    for (const wrong of [
      { strength: 100 },
      { density: 'none', strength: 100 },
      { ...standard, strength: 49 },
      { ...standard, strength: 201 },
      { ...standard, strength: 99.5 },
    ])
      expect((await room.operator.watermarkStyle(wrong)).http).toBe(400)
    expect((await client.watermarkStyle(standard)).http).toBe(403)
    expect((await other.operator.watermarkStyle({ id: room.roomId, ...standard })).http).toBe(404)
    expect(await infoOf(other.operator)).toMatchObject({ watermarkStyle: standard })
    expect(await infoOf(room.operator)).toMatchObject({
      watermarkStyle: { density: 'light', strength: 200 },
    })
  })

  it('ask for a second step as their operators decide', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client } = await app.participant(room)
    const entries = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'room.entering').length
    expect(await infoOf(client)).toMatchObject({ entering: { secondStep: false } })
    for (const [secondStep, expected] of [
      [false, 0],
      [true, 1],
      [true, 1],
      [false, 2],
    ] as const) {
      expect((await room.operator.entering(secondStep)).json).toEqual({
        status: 'OK',
        payload: null,
      })
      expect(await infoOf(client)).toMatchObject({ entering: { secondStep } })
      expect(await entries()).toBe(expected)
    }
    await Promise.all(Array.from({ length: 6 }, () => room.operator.entering(true)))
    expect(await entries()).toBe(3)
    for (const value of ['true', 1, null, undefined])
      expect((await room.operator.entering(value)).http).toBe(400)
    expect((await client.entering(false)).http).toBe(403)
    const send = (body: object) =>
      other.operator.call('PUT', '/room/api/room/update/entering', { body })
    expect((await send({ id: room.roomId, secondStep: false })).http).toBe(404)
    expect(await infoOf(other.operator)).toMatchObject({ entering: { secondStep: false } })
    expect(await infoOf(room.operator)).toMatchObject({ entering: { secondStep: true } })
  })

  it('are switched by true and false alone, by their own operators', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const { client } = await app.participant(room)
    const send = (as: WireClient, body: Record<string, unknown>) =>
      as.call('PUT', '/room/api/room/update/toggle', {
        body: { id: room.roomId, watermark: false, noti: false, ...body },
      })
    for (const value of ['false', 0, null, [], undefined]) {
      expect((await send(room.operator, { watermark: value })).http).toBe(400)
      expect((await send(room.operator, { noti: value })).http).toBe(400)
    }
    expect((await send(room.operator, { name: '새 이름' })).http).toBe(400)
    expect((await send(other.operator, {})).http).toBe(404)
    expect((await send(client, {})).http).toBe(403)
    expect((await room.operator.call('GET', `/room/api/room/info/${other.roomId}`)).http).toBe(404)
    expect(await infoOf(room.operator)).toMatchObject({ watermark: true, noti: true })
  })

  it('inform operators that no mail server is set, and nobody else', async () => {
    const room = await app.room()
    const person = await app.participant(room)
    const smtp = createSmtpTransport({ url: 'smtp://127.0.0.1:1', clock: app.clock })
    const withMail = await app.node({ transport: smtp })
    const noticesOf = async (pin: string, base = app.base) => {
      const client = new WireClient(base)
      await client.join(pin)
      return (await answerTo(client)).notices
    }
    expect(await noticesOf(room.pin)).toEqual(['MAIL_NOT_SET_UP'])
    expect(await noticesOf(person.pin)).toEqual([])
    for (const pin of [room.pin, person.pin]) expect(await noticesOf(pin, withMail)).toEqual([])

    await room.operator.setRole(person.memberId, ROLE.operator)
    expect((await answerTo(person.client)).notices).toEqual(['MAIL_NOT_SET_UP'])
    await room.operator.setRole(person.memberId, ROLE.participant)
    expect((await answerTo(person.client)).notices).toEqual([])
    await smtp.close()
  })

  it('show a session whether its own operator area is open, not that of another session of the same person', async () => {
    const room = await app.room()
    const person = await app.participant(room)
    expect((await answerTo(room.operator)).raised).toBe(true)
    expect((await answerTo(person.client)).raised).toBe(false)
    const second = new WireClient(app.base)
    await second.join(room.pin)
    expect((await answerTo(second)).raised).toBe(false)
  })
})
