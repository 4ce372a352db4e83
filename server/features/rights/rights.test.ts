import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Level } from '../../../contract/features/groups/levels.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'
import { pdf } from '../../test/scenarios/archives.ts'
import { secondOperator } from '../../test/scenarios/endings.ts'
import { type GrantChange, grant, groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'
import { wrongPin } from '../../test/scenarios/wrong-pin.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const post = (client: WireClient, path: string, body: object): Promise<WireAnswer> => client.call('POST', `/room/api/${path}`, { body })
const names = async (client: WireClient, parent = 0): Promise<string[]> => (await client.items(parent)).map(({ name }) => name).sort()

interface Furnished {
  readonly room: TestRoom
  readonly person: TestPerson
  readonly group: number
  readonly folder: number
  readonly deep: number
  readonly inFolder: number
  readonly inDeep: number
  readonly loose: number
}

async function furnish(): Promise<Furnished> {
  const room = await app.room()
  const folder = await room.operator.newFolder('재무')
  const deep = await room.operator.newFolder('세금', folder)
  const inFolder = await room.operator.put('재무제표.pdf', makePdf(1), folder)
  const inDeep = await room.operator.put('신고서.pdf', makePdf(1), deep)
  const loose = await room.operator.put('안내.pdf', makePdf(1))
  const person = await app.participant(room)
  const group = await newGroup(room, '인수인 A')
  await moveInto(room, group, [person])
  await post(room.operator, 'room/user/invitedUserSetup', { roomManagerId: person.memberId, target: 'print', value: true })
  await post(room.operator, 'room/user/invitedUserSetup', { roomManagerId: person.memberId, target: 'download', value: true })
  return { room, person, group, folder, deep, inFolder, inDeep, loose }
}

describe('a grant', () => {
  it('on a folder counts for all below it, up to the next one', async () => {
    const { room, person, group, folder, deep, inDeep, loose } = await furnish()
    expect(await names(person.client)).toEqual(['안내.pdf', '재무'])
    expect(await grant(room, { groupId: group, itemId: folder, level: 'none' })).toMatchObject({ http: 200 })
    expect(await names(person.client)).toEqual(['안내.pdf'])
    expect((await person.client.list(folder)).http).toBe(404)
    expect((await person.client.list(0, { keword: '신고서' })).json.payload).toEqual([])

    await grant(room, { groupId: group, itemId: inDeep, level: 'view' })
    expect(await names(person.client)).toEqual(['안내.pdf', '재무'])
    expect(await names(person.client, folder)).toEqual(['세금'])
    expect(await names(person.client, deep)).toEqual(['신고서.pdf'])
    const [path] = (await person.client.items()).filter(({ name }) => name === '재무')
    expect(path).toMatchObject({ itemCount: 1, folderCount: 1, size: 0, permission: { print: false, download: false, original: false } })
    const [document] = await person.client.items(deep)
    expect(document).toMatchObject({ permission: { print: false, download: false, original: false } })
    expect((await person.client.list(0, { keword: '신고서' })).json.payload).toHaveLength(1)
    expect((await room.operator.items(folder)).length).toBe(2)

    await grant(room, { groupId: group, itemId: folder, level: null }, { groupId: group, itemId: 0, level: 'print' })
    expect((await person.client.items()).find(({ id }) => id === loose)).toMatchObject({ permission: { print: true, download: false } })
    expect(await names(person.client, folder)).toEqual(['세금', '재무제표.pdf'])
  })

  it('of a group does nothing to another, and nothing to people outside it', async () => {
    const { room, group, folder } = await furnish()
    const other = await app.participant(room)
    await grant(room, { groupId: group, itemId: folder, level: 'none' })
    expect(await names(other.client)).toEqual(['안내.pdf', '재무'])
  })

  it('makes what is hidden behave like what never was, in every call that names it', async () => {
    const { room, person, group, folder, inFolder } = await furnish()
    const lease = await person.client.openDocument(inFolder)
    await grant(room, { groupId: group, itemId: folder, level: 'none' })
    const { client } = person
    const missing = inFolder + 100_000
    const own = { id: client.me.id, roomId: room.roomId }
    const calls: ((id: number) => Promise<WireAnswer>)[] = [
      (id) => post(client, 'file/ticket', { kind: 'download', fileIds: [id] }),
      (id) => post(client, 'file/ticket', { kind: 'zip', fileIds: [id] }),
      (id) => post(client, 'file/zip', { ...own, fileIds: [id] }),
      (id) => post(client, 'file/load', { ...own, fileId: id, type: 1 }),
      (id) => post(client, 'file/load', { ...own, fileId: id, type: 2 }),
      (id) => post(client, 'file/watermarked/download', { fileId: id }),
      (id) => client.call('GET', `/room/api/file/prepareFile/${id}`),
    ]
    for (const call of calls) {
      const [hidden, never] = [await call(inFolder), await call(missing)]
      expect([hidden.http, hidden.text]).toEqual([never.http, never.text])
      expect(hidden.http).toBe(404)
    }
    await eventually(async () => expect((await client.call('GET', `/room/api/file/view/${lease.name}`)).http).toBe(404))
  })

  it('is refused whole, with the row, for what is not in the room, repeated, backwards, or changed meanwhile', async () => {
    const { room, group, folder, deep } = await furnish()
    const elsewhere = await app.room()
    const foreign = await elsewhere.operator.newFolder('남의 것')
    const [foreignGroup] = await groupsOf(elsewhere)
    const good = { groupId: group, itemId: folder, level: 'none' } as const
    const refused: readonly [GrantChange, string, number][] = [
      [{ groupId: group, itemId: foreign, level: 'view' }, 'NOT_FOUND', 404],
      [{ groupId: foreignGroup?.id ?? 0, itemId: deep, level: 'view' }, 'NOT_FOUND', 404],
      [{ groupId: group, itemId: folder, level: 'view' }, 'RIGHTS_INVALID', 400],
      [{ groupId: group, itemId: 0, level: null }, 'RIGHTS_INVALID', 400],
      [{ groupId: group, itemId: deep, level: 'view', until: '2026-01-01T00:00:00Z', from: '2026-02-01T00:00:00Z' }, 'RIGHTS_INVALID', 400],
      [{ groupId: group, itemId: deep, level: 'view', was: { level: 'print' } }, 'RIGHTS_CHANGED', 409],
    ]
    for (const [bad, code, http] of refused) {
      const answer = await grant(room, good, bad)
      expect([answer.http, answer.json.code, (answer.json as { row?: number }).row]).toEqual([http, code, 2])
    }
    expect((await grant(room, { ...good, level: 'everything' as Level })).http).toBe(400)
    const { json } = await room.operator.call('GET', `/room/api/grant/list/${room.roomId}`, { query: { groupId: group } })
    expect(json.payload).toEqual([{ groupId: group, itemId: 0, level: 'download' }])
  })

  it('keeps a time that the caller did not see, and notices a change of any field that it saw', async () => {
    const { room, group, folder } = await furnish()
    const times = { from: '2026-01-01T00:00:00.000Z', until: '2031-01-01T00:00:00.000Z', after: 'inherit' }
    const own = async () =>
      (await room.operator.call('GET', `/room/api/grant/list/${room.roomId}`, { query: { itemId: folder } })).json.payload
    const cell = { groupId: group, itemId: folder }
    await grant(room, { ...cell, level: 'view', ...times })
    expect(await grant(room, { ...cell, level: 'print', was: { level: 'view' } })).toMatchObject({ http: 200 })
    expect(await own()).toEqual([{ ...cell, level: 'print', ...times }])

    for (const other of [{ from: null }, { until: null }, { after: 'none' }, { level: 'view' }])
      expect((await grant(room, { ...cell, level: 'none', was: { level: 'print', ...times, ...other } })).json.code).toBe('RIGHTS_CHANGED')
    expect(await own()).toEqual([{ ...cell, level: 'print', ...times }])

    await grant(room, { ...cell, level: 'print', until: null, was: { level: 'print', ...times } })
    expect(await own()).toEqual([{ ...cell, level: 'print' }])
  })

  it('previews how many documents it shows, hides and changes, and changes nothing', async () => {
    const { room, person, group, folder, inDeep } = await furnish()
    const effectsOf = async (...changes: GrantChange[]) =>
      (await post(room.operator, 'grant/preview', { roomId: room.roomId, changes })).json.payload
    expect(await effectsOf({ groupId: group, itemId: folder, level: 'none' })).toEqual({
      effects: [{ groupId: group, shown: 0, hidden: 2, changed: 0, isCapped: false }],
    })
    expect(await effectsOf({ groupId: group, itemId: 0, level: 'none' }, { groupId: group, itemId: inDeep, level: 'original' })).toEqual({
      effects: [{ groupId: group, shown: 0, hidden: 2, changed: 1, isCapped: false }],
    })
    expect(await names(person.client)).toEqual(['안내.pdf', '재무'])
  })

  it('counts within its time alone, and then nothing or the folder above', async () => {
    const { room, person, group, folder } = await furnish()
    const soon = new Date(Date.now() + 1_500).toISOString()
    await grant(room, { groupId: group, itemId: 0, level: 'none' }, { groupId: group, itemId: folder, level: 'view', until: soon })
    expect(await names(person.client)).toEqual(['재무'])
    await eventually(async () => expect(await names(person.client)).toEqual([]))
    const later = new Date(Date.now() + 1_500).toISOString()
    await grant(
      room,
      { groupId: group, itemId: 0, level: 'view' },
      { groupId: group, itemId: folder, level: 'none', until: later, after: 'inherit' },
    )
    expect(await names(person.client)).toEqual(['안내.pdf'])
    await eventually(async () => expect(await names(person.client)).toEqual(['안내.pdf', '재무']))
  })

  it('gives the original where the level says so, though the room marks downloads', async () => {
    const { room, person, group, loose } = await furnish()
    const [marked] = (await person.client.items()).filter(({ id }) => id === loose)
    const read = async (): Promise<Buffer> =>
      Buffer.from(await (await person.client.fetch('GET', `/room/api/file/${marked?.filename}`)).arrayBuffer())
    expect((await read()).equals(makePdf(1))).toBe(false)
    await grant(room, { groupId: group, itemId: loose, level: 'original' })
    expect((await read()).equals(makePdf(1))).toBe(true)
    expect((await person.client.items()).find(({ id }) => id === loose)).toMatchObject({ permission: { original: true, download: true } })
  })

  it.each(['none', 'download'] as const)('that takes the original away (%s) ends its download, though nobody reads on', async (level) => {
    const { room, person, group, folder } = await furnish()
    const large = await room.operator.put('큰 것.pdf', pdf(60_000_000), folder)
    await grant(room, { groupId: group, itemId: large, level: 'original' })
    const filename = (await person.client.items(folder)).find(({ id }) => id === large)?.filename
    const reader = (await person.client.fetch('GET', `/room/api/file/${filename}`)).body?.getReader()
    await reader?.read()
    await grant(room, { groupId: group, itemId: large, level })
    const readOn = async (): Promise<void> => {
      while (!(await reader?.read())?.done);
    }
    await expect(readOn()).rejects.toThrow()
  })
})

describe('a group', () => {
  it('is made with the level of the default one, renamed, made the default, and removed into another with its members', async () => {
    const { room, person, group } = await furnish()
    const [first] = await groupsOf(room)
    expect(await groupsOf(room)).toMatchObject([
      { isDefault: true, members: 0 },
      { name: '인수인 A', isDefault: false, members: 1, networks: [] },
    ])
    expect((await post(room.operator, 'group', { roomId: room.roomId, name: '인수인 a' })).json.code).toBe('NAME_EXISTS')
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, name: '인수인 B', isDefault: true })
    expect((await groupsOf(room)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [first?.name, false],
      ['인수인 B', true],
    ])
    expect(await post(room.operator, 'group/remove', { id: group, roomId: room.roomId, into: first?.id })).toMatchObject({ http: 200 })
    expect(await groupsOf(room)).toMatchObject([{ id: first?.id, isDefault: true, members: 1 }])
    expect((await room.operator.members()).find(({ id }) => id === person.memberId)).toMatchObject({ groupId: first?.id })
  })

  it('shuts its people out after its end, and a person after the end of the membership', async () => {
    const { room, person, group } = await furnish()
    const past = new Date(Date.now() - 1_000).toISOString()
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, until: past })
    await eventually(async () => expect((await person.client.list()).json.code).toBe('ACCESS_BLOCKED'))
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, until: null })
    const from = new Date(Date.now() + 60_000).toISOString()
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, from })
    const before = Date.now() - 1
    expect((await post(room.operator, 'group/update', { id: group, roomId: room.roomId, until: 'now' })).http).toBe(200)
    const ended = (await groupsOf(room)).find(({ id }) => id === group)
    expect(ended).not.toHaveProperty('from')
    expect(Date.parse(ended?.until ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(ended?.until ?? '')).toBeLessThanOrEqual(Date.now())
    const other = await app.participant(room)
    await moveInto(room, group, [other], { until: past })
    await eventually(async () => expect((await other.client.list()).json.code).toBe('ACCESS_BLOCKED'))
  })

  it('limited to networks answers nobody from elsewhere', async () => {
    const { room, person, group } = await furnish()
    const set = (networks: string[]): Promise<WireAnswer> =>
      post(room.operator, 'group/update', { id: group, roomId: room.roomId, networks })
    expect((await set(['10.0.0.0/33'])).json.code).toBe('NETWORK_FORMAT')
    await set(['10.1.0.0/16', '2001:db8::/32'])
    await eventually(async () => expect(await person.client.list()).toMatchObject({ http: 403, json: { code: 'NETWORK' } }))
    await set(['127.0.0.1', '::1'])
    await eventually(async () => expect((await person.client.list()).http).toBe(200))
  })

  it('mails operators once a day of a right PIN from elsewhere, which is answered like a wrong one', async () => {
    const { room, person, group } = await furnish()
    const second = await secondOperator(app, room)
    await post(room.operator, 'group/update', { id: group, roomId: room.roomId, networks: ['10.1.0.0/16'] })
    const [wrong, elsewhere] = [await app.stranger().join(wrongPin()), await app.stranger().join(person.pin)]
    expect({ ...elsewhere.json }).toEqual({ ...wrong.json })
    const notified = async () =>
      (await app.mailsTo(second.email)).filter(({ subject = '' }) => subject.includes('Entry refused from another network'))
    await eventually(async () => expect(await notified()).toHaveLength(1))
    const [mail] = await notified()
    expect(mail?.text).toContain(person.email)
    expect(mail?.text).not.toContain(person.pin)
    const refusals = async () => (await app.logged(room.roomId)).filter((kind) => kind === 'session.refused').length
    await eventually(async () => expect(await refusals()).toBe(1))
    await app.stranger().join(person.pin)
    await eventually(async () => expect(await refusals()).toBe(2))
    await app.program.sequence()
    expect(await notified()).toHaveLength(1)
    expect((await app.mailsTo(person.email)).some(({ subject = '' }) => subject.includes('refused'))).toBe(false)
  })

  it('takes participants alone, of its own room', async () => {
    const { room, group } = await furnish()
    const [operator] = (await room.operator.members()).filter(({ roleId }) => roleId === 4)
    const elsewhere = await app.participant(await app.room())
    for (const id of [operator?.id ?? 0, elsewhere.memberId])
      expect((await post(room.operator, 'group/members', { id: group, roomId: room.roomId, managementIds: [id] })).http).toBe(404)
    expect(operator?.groupId).toBeUndefined()
  })

  it('takes back who is an operator no more, and asks for the group of one who never was in any', async () => {
    const { room, person, group } = await furnish()
    const second = await secondOperator(app, room)
    const setRole = (memberId: number, roleId: number, groupId?: number) =>
      post(second.client, 'room/user/role', { roomManagerId: memberId, roleId, ...(groupId === undefined ? {} : { groupId }) })
    const memberOf = async (memberId: number) => (await second.client.members()).find(({ id }) => id === memberId)

    expect((await setRole(person.memberId, 4)).http).toBe(200)
    expect(await memberOf(person.memberId)).toMatchObject({ roleId: 4, isUngrouped: false })
    expect((await setRole(person.memberId, 5)).http).toBe(200)
    expect(await memberOf(person.memberId)).toMatchObject({ roleId: 5, groupId: group })

    const [first] = (await second.client.members()).filter(({ roleId, id }) => roleId === 4 && id !== second.memberId)
    const firstId = first?.id ?? 0
    expect(first).toMatchObject({ isUngrouped: true })
    expect(await setRole(firstId, 5)).toMatchObject({ http: 400, json: { code: 'GROUP_NEEDED' } })
    const elsewhere = await newGroup(await app.room(), '남의 그룹')
    expect((await setRole(firstId, 5, elsewhere)).http).toBe(404)
    expect(await memberOf(firstId)).toMatchObject({ roleId: 4 })
    expect((await setRole(firstId, 5, group)).http).toBe(200)
    expect(await memberOf(firstId)).toMatchObject({ roleId: 5, groupId: group })
  })

  it('takes an operator without asking where there is one group', async () => {
    const room = await app.room()
    const second = await secondOperator(app, room)
    const [first] = (await second.client.members()).filter(({ roleId, id }) => roleId === 4 && id !== second.memberId)
    expect((await second.client.setRole(first?.id ?? 0, 5)).http).toBe(200)
    const [only] = (await second.client.call('GET', `/room/api/group/list/${room.roomId}`)).json.payload as { id: number }[]
    expect((await second.client.members()).find(({ id }) => id === first?.id)).toMatchObject({ roleId: 5, groupId: only?.id })
  })
})

describe('moving and copying', () => {
  it('asks where a group would gain, and keeps or takes the rights as the caller says', async () => {
    const { room, person, group, folder, loose } = await furnish()
    await grant(room, { groupId: group, itemId: folder, level: 'none' })
    const inside = await room.operator.put('비밀.pdf', makePdf(1), folder)
    const move = (rights?: string) =>
      room.operator.call('PATCH', '/room/api/file/file/update/move', {
        body: { fileId: inside, id: room.operator.me.id, roomId: room.roomId, parent: 0, ...(rights ? { rights } : {}) },
      })
    expect(await move()).toMatchObject({ http: 409, json: { code: 'RIGHTS_DIFFER', effects: [{ groupId: group }] } })
    expect((await room.operator.items(folder)).map(({ id }) => id)).toContain(inside)
    expect((await move('keep')).http).toBe(200)
    expect(await names(person.client)).toEqual(['안내.pdf'])
    await grant(room, { groupId: group, itemId: inside, level: null })
    expect(await names(person.client)).toEqual(['비밀.pdf', '안내.pdf'])
    const down = await room.operator.call('PATCH', '/room/api/file/file/update/move', {
      body: { fileId: loose, id: room.operator.me.id, roomId: room.roomId, parent: folder },
    })
    expect(down.http).toBe(200)
    expect(await names(person.client)).toEqual(['비밀.pdf'])
  })

  it('does not publish the hidden parts of a copied folder', async () => {
    const { room, person, group, folder, deep } = await furnish()
    await grant(room, { groupId: group, itemId: deep, level: 'none' })
    const copy = (rights?: string) =>
      room.operator.call('PATCH', '/room/api/file/file/update/copy', {
        body: { fileId: folder, id: room.operator.me.id, roomId: room.roomId, parent: 0, name: '재무 사본', ...(rights ? { rights } : {}) },
      })
    expect((await copy()).json.code).toBe('RIGHTS_DIFFER')
    const { id } = (await copy('keep')).json.payload as { id: number }
    expect(await names(person.client, id)).toEqual(['재무제표.pdf'])
    expect(await names(room.operator, id)).toEqual(['세금', '재무제표.pdf'])
  })
})

it('says who sees an item and what a group sees, with the reason', async () => {
  const { room, person, group, folder, deep, inDeep } = await furnish()
  await grant(room, { groupId: group, itemId: folder, level: 'none' }, { groupId: group, itemId: inDeep, level: 'print' })
  const who = async (itemId: number) =>
    (await room.operator.call('GET', '/room/api/grant/effective', { query: { roomId: room.roomId, itemId } })).json.payload as {
      groupId: number
    }[]
  expect((await who(inDeep)).find(({ groupId }) => groupId === group)).toMatchObject({
    level: 'print',
    isPath: false,
    from: { itemId: inDeep, name: '신고서.pdf' },
    members: [{ managementId: person.memberId, print: true, download: false, access: true }],
  })
  expect((await who(deep)).find(({ groupId }) => groupId === group)).toMatchObject({
    level: 'none',
    isPath: true,
    from: { itemId: folder, name: '재무' },
  })
  const reach = async (parent: number) =>
    (await post(room.operator, 'grant/reach', { roomId: room.roomId, groupId: group, parent })).json.payload
  expect(await reach(folder)).toMatchObject([{ id: deep, isPath: true, level: 'none', from: { name: '재무' } }])
  expect(await reach(deep)).toMatchObject([{ id: inDeep, level: 'print', from: { itemId: inDeep } }])
  expect((await post(person.client, 'grant/reach', { roomId: room.roomId, groupId: group, parent: 0 })).http).toBe(403)
})

it('leaves a group as it was where the database ends its removal as a deadlock, and says that it can be repeated', async () => {
  const { room, person, group } = await furnish()
  const into = (await groupsOf(room)).find(({ isDefault }) => isDefault)?.id ?? 0
  const remove = () => post(room.operator, 'group/remove', { id: group, roomId: room.roomId, into })
  await app.database.pool.query(`
    create function end_as_deadlock() returns trigger language plpgsql as $$ begin
      if old.id = ${group} then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if; return old; end $$;
    create trigger end_as_deadlock before delete on groups for each row execute function end_as_deadlock()`)
  expect(await remove()).toMatchObject({ http: 503, json: { code: 'BUSY' } })
  await app.database.pool.query('drop function end_as_deadlock cascade')
  const people = async () => (await groupsOf(room)).map(({ id, members }) => [id, members])
  expect(await people()).toContainEqual([group, 1])
  expect((await room.operator.members()).find(({ id }) => id === person.memberId)).toMatchObject({ groupId: group })
  expect((await remove()).http).toBe(200)
  expect((await people()).map(([id]) => id)).not.toContain(group)
})
