import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { stampPng } from '../fixtures/stamp-png.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { WireClient } from '../harness/wire-client.ts'
import { compose, draftOf, given, uploadStamp } from '../scenarios/composing.ts'
import { destroyAtOnce } from '../scenarios/endings.ts'
import { COMPOSE_ROUTES, type HeldByAuthor } from './byte-routes-of-compose.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const routes = Object.entries(COMPOSE_ROUTES)

interface ComposeBytesRoom {
  readonly room: TestRoom
  readonly held: HeldByAuthor
}

interface ComposeBytesState {
  readonly asks: (context: ComposeBytesRoom) => Promise<WireClient>
  readonly status: number
  readonly image?: number
  /** Tests share the unchanged room. */
  readonly isHarmless?: true
}

describe('who must not have the bytes of what is composed', () => {
  let app: TestApp
  let common: ComposeBytesRoom
  beforeAll(async () => {
    app = await startTestApp()
    common = await furnish()
  })
  afterAll(() => app.close())

  async function furnish(): Promise<ComposeBytesRoom> {
    const room = await app.room()
    const { templateId } = await draftOf(room)
    await app.database.pool.query('update templates set result_id = source_id where id = $1', [
      templateId,
    ])
    const { id: imageId } = given<{ id: number }>(
      await uploadStamp(room.operator, await stampPng()),
    )
    return { room, held: { templateId, imageId } }
  }

  const entered = async ({ pin }: TestRoom): Promise<WireClient> => {
    const client = new WireClient(app.base)
    await client.join(pin)
    await client.agree()
    return client
  }

  const STATES: Record<string, ComposeBytesState> = {
    'a stranger': { asks: async () => app.stranger(), status: 401, isHarmless: true },
    'a participant of the room, with all rights': {
      asks: async ({ room }) => {
        const { client, memberId } = await app.participant(room)
        for (const right of ['download', 'print', 'text'])
          await room.operator.setRight(memberId, right, true)
        return client
      },
      status: 403,
      isHarmless: true,
    },
    'an operator who has not entered the code': {
      asks: ({ room }) => entered(room),
      status: 403,
      isHarmless: true,
    },
    'an operator who views the room as a participant': {
      asks: async ({ room }) => room.operator.viewerOf((await app.participant(room)).memberId),
      status: 403,
      isHarmless: true,
    },
    'the operator of another room': {
      asks: async () => (await app.room()).operator,
      status: 404,
      isHarmless: true,
    },
    'an operator whose operator area has rested for 30 minutes': {
      asks: async ({ room }) => {
        app.clock.advance(LIMITS.idleMs + 1_000)
        return room.operator
      },
      status: 401,
    },
    'an operator after logout': {
      asks: async ({ room }) => {
        await room.operator.logout()
        return room.operator
      },
      status: 401,
    },
    'an operator of a room that is being destroyed': {
      asks: async ({ room }) => {
        await destroyAtOnce(app, room)
        return room.operator
      },
      status: 401,
    },
    'an operator who was made a participant': {
      asks: async ({ room }) => {
        const { client, memberId, email } = await app.participant(room)
        await room.operator.setRole(memberId, 4)
        await client.elevate(await app.codeMailedTo(email))
        await room.operator.setRole(memberId, 5)
        return client
      },
      status: 403,
    },
    'an operator, of a document that was removed': {
      asks: async ({ room, held: { templateId } }) => {
        given(await compose(room.operator, 'remove', { templateId }))
        return room.operator
      },
      status: 404,
      image: 200,
    },
  }

  it('everyone permitted has them by every route', async () => {
    const { room, held } = common
    for (const [name, sends] of routes)
      for (const send of sends) {
        const { status } = await send(room.operator, held)
        expect({ name, given: [200, 206].includes(status) }).toEqual({ name, given: true })
      }
  })

  it.each(Object.entries(STATES))('%s', async (_, { asks, status, image = status, isHarmless }) => {
    const context = isHarmless ? common : await furnish()
    const client = await asks(context)
    for (const [name, sends] of routes)
      for (const send of sends) {
        const answer = await send(client, context.held)
        expect({ name, status: answer.status }).toEqual({
          name,
          status: name === 'compose.image' ? image : status,
        })
        if (answer.status >= 400)
          expect(await answer.json()).toEqual({
            error: { code: expect.any(String), message: expect.any(String) },
          })
      }
  })
})
