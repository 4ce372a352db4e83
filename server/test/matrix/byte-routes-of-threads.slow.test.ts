import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makePdf } from '../fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../harness/test-app.ts'
import { WireClient } from '../harness/wire-client.ts'
import { destroyAtOnce } from '../scenarios/endings.ts'
import { moveInto, newGroup } from '../scenarios/groups.ts'
import { attachFile, enterWith, giveRole, move, opened, written } from '../scenarios/threads.ts'
import { THREAD_ROUTES } from './byte-routes-of-threads.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

interface Context {
  readonly app: TestApp
  readonly room: TestRoom
  readonly asker: TestPerson
  readonly colleague: TestPerson
}

interface ThreadBytesState {
  readonly asks: (context: Context) => Promise<WireClient>
  readonly status: number
  readonly file?: number
}

const joined = async (app: TestApp, pin: string): Promise<WireClient> => {
  const client = new WireClient(app.base)
  await client.join(pin)
  return client
}

const STATES: Record<string, ThreadBytesState> = {
  'who attached it': { asks: async ({ asker }) => asker.client, status: 200 },
  'a colleague of the group': { asks: async ({ colleague }) => colleague.client, status: 200 },
  'an operator in the operator area': { asks: async ({ room }) => room.operator, status: 200 },
  'a stranger': { asks: async ({ app }) => app.stranger(), status: 401 },
  'somebody who has not agreed': {
    asks: async ({ app, asker }) => joined(app, asker.pin),
    status: 403,
  },
  'an operator who has not entered the code': {
    async asks({ app, room }) {
      const client = await joined(app, room.pin)
      await client.agree()
      return client
    },
    status: 403,
  },
  'a person of another group': {
    async asks({ app, room }) {
      const rival = await app.participant(room, '경쟁자')
      await moveInto(room, await newGroup(room, '다른 매수인', 'download'), [rival])
      return rival.client
    },
    status: 404,
  },
  'an expert to whom the question is not assigned': {
    async asks({ app, room }) {
      const expert = await app.participant(room, '전문가')
      const body = { roomId: room.roomId, name: '전문가', kind: 'experts', level: 'download' }
      const { json } = await room.operator.call('POST', '/room/api/group', { body })
      await moveInto(room, (json.payload as { id: number }).id, [expert])
      return expert.client
    },
    status: 404,
  },
  'the operator of another room': {
    asks: async ({ app }) => (await app.room()).operator,
    status: 404,
  },
  'a colleague who was moved to another group': {
    async asks({ room, colleague }) {
      await moveInto(room, await newGroup(room, '다른 매수인', 'download'), [colleague])
      return colleague.client
    },
    status: 404,
  },
  'a colleague without a part in questions': {
    async asks({ room, colleague }) {
      await giveRole(room, [colleague], 'none')
      return colleague.client
    },
    status: 404,
  },
  'a colleague without the right to download': {
    async asks({ room, colleague }) {
      await room.operator.setRight(colleague.memberId, 'download', false)
      return colleague.client
    },
    status: 200,
    file: 403,
  },
  'a colleague whose access was withdrawn': {
    async asks({ room, colleague }) {
      await room.operator.setRight(colleague.memberId, 'access', false)
      return colleague.client
    },
    status: 401,
  },
  'an operator who views the room as a colleague': {
    asks: async ({ room, colleague }) => room.operator.viewerOf(colleague.memberId),
    status: 200,
    file: 403,
  },
  'anybody after the room was destroyed': {
    async asks({ app, room, asker }) {
      await destroyAtOnce(app, room)
      return asker.client
    },
    status: 401,
  },
}

describe('who has the bytes of a file in a thread', () => {
  let app: TestApp
  let context: Context
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    const room = await app.room()
    const [asker, colleague] = [
      await app.participant(room, '우리'),
      await app.participant(room, '동료'),
    ]
    await moveInto(room, await newGroup(room, '매수인', 'download'), [asker, colleague])
    for (const { memberId } of [asker, colleague])
      await room.operator.setRight(memberId, 'download', true)
    context = { app, room, asker, colleague }
  })

  it.each(Object.entries(STATES))('%s', async (_, { asks, status, file = status }) => {
    const fileId = await attachFile(context.asker.client, '첨부.pdf', makePdf(1))
    const client = await asks(context)
    const found: Record<string, number> = {}
    for (const [name, send] of Object.entries(THREAD_ROUTES)) {
      const response = await send(client, fileId)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!response.ok) expect(bytes.includes('%PDF')).toBe(false)
      found[name] = response.status
    }
    expect(found).toEqual({ 'threads.filePage': status, 'threads.file': file })
  })

  it('no group has the files of a note, nor those of an answer before it is delivered', async () => {
    const { room, asker } = context
    await room.operator.call('PUT', '/room/api/room/update/questions', {
      body: { id: room.roomId, approval: true },
    })
    const { id } = await written(asker.client)
    for (const kind of ['NOTE', 'ANSWER']) {
      await enterWith(room.operator, id, { kind, text: '내용' }, [['내부.pdf', makePdf(1)]])
      const file = (await opened(room.operator, id)).entries.at(-1)?.files[0]?.id ?? ''
      expect(JSON.stringify(await opened(asker.client, id))).not.toContain('내부.pdf')
      for (const send of Object.values(THREAD_ROUTES))
        expect((await send(asker.client, file)).status).toBe(404)
    }
    const file = (await opened(room.operator, id)).entries.at(-1)?.files[0]?.id ?? ''
    await move(room.operator, id, 'APPROVED')
    expect((await move(room.operator, id, 'DELIVERED')).http).toBe(200)
    for (const send of Object.values(THREAD_ROUTES))
      expect((await send(asker.client, file)).status).toBe(200)
  })
})
