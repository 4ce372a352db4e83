import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS, ROLE } from '../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import {
  entriesOf,
  furnish,
  secondOperator,
  type ViewedRoom,
} from '../../test/scenarios/session/viewed-rooms.ts'
import { type Ear, openEar } from '../../test/servers/open-ear.ts'

describe('viewing the room as another person', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  describe('ends', () => {
    interface View extends ViewedRoom {
      readonly operator: TestPerson
      readonly viewer: WireClient
    }
    type Ending = (view: View) => Promise<unknown>

    const ENDINGS: Record<string, readonly [reason: string, ending: Ending]> = {
      'at the wish of the operator': ['left', ({ viewer }) => viewer.logout()],
      'with the next such view': [
        'replaced',
        ({ operator, room }) => operator.client.viewerOf(room.operator.me.id),
      ],
      'with the session, at its own wish': ['session', ({ operator }) => operator.client.logout()],
      'with the session that another one of the operator ends': [
        'session',
        async ({ operator }) => {
          const other = app.stranger()
          await other.join(operator.pin)
          await other.agree()
          await other.call('POST', '/room/api/room/sessions/endOthers')
        },
      ],
      'with the session that another operator ends': [
        'session',
        ({ room, operator }) => room.operator.endSessionsOf(operator.memberId),
      ],
      'with the role': [
        'session',
        ({ room, operator }) => room.operator.setRole(operator.memberId, ROLE.participant),
      ],
      'with the access of the operator': [
        'session',
        ({ room, operator }) => room.operator.setRight(operator.memberId, 'access', false),
      ],
      'with the membership of the operator': [
        'session',
        ({ room, operator }) => room.operator.remove(operator.memberId),
      ],
      'with the access of the person': [
        'person',
        ({ room, person }) => room.operator.setRight(person.memberId, 'access', false),
      ],
      'with the access of the person, taken from several': [
        'person',
        ({ room, person }) => room.operator.setRights([person.memberId], 'access', false),
      ],
      'with the membership of the person': [
        'person',
        ({ room, person }) => room.operator.remove(person.memberId),
      ],
    }

    async function begin(): Promise<View> {
      const context = await furnish(app)
      const operator = await secondOperator(app, context.room)
      return {
        ...context,
        operator,
        viewer: await operator.client.viewerOf(context.person.memberId),
      }
    }

    async function expectOver(
      { viewer, operator, person, room, itemId }: View,
      lease: string,
    ): Promise<void> {
      const ended = { http: 401, json: { status: 'EXCEPTION', code: 'VIEW_AS_ENDED' } }
      for (const call of [
        viewer.list(),
        viewer.call('GET', `/room/api/room/info/${room.roomId}`),
        viewer.call('GET', `/room/api/file/view/${lease}`),
        viewer.call('GET', `/room/api/file/view/${lease}/pages/1`),
        viewer.call('GET', `/room/api/file/prepareFile/${itemId}`),
        viewer.call('GET', '/room/api/room/events'),
        viewer.logout(),
      ])
        expect(await call).toMatchObject(ended)
      for (const other of [operator.client, person.client, room.operator]) {
        const answer = await other.call('GET', `/room/api/file/view/${lease}`)
        expect([401, 404]).toContain(answer.http)
      }
    }

    it.each(Object.entries(ENDINGS))('%s', async (_, [reason, ending]) => {
      const view = await begin()
      const { viewer, room, person, itemId } = view
      const { name } = await viewer.openDocument(itemId)
      const ear: Ear = await openEar(viewer)
      await ending(view)
      await ear.over
      expect(ear.heard.at(-1)).toEqual({ type: 'ended', code: 'VIEW_AS_ENDED' })
      await expectOver(view, name)
      const [entry] = await entriesOf(app, room, 'member.view-as-ended')
      expect(entry).toEqual({
        doer: expect.objectContaining({ name: '박운영' }),
        details: { memberId: person.memberId, name: '이참여', reason },
      })
    })

    it('and leaves the operator and the person where they are', async () => {
      const view = await begin()
      await view.viewer.logout()
      expect((await view.operator.client.listTrash()).http).toBe(200)
      expect((await view.person.client.list()).http).toBe(200)
      expect(await entriesOf(app, view.room, 'session.ended')).toEqual([])
    })

    it.each([
      ['30 minutes without a sign of the operator', LIMITS.idleMs, false],
      ['8 hours with the operator area open', LIMITS.elevatedMs, true],
    ])('after %s, no sooner, and is on record soon', async (_, ms, isAlive) => {
      const view = await begin()
      const { viewer, operator, room, itemId } = view
      const stayAlive = () => operator.client.call('POST', '/room/api/room/alive')
      await viewer.openDocument(itemId)
      const step = LIMITS.idleMs / 2
      for (let gone = 0; gone < ms - step; gone += step) {
        app.clock.advance(step)
        if (isAlive) await stayAlive()
      }
      app.clock.advance(step - 60_000)
      expect((await viewer.list()).http).toBe(200)
      const { name } = await viewer.openDocument(itemId)
      app.clock.advance(60_000)
      expect((await viewer.list()).json.code).toBe('VIEW_AS_ENDED')
      await expectOver(view, name)
      const tidy = app.program.jobs.handlers.find(({ name }) => name === 'session.tidy')
      await tidy!.run({}, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
      expect(await entriesOf(app, room, 'member.view-as-ended')).toMatchObject([
        { details: { reason: 'session' } },
      ])
    })

    it('for one of two that begin at once', async () => {
      const { room, person, operator } = await begin()
      const second = await app.participant(room)
      const viewers = await Promise.all(
        [person.memberId, second.memberId].map((id) => operator.client.viewerOf(id)),
      )
      const states = await Promise.all(viewers.map(async (viewer) => (await viewer.list()).http))
      expect(states.sort()).toEqual([200, 401])
    })
  })
})
