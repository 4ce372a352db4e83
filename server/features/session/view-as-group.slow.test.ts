import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { loggedEntries } from '../../test/scenarios/logged-details.ts'
import { openEar } from '../../test/servers/open-ear.ts'
import { createRoomKeyring } from '../rooms/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Furnished {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly group: number
  readonly folder: number
  readonly hidden: number
  readonly open: number
}

async function furnish(): Promise<Furnished> {
  const room = await app.room()
  const { operator, roomId } = room
  const folder = await operator.newFolder('재무')
  const other = await operator.newFolder('인사')
  const open = await operator.put('재무제표.pdf', makePdf(1), folder)
  const hidden = await operator.put('급여.pdf', makePdf(1), other)
  const person = await app.participant(room)
  const { json } = await operator.call('POST', '/room/api/group', {
    body: { roomId, name: '인수인 A', level: 'none' },
  })
  const { id: group } = json.payload as { id: number }
  await operator.call('POST', '/room/api/group/members', {
    body: { id: group, roomId, managementIds: [person.memberId] },
  })
  await grant(room, group, folder, 'print')
  return { room, person, group, folder, hidden, open }
}

const grant = ({ operator, roomId }: TestRoom, groupId: number, itemId: number, level: string) =>
  operator.call('POST', '/room/api/grant', {
    body: { roomId, changes: [{ groupId, itemId, level }] },
  })

const entriesOf = async ({ roomId }: TestRoom, kind: string) => {
  const keyStore = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  return loggedEntries(app.database, createRoomKeyring(keyStore), roomId, kind)
}

const sightOf = async (client: WireClient, { folder, hidden, open }: Furnished) => ({
  root: (await client.list()).json,
  folder: (await client.list(folder)).json,
  names: (await client.list(0, { keword: '.pdf' })).json,
  open: (await client.locate(open)).json,
  hidden: (await client.locate(hidden)).http,
})

describe('viewing the room as a group', () => {
  it('shows what its people see, as its rights change, and nothing of the operator', async () => {
    const furnished = await furnish()
    const { room, person, group, folder, hidden, open } = furnished
    for (const right of ['print', 'download'] as const)
      await room.operator.setRight(person.memberId, right, true)
    const viewer = await room.operator.viewerOf({ groupId: group })
    expect(viewer.me).toMatchObject({
      roleId: ROLE.participant,
      print: true,
      download: true,
      viewAs: { groupId: group, name: '인수인 A', networks: [] },
    })
    expect(await sightOf(viewer, furnished)).toEqual(await sightOf(person.client, furnished))
    expect((await viewer.locate(hidden)).http).toBe(404)
    expect((await viewer.openDocument(open)).name).toBeDefined()

    await grant(room, group, folder, 'none')
    expect((await viewer.list()).json.payload).toEqual([])
    expect((await viewer.locate(open)).http).toBe(404)
    await grant(room, group, 0, 'view')
    expect(await sightOf(viewer, furnished)).toEqual(await sightOf(person.client, furnished))
    expect((await viewer.locate(hidden)).http).toBe(200)
  })

  it('gives nothing to keep and no text, changes nothing, and shows no log, draft or archive', async () => {
    const { room, group, folder, open } = await furnish()
    await grant(room, group, folder, 'original')
    const viewer = await room.operator.viewerOf({ groupId: group })
    const { roomId, id } = viewer.me
    const { name } = await viewer.openDocument(open)
    const refused = [
      viewer.call('POST', '/room/api/file/load', { body: { fileId: open, id, roomId, type: 2 } }),
      viewer.call('POST', '/room/api/file/ticket', { body: { fileIds: [open], kind: 'download' } }),
      viewer.makeFolder('새 폴더', 0),
      viewer.call('GET', '/room/api/room/sessions'),
      viewer.listTrash(),
      viewer.elevate(room.code),
    ]
    for (const call of refused)
      expect(await call).toMatchObject({ http: 403, json: { code: 'VIEW_AS_READ_ONLY' } })
    expect((await viewer.pageText(name)).http).toBe(403)
  })

  it('answers times and networks of the group, and does not apply them', async () => {
    const { room, group, folder, person } = await furnish()
    const limits = {
      from: '2099-01-01T00:00:00.000Z',
      until: '2099-02-01T00:00:00.000Z',
      networks: ['203.0.113.0/24'],
    }
    await room.operator.call('POST', '/room/api/group/update', {
      body: { id: group, roomId: room.roomId, ...limits },
    })
    expect((await person.client.list()).http).toBe(401)
    const viewer = await room.operator.viewerOf({ groupId: group })
    expect(viewer.me).toMatchObject({ viewAs: limits })
    expect((await viewer.list()).json.payload).toMatchObject([{ id: folder }])
  })

  it('is on record with the group, whose people notice nothing', async () => {
    const { room, group, open, person } = await furnish()
    const viewer = await room.operator.viewerOf({ groupId: group })
    await viewer.openDocument(open)
    await viewer.logout()
    const subject = { groupId: group, name: '인수인 A' }
    expect(await entriesOf(room, 'group.view-as-started')).toMatchObject([
      { details: subject, doer: { name: '김운영' } },
    ])
    expect(await entriesOf(room, 'document.viewed')).toMatchObject([
      { viewAs: subject, doer: { email: room.operator.me.email } },
    ])
    expect(await entriesOf(room, 'group.view-as-ended')).toMatchObject([
      { details: { ...subject, reason: 'left' } },
    ])
    expect(await person.client.sessions()).toHaveLength(1)
    const { json } = await room.operator.call(
      'GET',
      `/room/api/room/roomActivity/list/${room.roomId}`,
    )
    expect(JSON.stringify(json.payload)).toContain('인수인 A 그룹의 화면으로')
  })

  it('ends with the group, which is on record, and replaces an earlier view', async () => {
    const { room, person, group } = await furnish()
    const former = await room.operator.viewerOf(person.memberId)
    const viewer = await room.operator.viewerOf({ groupId: group })
    expect(await former.list()).toMatchObject({ http: 401, json: { code: 'VIEW_AS_ENDED' } })
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number }[]
    const into = groups.find(({ id }) => id !== group)?.id
    const ear = await openEar(viewer)
    await room.operator.call('POST', '/room/api/group/remove', {
      body: { id: group, roomId: room.roomId, into },
    })
    await ear.over
    expect(ear.heard.at(-1)).toEqual({ type: 'ended', code: 'VIEW_AS_ENDED' })
    expect(await viewer.list()).toMatchObject({ http: 401, json: { code: 'VIEW_AS_ENDED' } })
    expect(await entriesOf(room, 'group.view-as-ended')).toMatchObject([
      { details: { groupId: group, name: '인수인 A', reason: 'group' } },
    ])
  })

  it('is for one person or one group of the room, and for operators in their area', async () => {
    const { room, person, group } = await furnish()
    const other = await furnish()
    const started = async () => (await entriesOf(room, 'group.view-as-started')).length
    expect((await person.client.viewAs({ groupId: group })).http).toBe(403)
    for (const foreign of [other.group, 999_999])
      expect((await room.operator.viewAs({ groupId: foreign })).http).toBe(404)
    const send = (body: object) =>
      room.operator.call('POST', '/room/api/room/user/viewAs', { body })
    for (const body of [
      {},
      { groupId: group, roomManagerId: person.memberId },
      { groupId: '1' },
      { groupId: null },
      { groupId: [group] },
    ])
      expect((await send(body)).http).toBe(400)
    expect(await started()).toBe(0)
  })
})
