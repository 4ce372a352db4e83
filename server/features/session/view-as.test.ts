import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { WireClient } from '../../test/harness/wire-client.ts'
import {
  entriesOf,
  furnish,
  secondOperator,
  type ViewedRoom,
} from '../../test/scenarios/session/viewed-rooms.ts'
import { openEar } from '../../test/servers/open-ear.ts'

describe('viewing the room as another person', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  async function sightOf(client: WireClient, itemId: number): Promise<unknown> {
    const lease = await client.openDocument(itemId)
    const { roomId, id: managementId, userId } = client.me
    const answers = await Promise.all([
      client.call('GET', `/room/api/room/info/${roomId}`),
      client.call('POST', '/room/api/room/toggle', { body: { managementId, roomId, userId } }),
      client.list(),
      client.list(0, { keword: '기밀' }),
      client.locate(itemId),
      client.call('GET', `/room/api/file/view/${lease.name}`),
      client.pageText(lease.name),
      client.pageLinks(lease.name),
      client.find(lease.name, 'secret'),
      client.call('GET', `/room/api/file/prepareFile/${itemId}`, { query: { version: 1 } }),
      client.call('GET', `/room/api/file/prepareFile/${itemId + 1_000}`),
    ])
    return answers.map(({ http, json }) => ({ http, ...json }))
  }

  const print = (client: WireClient, fileId: number) =>
    client.call('POST', '/room/api/file/load', {
      body: { fileId, id: client.me.id, roomId: client.me.roomId, type: 2 },
    })

  it.each([
    [{ print: false, download: false, text: false }],
    [{ print: true, download: false, text: false }],
    [{ print: false, download: true, text: true }],
    [{ print: true, download: true, text: true }],
  ])('shows it exactly as a participant with %j sees it', async (rights) => {
    const { room, person, itemId } = await furnish(app)
    for (const [right, value] of Object.entries(rights))
      await room.operator.setRight(person.memberId, right, value)
    const viewer = await room.operator.viewerOf(person.memberId)
    expect(viewer.me).toMatchObject({
      roleId: ROLE.participant,
      print: rights.print,
      download: rights.download,
    })
    const seen = await sightOf(viewer, itemId)
    expect(seen).toEqual(await sightOf(person.client, itemId))
    expect(seen).not.toEqual(await sightOf(room.operator, itemId))
  })

  it('shows another operator what that one sees before the code, and nothing of the operator area', async () => {
    const { room, itemId } = await furnish(app)
    const second = await secondOperator(app, room)
    const viewer = await room.operator.viewerOf(second.memberId)
    const early = new WireClient(app.base)
    await early.join(second.pin)
    await early.agree()
    expect(await sightOf(viewer, itemId)).toEqual(await sightOf(early, itemId))
    for (const call of [
      viewer.listTrash(),
      viewer.elevate(room.code),
      viewer.call('GET', `/room/api/room/roomManger/list/${room.roomId}`),
    ])
      expect(await call).toMatchObject({ http: 403, json: { code: 'VIEW_AS_READ_ONLY' } })
    expect((await viewer.list()).json.payload).toMatchObject([
      { permission: { edit: false } },
      { permission: { edit: false } },
    ])
  })

  it('follows the rights of the person at once', async () => {
    const { room, person, itemId } = await furnish(app)
    const viewer = await room.operator.viewerOf(person.memberId)
    const ear = await openEar(viewer)
    await room.operator.setRight(person.memberId, 'print', true)
    await expect
      .poll(() => ear.heard)
      .toContainEqual({
        type: 'rights',
        print: true,
        download: false,
        text: false,
        roleId: ROLE.participant,
      })
    expect(await sightOf(viewer, itemId)).toEqual(await sightOf(person.client, itemId))
    ear.hangUp()
  })

  it('marks pages with the address of the operator, and writes down who read, and whose screen it was', async () => {
    const { room, person, itemId } = await furnish(app)
    const { operator } = room
    const viewer = await operator.viewerOf(person.memberId)
    const pageOf = async (client: WireClient) => {
      const { name } = await client.openDocument(itemId)
      const response = await client.fetch('GET', `/room/api/file/view/${name}/pages/1?width=600`)
      expect(response.status).toBe(200)
      return { name, image: Buffer.from(await response.arrayBuffer()).toString('base64') }
    }
    const before = await pageOf(operator)
    const { name, image } = await pageOf(viewer)
    const after = await pageOf(operator)
    expect([before.image, after.image]).toContain(image)
    expect((await pageOf(person.client)).image).not.toBe(image)

    await viewer.report({ type: 'capture', name, page: 1 })
    const subject = { memberId: person.memberId, name: '이참여' }
    const actor = expect.objectContaining({ name: '김운영', email: operator.me.email })
    expect(await entriesOf(app, room, 'member.view-as-started')).toEqual([
      { doer: actor, details: subject },
    ])
    expect(await entriesOf(app, room, 'document.capture-attempted')).toEqual([
      { doer: actor, viewAs: subject, details: expect.anything() },
    ])
    const viewed = await entriesOf(app, room, 'document.viewed')
    expect(viewed.map(({ doer: { email }, viewAs }) => [email, viewAs])).toEqual([
      [operator.me.email, undefined],
      [operator.me.email, subject],
      [operator.me.email, undefined],
      [person.email, undefined],
    ])
    const { rows } = await app.database.pool.query(
      `select distinct member_id from activity_entries where room_id = $1 and kind in ('member.view-as-started', 'document.capture-attempted')`,
      [room.roomId],
    )
    expect(rows).toEqual([{ member_id: operator.me.id }])
  })

  it('gives nothing to keep, also where the person may have it, and says so in both languages', async () => {
    const { room, person, itemId } = await furnish(app)
    const viewer = await room.operator.viewerOf(person.memberId)
    expect(await print(viewer, itemId)).toMatchObject({ http: 403, json: { code: 'PRINT_DENIED' } })
    for (const right of ['print', 'download'])
      await room.operator.setRight(person.memberId, right, true)
    const refused = await print(viewer, itemId)
    expect(refused).toMatchObject({
      http: 403,
      json: {
        code: 'VIEW_AS_READ_ONLY',
        payload: '다른 사용자로 보는 중에는 보기만 할 수 있습니다.',
      },
    })
    expect(refused.text).not.toContain('PDF')
    expect((await entriesOf(app, room, 'document.print-refused')).at(-1)).toMatchObject({
      viewAs: { memberId: person.memberId },
      details: { reason: 'view-as' },
    })
    const ticket = await viewer.call('POST', '/room/api/file/ticket', {
      body: { fileIds: [itemId], kind: 'download' },
      headers: { 'accept-language': 'en' },
    })
    expect(ticket).toMatchObject({
      http: 403,
      json: {
        code: 'VIEW_AS_READ_ONLY',
        payload: 'While viewing as another participant, you can only read.',
      },
    })
    const own = await room.operator.call('POST', '/room/api/file/ticket', {
      body: { fileIds: [itemId], kind: 'download' },
    })
    const { url } = own.json.payload as { url: string }
    expect((await viewer.call('GET', url)).json.code).toBe('VIEW_AS_READ_ONLY')
    const printed = await person.client.fetch('POST', '/room/api/file/load', {
      body: { fileId: itemId, id: person.memberId, roomId: room.roomId, type: 2 },
    })
    expect(printed.status).toBe(200)
    await printed.arrayBuffer()
  })

  it('is nothing that the person notices', async () => {
    const { room, person } = await furnish(app)
    const before = await room.operator.members()
    await room.operator.viewerOf(person.memberId)
    expect(await person.client.sessions()).toHaveLength(1)
    expect(await room.operator.sessions()).toHaveLength(1)
    expect(await room.operator.members()).toEqual(before)
    expect((await room.operator.endSessionsOf(person.memberId)).json.payload).toEqual({ ended: 1 })
  })

  describe('is for an operator whose operator area is open', () => {
    it.each<[string, number, (context: ViewedRoom) => Promise<WireClient>]>([
      ['a stranger', 401, async () => app.stranger()],
      ['a participant', 403, async ({ person }) => person.client],
      [
        'an operator without the code',
        403,
        async ({ room }) => {
          const client = app.stranger()
          await client.join(room.pin)
          await client.agree()
          return client
        },
      ],
      ['an operator of another room', 404, async () => (await app.room()).operator],
      [
        'an operator who views as somebody',
        403,
        async ({ room }) => room.operator.viewerOf((await secondOperator(app, room)).memberId),
      ],
      [
        'an operator who was unmade',
        403,
        async ({ room }) => {
          const second = await secondOperator(app, room)
          await room.operator.setRole(second.memberId, ROLE.participant)
          return second.client
        },
      ],
    ])('and not for %s: %i', async (_, http, comes) => {
      const context = await furnish(app)
      const client = await comes(context)
      const before = (await entriesOf(app, context.room, 'member.view-as-started')).length
      expect(await client.viewAs(context.person.memberId)).toMatchObject({
        http,
        json: { status: 'EXCEPTION' },
      })
      expect(await entriesOf(app, context.room, 'member.view-as-started')).toHaveLength(before)
    })

    it('who names a person of the room, there and not blocked', async () => {
      const { room, person } = await furnish(app)
      const { operator } = room
      const stranger = await app.participant(await app.room())
      for (const id of [stranger.memberId, 999_999])
        expect((await operator.viewAs(id)).http).toBe(404)
      for (const id of [0, -1, '1', null, [person.memberId], 1.5])
        expect((await operator.viewAs(id as number)).http).toBe(400)
      await operator.setRight(person.memberId, 'access', false)
      expect(await operator.viewAs(person.memberId)).toMatchObject({
        http: 200,
        json: { status: 'EXCEPTION', code: 'PERSON_BLOCKED' },
      })
      await operator.setRight(person.memberId, 'access', true)
      expect((await operator.viewAs(person.memberId)).json.status).toBe('OK')
      await operator.remove(person.memberId)
      expect((await operator.viewAs(person.memberId)).http).toBe(404)
    })
  })
})
