import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stampPng } from '../fixtures/stamp-png.ts'
import { runJob } from '../harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import { closeRoom } from '../scenarios/close-room.ts'
import { compose, given, uploadStamp } from '../scenarios/composing.ts'
import { destroyAtOnce, untilDestroyed } from '../scenarios/endings.ts'
import { draftToSend, SignerClient, signerOf } from '../scenarios/signing.ts'
import { SIGNING_ROUTES } from './byte-routes-of-signing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const DAY = 24 * 3_600_000
const routes = Object.entries(SIGNING_ROUTES)

interface SigningBytesRoom {
  readonly room: TestRoom
  readonly templateId: number
  readonly imageId: number
  readonly memberId: number
  readonly member: SignerClient
  readonly outsider: SignerClient
}

describe('who must not have the bytes of a document to sign', () => {
  let app: TestApp
  let rooms = 0
  let common: SigningBytesRoom
  beforeAll(async () => {
    app = await startTestApp()
    common = await furnish()
  })
  afterAll(() => app.close())

  async function send(
    room: TestRoom,
    emails: readonly string[],
    imageId?: number,
  ): Promise<number> {
    const { templateId } = await draftToSend(room, {
      signValid: 5,
      people: emails.map((email) => ({ email })),
    })
    const place = { page: 0, scaledX: 1, scaledY: 1, scaledW: 10, scaledH: 10 }
    const annotations =
      imageId === undefined ? [] : [{ id: 'seal', kind: 'IMAGE', image: imageId, ...place }]
    given(await compose(room.operator, 'updateUpload', { templateId, annotations }))
    given(await compose(room.operator, 'addInvite', { templateId, members: [] }))
    return templateId
  }

  async function furnish(): Promise<SigningBytesRoom> {
    rooms += 1
    const room = await app.room()
    const { memberId, email } = await app.participant(room)
    const outside = `outside${rooms}@law.example`
    const { id: imageId } = given<{ id: number }>(
      await uploadStamp(room.operator, await stampPng()),
    )
    const templateId = await send(room, [email, outside], imageId)
    return {
      room,
      templateId,
      imageId,
      memberId,
      member: await signerOf(app, email),
      outsider: await signerOf(app, outside),
    }
  }

  interface State {
    readonly comes: (context: SigningBytesRoom) => Promise<SignerClient | undefined>
    readonly code: string
    readonly image?: true
    /** Tests share the unchanged room. */
    readonly isHarmless?: true
  }
  const STATES: Record<string, State> = {
    'a stranger': {
      comes: async () => new SignerClient(app.base, ''),
      code: 'SIGN_LINK',
      isHarmless: true,
    },
    'a forged token': {
      comes: async ({ member }) => new SignerClient(app.base, `${member.token.slice(0, -3)}abc`),
      code: 'SIGN_LINK',
      isHarmless: true,
    },
    'an operator of the room, with a session': {
      comes: async ({ room }) =>
        new SignerClient(app.base, '', { authorization: `Bearer ${room.operator.me.jwt}` }),
      code: 'SIGN_LINK',
      isHarmless: true,
    },
    'a signer of another document of the room': {
      comes: async ({ room }) => {
        const email = `another${rooms}@law.example`
        await send(room, [email])
        return signerOf(app, email)
      },
      code: 'NOT_FOUND',
      image: true,
      isHarmless: true,
    },
    'a signer with a link before the newest': {
      comes: async ({ room, templateId }) => {
        given(await compose(room.operator, 'addInvite', { templateId, members: [] }))
        return undefined
      },
      code: 'SIGN_LINK',
    },
    'a signer of a document that was called back': {
      comes: async ({ room, templateId }) => {
        given(await compose(room.operator, 'cancel', { templateId }))
        return undefined
      },
      code: 'SIGN_CANCELLED',
    },
    'a signer of a document that another one declined': {
      comes: async ({ outsider }) => {
        expect((await outsider.decline('아니요')).http).toBe(200)
        return undefined
      },
      code: 'SIGN_DECLINED',
    },
    'a signer who was shut out of the room': {
      comes: async ({ room, memberId }) => {
        expect((await room.operator.setRight(memberId, 'access', false)).http).toBe(200)
        return undefined
      },
      code: 'SIGN_LINK',
    },
    'a signer who was removed from the room': {
      comes: async ({ room, memberId }) => {
        expect((await room.operator.remove(memberId)).http).toBe(200)
        return undefined
      },
      code: 'SIGN_LINK',
    },
    'a signer of a document that was destroyed': {
      comes: async ({ room, templateId }) => {
        given(await compose(room.operator, 'cancel', { templateId }))
        given(await compose(room.operator, 'remove', { templateId }))
        return undefined
      },
      code: 'SIGN_LINK',
    },
    'a signer in a room that is closed': {
      comes: async ({ room }) => {
        await closeRoom(app, room.roomId)
        return undefined
      },
      code: 'ROOM_CLOSED',
    },
    'a signer in a room that was destroyed': {
      comes: async ({ room }) => {
        await destroyAtOnce(app, room)
        await untilDestroyed(app, room.roomId)
        return undefined
      },
      code: 'SIGN_LINK',
    },
    'a signer whose time is over': {
      comes: async () => {
        app.clock.advance(5 * DAY)
        return undefined
      },
      code: 'SIGN_EXPIRED',
    },
    'a signer of a document that has expired': {
      comes: async () => {
        app.clock.advance(5 * DAY)
        await runJob(app, 'compose.expire')
        return undefined
      },
      code: 'SIGN_EXPIRED',
    },
  }

  it('everyone permitted has them by every route', async () => {
    const { member, imageId } = common
    for (const [name, sends] of routes) {
      for (const get of sends) {
        const { status } = await get(member, imageId)
        expect({ name, status: [200, 206].includes(status) ? 'given' : status }).toEqual({
          name,
          status: 'given',
        })
      }
    }
  })

  it.each(Object.entries(STATES))('%s', async (_, { comes, code, image, isHarmless }) => {
    const context = isHarmless ? common : await furnish()
    const signer = (await comes(context)) ?? context.member
    for (const [name, sends] of image
      ? routes.filter(([each]) => each === 'signing.image')
      : routes) {
      for (const get of sends) {
        const response = await get(signer, context.imageId)
        const text = await response.text()
        expect({ name, http: response.status, ...JSON.parse(text) }).toEqual({
          name,
          http: code === 'NOT_FOUND' ? 404 : 401,
          error: { code, message: expect.any(String) },
        })
        expect(text).not.toMatch(/SEALROOM|%PDF|PNG/)
      }
    }
  })
})
