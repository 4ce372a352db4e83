import { setTimeout as wait } from 'node:timers/promises'
import pg, { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { LiveEvent } from '../../../contract/features/session.ts'
import { toClientConfig } from '../../platform/db/connection-options.ts'
import { connect } from '../../test/harness/raw-http.ts'
import { type OpenedSessionParts, openSessionParts } from '../../test/harness/session-parts.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { type Ear, openEar } from '../../test/servers/open-ear.ts'
import { liveEvents } from './live-events.ts'

const OPERATOR = 4
const PARTICIPANT = 5
/** A revocation precedes the next heartbeat. */
const CUT_WITHIN_MS = 5_000

const ears: Ear[] = []
afterEach(() => {
  for (const ear of ears.splice(0)) ear.hangUp()
})

async function listenAs(client: WireClient, base?: string): Promise<Ear> {
  const ear = await openEar(client, base)
  ears.push(ear)
  return ear
}

describe('the stream of events', () => {
  let app: TestApp
  let room: TestRoom
  let nodes: readonly [string, string]
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
    nodes = [app.base, await app.node()]
  })
  afterAll(() => app.close())

  it('reports items, rights and switches on every node, and only what concerns the listener', async () => {
    const [one, other] = [await app.participant(room), await app.participant(room)]
    const foreign = await app.participant(await app.room())
    for (const base of nodes) {
      const ear = await listenAs(one.client, base)
      const neighbour = await listenAs(other.client, base)
      const outsider = await listenAs(foreign.client, base)
      await room.operator.makeFolder('새 폴더')
      await room.operator.setRight(one.memberId, 'print', true)
      await room.operator.switches(false, false)
      const rights = { type: 'rights', print: true, download: false, text: false, roleId: 5 }
      await expect.poll(() => ear.heard).toHaveLength(5)
      expect(ear.heard).toEqual([
        { type: 'hello' },
        { type: 'items', parent: 0 },
        rights,
        rights,
        {
          ...{
            type: 'room',
            watermark: false,
            noti: false,
            watermarkStyle: { density: 'standard', strength: 100 },
            viewing: { selection: false, strict: false, imageCopies: false },
          },
          ...{ phase: 'open', phaseAt: null, closesAt: null, destroysAt: null },
        },
      ])
      await expect
        .poll(() => neighbour.heard.map(({ type }) => type))
        .toEqual(['hello', 'items', 'rights', 'room'])
      expect(neighbour.heard[2]).toMatchObject({ print: false })
      expect(outsider.heard).toEqual([{ type: 'hello' }])
      await room.operator.setRight(one.memberId, 'print', false)
      await room.operator.switches(true, true)
    }
  })

  it.each([
    [
      'blocked',
      'ACCESS_BLOCKED',
      (memberId: number) => room.operator.setRight(memberId, 'access', false),
    ],
    ['removed', 'SESSION_ENDED', (memberId: number) => room.operator.remove(memberId)],
  ])(
    'ends for a person who is %s, in every tab and on every node, long before a heartbeat',
    async (_, code, revoke) => {
      const { client, memberId, pin } = await app.participant(room)
      const second = app.stranger()
      await second.join(pin)
      await second.agree()
      const streams = await Promise.all([
        listenAs(client),
        listenAs(client, nodes[1]),
        listenAs(second, nodes[1]),
      ])
      const bystander = await listenAs(room.operator, nodes[1])
      await revoke(memberId)
      await Promise.race([
        Promise.all(streams.map(({ over }) => over)),
        wait(CUT_WITHIN_MS).then(() => Promise.reject(new Error('a stream outlived the block'))),
      ])
      for (const { heard } of streams) expect(heard.at(-1)).toEqual({ type: 'ended', code })
      expect(bystander.heard.map(({ type }) => type)).not.toContain('ended')
    },
  )

  it('ends with the logout of its own session only, and reports the new role to a demoted operator', async () => {
    const { client, memberId, pin } = await app.participant(room)
    const other = app.stranger()
    await other.join(pin)
    await other.agree()
    const [ear, left] = [await listenAs(client), await listenAs(other)]
    await room.operator.setRole(memberId, OPERATOR)
    await room.operator.setRole(memberId, PARTICIPANT)
    await expect.poll(() => ear.heard).toHaveLength(3)
    expect(ear.heard.slice(1)).toMatchObject([{ roleId: OPERATOR }, { roleId: PARTICIPANT }])
    await other.logout()
    await left.over
    expect(left.heard.at(-1)).toEqual({ type: 'ended', code: 'SESSION_ENDED' })
    await room.operator.makeFolder('그 뒤')
    await expect.poll(() => ear.heard.at(-1)).toEqual({ type: 'items', parent: 0 })
  })

  it('is refused before the agreement and without a session', async () => {
    const client = app.stranger()
    expect((await client.fetch('GET', '/room/api/room/events')).status).toBe(401)
    await client.join(room.pin)
    expect((await client.fetch('GET', '/room/api/room/events')).status).toBe(403)
  })

  it('falls back to polling while the database notifies nobody, still cuts long before a heartbeat, and hears again afterwards', async () => {
    const { client, memberId } = await app.participant(room)
    const streams = await Promise.all(nodes.map((base) => listenAs(client, base)))
    const operators = await Promise.all(nodes.map((base) => listenAs(room.operator, base)))
    const superuser = new Client(toClientConfig(inject('testCluster').superuser))
    await superuser.connect()
    const { database } = app.connection
    await Promise.all(
      Array.from({ length: 20 }, () => app.database.pool.query('select pg_sleep(0.1)')),
    )
    try {
      await superuser.query(`alter database ${database} with allow_connections false`)
      await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'sealroom 2 listener'`,
        [database],
      )
      await room.operator.setRight(memberId, 'access', false)
      await Promise.race([
        Promise.all(streams.map(({ over }) => over)),
        wait(CUT_WITHIN_MS).then(() =>
          Promise.reject(new Error('a stream outlived the block though the nodes poll')),
        ),
      ])
      for (const { heard } of streams)
        expect(heard.at(-1)).toEqual({ type: 'ended', code: 'ACCESS_BLOCKED' })
      for (const { heard } of operators) heard.length = 0
      await room.operator.makeFolder('듣지 못한 폴더')
      for (const { heard } of operators) {
        await expect
          .poll(() => heard)
          .toEqual(expect.arrayContaining([{ type: 'items', parent: 0 }, { type: 'threads' }]))
      }
    } finally {
      await superuser.query(`alter database ${database} with allow_connections true`)
      await superuser.end()
    }
    const restored = () =>
      app.log.entries.filter(({ msg }) => msg === 'the database listener is connected again')
    await expect.poll(() => restored().length).toBe(nodes.length)
    for (const { heard } of operators) heard.length = 0
    await room.operator.makeFolder('다시')
    for (const { heard } of operators)
      await expect.poll(() => heard).toContainEqual({ type: 'items', parent: 0 })
  })
})

describe('what a stream costs', () => {
  let app: TestApp
  let opened: OpenedSessionParts
  let base: string
  beforeAll(async () => {
    app = await startTestApp()
    opened = await openSessionParts(app)
    base = await (await opened.serve()).listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await opened.close()
    await app.close()
  })

  const admit = (client: WireClient) =>
    opened.guard.admit(
      { headers: { authorization: `Bearer ${client.me.jwt}` }, ip: '127.0.0.1' } as never,
      { permission: 'session.use' },
    )

  it('is given back when the client goes away, at once or in the middle', async () => {
    const { operator } = await app.room()
    const streams = await Promise.all(Array.from({ length: 20 }, () => listenAs(operator, base)))
    expect(opened.counted.subscribers).toBe(20)
    for (const stream of streams) stream.hangUp()
    await expect.poll(() => opened.counted.subscribers).toBe(0)

    const request = `GET ${BASE_PATH}/room/api/room/events HTTP/1.1\r\nhost: ${new URL(base).host}\r\nauthorization: Bearer ${operator.me.jwt}\r\n\r\n`
    for (let round = 0; round < 40; round += 1) {
      const socket = await connect(base)
      socket.write(request)
      await wait(round % 8)
      socket.destroy()
    }
    const settled = app.log.entries.length
    await expect.poll(() => opened.counted.subscribers).toBe(0)
    expect(app.log.entries.slice(settled).filter(({ level }) => level === 'error')).toEqual([])
  })

  it('is given back when the session ends', async () => {
    const { operator } = await app.room()
    const ear = await listenAs(operator, base)
    await operator.logout()
    await ear.over
    await expect.poll(() => opened.counted.subscribers).toBe(0)
  })

  it('stays bounded with a reader that does not read, who is then asked to reload', async () => {
    const room = await app.room()
    const actor = await admit(room.operator)
    const hangUp = new AbortController()
    const stream = liveEvents({ ...opened.parts, guard: opened.guard }, actor, hangUp.signal)
    expect((await stream.next()).value).toEqual({ type: 'hello' })
    for (let parent = 1; parent <= 450; parent += 1) {
      await opened.parts.bus.publish(app.database.db, { room: room.roomId, kind: 'items', parent })
    }
    await opened.parts.bus.publish(app.database.db, {
      room: room.roomId,
      kind: 'items',
      parent: 1000,
    })
    const reported: LiveEvent[] = []
    for await (const event of stream) {
      reported.push(event)
      if (event.type === 'items' && event.parent === 1000) hangUp.abort()
    }
    expect(reported.length).toBeLessThan(250)
    expect(reported.slice(0, 4).map(({ type }) => type)).toEqual([
      'rights',
      'room',
      'items',
      'threads',
    ])
    expect(opened.counted.subscribers).toBe(0)
  })

  it('is one look at all sessions that hear of the same change, and each still ends by itself', async () => {
    const room = await app.room()
    const people = await Promise.all(Array.from({ length: 8 }, () => app.participant(room)))
    const hangUp = new AbortController()
    const streams = await Promise.all(
      people.map(async ({ client }) =>
        liveEvents({ ...opened.parts, guard: opened.guard }, await admit(client), hangUp.signal),
      ),
    )
    await Promise.all(streams.map((stream) => stream.next()))
    const [gone] = people
    await gone?.client.call('POST', '/room/api/room/logout', { body: {} })
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const heard = Promise.all(streams.map(async (stream) => (await stream.next()).value))
    await opened.parts.bus.publish(app.database.db, { room: room.roomId, kind: 'room' })
    const events = await heard
    const texts = query.mock.calls.map(([asked]) =>
      typeof asked === 'string' ? asked : (asked as { text: string }).text,
    )
    query.mockRestore()
    expect(texts.filter((text) => text.includes('from "sessions"')).length).toBeLessThanOrEqual(2)
    expect(events).toMatchObject([
      { type: 'ended', code: 'SESSION_ENDED' },
      ...Array(people.length - 1).fill({ type: 'rights' }),
    ])
    hangUp.abort()
    await Promise.all(streams.map((stream) => stream.return(undefined)))
  })

  it('is a heartbeat when nothing happens, and the idle end is found at one though nobody announces it', async () => {
    const { client } = await app.participant(await app.room())
    const stream = liveEvents(
      { ...opened.parts, guard: opened.guard, heartbeatMs: 20 },
      await admit(client),
      new AbortController().signal,
    )
    const next = async () => (await stream.next()).value
    expect([await next(), await next(), await next()].map((event) => event?.type)).toEqual([
      'hello',
      'heartbeat',
      'heartbeat',
    ])
    app.clock.advance(LIMITS.idleMs)
    expect(await next()).toEqual({ type: 'ended', code: 'SESSION_IDLE' })
    expect((await stream.next()).done).toBe(true)
    expect(opened.counted.subscribers).toBe(0)
  })

  it('ends at once when the client was gone before it was heard of', async () => {
    const { operator } = await app.room()
    const hangUp = new AbortController()
    const stream = liveEvents(
      { ...opened.parts, guard: opened.guard },
      await admit(operator),
      hangUp.signal,
    )
    await stream.next()
    hangUp.abort()
    const end = stream.next()
    await expect.poll(() => opened.counted.subscribers).toBe(0)
    expect((await end).done).toBe(true)
  })

  it('does not begin for a session that ended since it was admitted', async () => {
    const { operator } = await app.room()
    const actor = await admit(operator)
    await operator.logout()
    const stream = liveEvents(
      { ...opened.parts, guard: opened.guard },
      actor,
      new AbortController().signal,
    )
    expect((await stream.next()).value).toEqual({ type: 'ended', code: 'SESSION_ENDED' })
    expect((await stream.next()).done).toBe(true)
  })
})
