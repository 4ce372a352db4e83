import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Level } from '../../../contract/features/groups/levels.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import type { WireAnswer } from '../../test/harness/wire-client.ts'
import { pdf } from '../../test/scenarios/archives.ts'
import { type GrantChange, grant, groupsOf } from '../../test/scenarios/groups.ts'
import { furnishRoom, namesOf, post } from '../../test/scenarios/rights/furnished-room.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a grant', () => {
  it('on a folder counts for all below it, up to the next one', async () => {
    const { room, person, group, folder, deep, inDeep, loose } = await furnishRoom(app)
    expect(await namesOf(person.client)).toEqual(['안내.pdf', '재무'])
    expect(await grant(room, { groupId: group, itemId: folder, level: 'none' })).toMatchObject({
      http: 200,
    })
    expect(await namesOf(person.client)).toEqual(['안내.pdf'])
    expect((await person.client.list(folder)).http).toBe(404)
    expect((await person.client.list(0, { keword: '신고서' })).json.payload).toEqual([])

    await grant(room, { groupId: group, itemId: inDeep, level: 'view' })
    expect(await namesOf(person.client)).toEqual(['안내.pdf', '재무'])
    expect(await namesOf(person.client, folder)).toEqual(['세금'])
    expect(await namesOf(person.client, deep)).toEqual(['신고서.pdf'])
    const [path] = (await person.client.items()).filter(({ name }) => name === '재무')
    expect(path).toMatchObject({
      itemCount: 1,
      folderCount: 1,
      size: 0,
      permission: { print: false, download: false, original: false },
    })
    const [document] = await person.client.items(deep)
    expect(document).toMatchObject({
      permission: { print: false, download: false, original: false },
    })
    expect((await person.client.list(0, { keword: '신고서' })).json.payload).toHaveLength(1)
    expect((await room.operator.items(folder)).length).toBe(2)

    await grant(
      room,
      { groupId: group, itemId: folder, level: null },
      { groupId: group, itemId: 0, level: 'print' },
    )
    expect((await person.client.items()).find(({ id }) => id === loose)).toMatchObject({
      permission: { print: true, download: false },
    })
    expect(await namesOf(person.client, folder)).toEqual(['세금', '재무제표.pdf'])
  })

  it('of a group does nothing to another, and nothing to people outside it', async () => {
    const { room, group, folder } = await furnishRoom(app)
    const other = await app.participant(room)
    await grant(room, { groupId: group, itemId: folder, level: 'none' })
    expect(await namesOf(other.client)).toEqual(['안내.pdf', '재무'])
  })

  it('makes what is hidden behave like what never was, in every call that names it', async () => {
    const { room, person, group, folder, inFolder } = await furnishRoom(app)
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
    await eventually(async () =>
      expect((await client.call('GET', `/room/api/file/view/${lease.name}`)).http).toBe(404),
    )
  })

  it('is refused whole, with the row, for what is not in the room, repeated, backwards, or changed meanwhile', async () => {
    const { room, group, folder, deep } = await furnishRoom(app)
    const elsewhere = await app.room()
    const foreign = await elsewhere.operator.newFolder('남의 것')
    const [foreignGroup] = await groupsOf(elsewhere)
    const good = { groupId: group, itemId: folder, level: 'none' } as const
    const refused: readonly [GrantChange, string, number][] = [
      [{ groupId: group, itemId: foreign, level: 'view' }, 'NOT_FOUND', 404],
      [{ groupId: foreignGroup?.id ?? 0, itemId: deep, level: 'view' }, 'NOT_FOUND', 404],
      [{ groupId: group, itemId: folder, level: 'view' }, 'RIGHTS_INVALID', 400],
      [{ groupId: group, itemId: 0, level: null }, 'RIGHTS_INVALID', 400],
      [
        {
          groupId: group,
          itemId: deep,
          level: 'view',
          until: '2026-01-01T00:00:00Z',
          from: '2026-02-01T00:00:00Z',
        },
        'RIGHTS_INVALID',
        400,
      ],
      [
        { groupId: group, itemId: deep, level: 'view', was: { level: 'print' } },
        'RIGHTS_CHANGED',
        409,
      ],
    ]
    for (const [bad, code, http] of refused) {
      const answer = await grant(room, good, bad)
      expect([answer.http, answer.json.code, (answer.json as { row?: number }).row]).toEqual([
        http,
        code,
        2,
      ])
    }
    expect((await grant(room, { ...good, level: 'everything' as Level })).http).toBe(400)
    const { json } = await room.operator.call('GET', `/room/api/grant/list/${room.roomId}`, {
      query: { groupId: group },
    })
    expect(json.payload).toEqual([{ groupId: group, itemId: 0, level: 'download' }])
  })

  it('keeps a time that the caller did not see, and notices a change of any field that it saw', async () => {
    const { room, group, folder } = await furnishRoom(app)
    const times = {
      from: '2026-01-01T00:00:00.000Z',
      until: '2031-01-01T00:00:00.000Z',
      after: 'inherit',
    }
    const own = async () =>
      (
        await room.operator.call('GET', `/room/api/grant/list/${room.roomId}`, {
          query: { itemId: folder },
        })
      ).json.payload
    const cell = { groupId: group, itemId: folder }
    await grant(room, { ...cell, level: 'view', ...times })
    expect(await grant(room, { ...cell, level: 'print', was: { level: 'view' } })).toMatchObject({
      http: 200,
    })
    expect(await own()).toEqual([{ ...cell, level: 'print', ...times }])

    for (const other of [{ from: null }, { until: null }, { after: 'none' }, { level: 'view' }])
      expect(
        (await grant(room, { ...cell, level: 'none', was: { level: 'print', ...times, ...other } }))
          .json.code,
      ).toBe('RIGHTS_CHANGED')
    expect(await own()).toEqual([{ ...cell, level: 'print', ...times }])

    await grant(room, { ...cell, level: 'print', until: null, was: { level: 'print', ...times } })
    expect(await own()).toEqual([{ ...cell, level: 'print' }])
  })

  it('previews how many documents it shows, hides and changes, and changes nothing', async () => {
    const { room, person, group, folder, inDeep } = await furnishRoom(app)
    const effectsOf = async (...changes: GrantChange[]) =>
      (await post(room.operator, 'grant/preview', { roomId: room.roomId, changes })).json.payload
    expect(await effectsOf({ groupId: group, itemId: folder, level: 'none' })).toEqual({
      effects: [{ groupId: group, shown: 0, hidden: 2, changed: 0, isCapped: false }],
    })
    expect(
      await effectsOf(
        { groupId: group, itemId: 0, level: 'none' },
        { groupId: group, itemId: inDeep, level: 'original' },
      ),
    ).toEqual({
      effects: [{ groupId: group, shown: 0, hidden: 2, changed: 1, isCapped: false }],
    })
    expect(await namesOf(person.client)).toEqual(['안내.pdf', '재무'])
  })

  it('counts within its time alone, and then nothing or the folder above', async () => {
    const { room, person, group, folder } = await furnishRoom(app)
    const soon = new Date(Date.now() + 1_500).toISOString()
    await grant(
      room,
      { groupId: group, itemId: 0, level: 'none' },
      { groupId: group, itemId: folder, level: 'view', until: soon },
    )
    expect(await namesOf(person.client)).toEqual(['재무'])
    await eventually(async () => expect(await namesOf(person.client)).toEqual([]))
    const later = new Date(Date.now() + 1_500).toISOString()
    await grant(
      room,
      { groupId: group, itemId: 0, level: 'view' },
      { groupId: group, itemId: folder, level: 'none', until: later, after: 'inherit' },
    )
    expect(await namesOf(person.client)).toEqual(['안내.pdf'])
    await eventually(async () => expect(await namesOf(person.client)).toEqual(['안내.pdf', '재무']))
  })

  it('gives the original where the level says so, though the room marks downloads', async () => {
    const { room, person, group, loose } = await furnishRoom(app)
    const [marked] = (await person.client.items()).filter(({ id }) => id === loose)
    const read = async (): Promise<Buffer> =>
      Buffer.from(
        await (
          await person.client.fetch('GET', `/room/api/file/${marked?.filename}`)
        ).arrayBuffer(),
      )
    expect((await read()).equals(makePdf(1))).toBe(false)
    await grant(room, { groupId: group, itemId: loose, level: 'original' })
    expect((await read()).equals(makePdf(1))).toBe(true)
    expect((await person.client.items()).find(({ id }) => id === loose)).toMatchObject({
      permission: { original: true, download: true },
    })
  })

  it.each(['none', 'download'] as const)(
    'that takes the original away (%s) ends its download, though nobody reads on',
    async (level) => {
      const { room, person, group, folder } = await furnishRoom(app)
      const large = await room.operator.put('큰 것.pdf', pdf(60_000_000), folder)
      await grant(room, { groupId: group, itemId: large, level: 'original' })
      const filename = (await person.client.items(folder)).find(({ id }) => id === large)?.filename
      const reader = (
        await person.client.fetch('GET', `/room/api/file/${filename}`)
      ).body?.getReader()
      await reader?.read()
      await grant(room, { groupId: group, itemId: large, level })
      const readOn = async (): Promise<void> => {
        while (!(await reader?.read())?.done);
      }
      await expect(readOn()).rejects.toThrow()
    },
  )
})
