import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { bytesOfLinked, sendLinked, ticketFor } from '../fixtures/linked-file.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import { WireClient } from '../harness/wire-client.ts'
import { destroyAtOnce, elsewhere, ending, untilDestroyed } from '../scenarios/endings.ts'
import { type HeldByAddressee, MESSAGE_ROUTES } from './byte-routes-of-messages.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const NAME = '기밀.pdf'
const OPERATOR = 4

interface MessageBytesRoom {
  readonly room: TestRoom
  readonly reader: TestPerson
  readonly held: HeldByAddressee
}

interface MessageBytesState {
  readonly asks: (context: MessageBytesRoom) => Promise<WireClient>
  readonly message: number
  readonly ticket?: number
  readonly shown?: number
}

const done = async (
  change: Promise<{ readonly http: number }>,
  client: WireClient,
): Promise<WireClient> => {
  expect((await change).http).toBe(200)
  return client
}

describe('who must not have the file of a message', () => {
  let app: TestApp
  let otherNode: string
  beforeAll(async () => {
    app = await startTestApp()
    otherNode = await app.node()
  })
  afterAll(() => app.close())

  const holding = async (client: WireClient, messageId: number): Promise<HeldByAddressee> => ({
    messageId,
    tickets: {
      whole: await ticketFor(client, messageId),
      range: await ticketFor(client, messageId),
      session: await ticketFor(client, messageId),
    },
  })

  async function furnish(): Promise<MessageBytesRoom> {
    const room = await app.room()
    const reader = await app.participant(room)
    const messageId = await sendLinked(room.operator, NAME, [reader.email])
    return { room, reader, held: await holding(reader.client, messageId) }
  }

  async function furnishOperators(): Promise<MessageBytesRoom> {
    const room = await app.room()
    const reader = await app.participant(room, '박운영')
    await room.operator.setRole(reader.memberId, OPERATOR)
    const { client: writer } = await app.participant(room)
    const messageId = await sendLinked(writer, NAME)
    return { room, reader, held: await holding(reader.client, messageId) }
  }

  const STATES: Record<string, MessageBytesState> = {
    'a stranger': { asks: async ({ reader }) => new WireClient(reader.client.base), message: 401 },
    'somebody who has not agreed': {
      asks: async ({ room }) => {
        const client = new WireClient(app.base)
        await client.join(room.pin)
        return client
      },
      message: 403,
      shown: 403,
    },
    'another participant of the room, to whom it was not mailed': {
      asks: async ({ room }) => (await app.participant(room)).client,
      message: 404,
      shown: 404,
    },
    'its sender': { asks: async ({ room }) => room.operator, message: 404, shown: 404 },
    'a participant of another room': {
      asks: async () => (await app.participant(await app.room())).client,
      message: 404,
      shown: 404,
    },
    'the operator of another room': {
      asks: async () => (await app.room()).operator,
      message: 404,
      shown: 404,
    },
    'an operator who views the room as the reader': {
      asks: ({ room, reader }) => room.operator.viewerOf(reader.memberId),
      message: 403,
      shown: 403,
    },
    'the reader after logout': {
      asks: ({ reader }) => done(reader.client.logout(), reader.client),
      message: 401,
      ticket: 401,
    },
    'a reader who was shut out': {
      asks: ({ room, reader }) =>
        done(room.operator.setRight(reader.memberId, 'access', false), reader.client),
      message: 401,
      ticket: 401,
    },
    'a reader who was removed': {
      asks: ({ room, reader }) => done(room.operator.remove(reader.memberId), reader.client),
      message: 401,
      ticket: 401,
    },
    'a reader who rested for 30 minutes': {
      asks: async ({ reader }) => {
        app.clock.advance(LIMITS.idleMs + 1_000)
        return reader.client
      },
      message: 401,
      ticket: 401,
    },
    'a reader of a room that was closed, at another node': {
      asks: async ({ room, reader }) => {
        expect((await ending.move(room.operator, 'closed')).http).toBe(200)
        return elsewhere(reader.client, otherNode)
      },
      message: 401,
      ticket: 401,
    },
    'a reader of a room that was destroyed, at another node': {
      asks: async ({ room, reader }) => {
        await destroyAtOnce(app, room)
        await untilDestroyed(app, room.roomId)
        return elsewhere(reader.client, otherNode)
      },
      message: 401,
      ticket: 404,
      shown: 404,
    },
    'a reader with a ticket older than a minute': {
      asks: async ({ reader }) => {
        app.clock.advance(LIMITS.ticketMs + 1_000)
        return reader.client
      },
      message: 200,
      ticket: 404,
    },
    'a reader whose ticket was issued before its time was over': {
      asks: async ({ reader, held }) => {
        await app.database.pool.query(
          `update messages set created_at = created_at - interval '7 days' where id = $1`,
          [held.messageId],
        )
        return reader.client
      },
      message: 410,
      ticket: 410,
    },
  }

  const expectAnswers = async (
    context: MessageBytesRoom,
    client: WireClient,
    { message, ticket, shown = ticket }: Omit<MessageBytesState, 'asks'>,
  ) => {
    for (const { operation, by, withSession, send } of MESSAGE_ROUTES) {
      const expected = by === 'message' ? message : withSession ? shown : ticket
      if (expected === undefined) continue
      const { http: status, text } = await send(client, context.held)
      const http = status === 206 ? 200 : status
      expect({ operation, http, text: http === expected ? '' : text.slice(0, 200) }).toEqual({
        operation,
        http: expected,
        text: '',
      })
      if (http < 400) continue
      expect(JSON.parse(text)).toEqual({
        status: 'EXCEPTION',
        payload: expect.any(String),
        code: expect.any(String),
      })
      expect(text).not.toMatch(/기밀|%PDF/)
    }
  }

  it('its recipients have it by every route, without the right to download documents', async () => {
    const { reader, held, room } = await furnish()
    expect(reader.client.me.download).toBe(false)
    await expectAnswers({ room, reader, held }, reader.client, { message: 200, ticket: 200 })
    const response = await reader.client.fetch(
      'GET',
      await ticketFor(reader.client, held.messageId),
    )
    expect(Buffer.from(await response.arrayBuffer()).equals(bytesOfLinked(NAME))).toBe(true)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'message.file-fetched'),
    ).toHaveLength(4)
  })

  it.each(Object.entries(STATES))('%s', async (_, { asks, ...answers }) => {
    const context = await furnish()
    await expectAnswers(context, await asks(context), answers)
    expect(await app.logged(context.room.roomId)).not.toContain('message.file-fetched')
  })

  it('what went to operators is for those of them who got it, as long as they are operators', async () => {
    const context = await furnishOperators()
    await expectAnswers(context, context.reader.client, { message: 200, ticket: 200 })
    const later = await app.participant(context.room)
    await context.room.operator.setRole(later.memberId, OPERATOR)
    await expectAnswers(context, later.client, { message: 404, shown: 404 })
    const held = await holding(context.reader.client, context.held.messageId)
    await context.room.operator.setRole(context.reader.memberId, 5)
    await expectAnswers({ ...context, held }, context.reader.client, { message: 404, ticket: 404 })
  })
})
