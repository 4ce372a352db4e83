import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord } from '../../../test/harness/wire-client.ts'
import { grant, groupsOf } from '../../../test/scenarios/groups.ts'
import {
  begin,
  bring,
  favour,
  leave,
  marksSeen,
  namesIn,
  newsScene,
  ofHidden,
  personalList,
  stagedVersion,
} from '../../../test/scenarios/news.ts'
import { publish, putStaged, unpublish } from '../../../test/scenarios/publishing.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the list of what is new', () => {
  it('pages newest first, with what one grant gave in the order of places', async () => {
    const set = await newsScene(app)
    const { client, operator, hidden, secret } = set
    const below = await operator.newFolder('아래', hidden)
    for (const name of ['ㄱ.pdf', 'ㄴ.pdf', 'ㄷ.pdf']) await operator.put(name, PDF, below)
    await leave(client)
    await bring(set)
    await ofHidden(set, 'view')
    await operator.put('나중.pdf', PDF)
    await begin(set.reader)
    const all = (await personalList(client, 'new')).json.payload as (ItemRecord & {
      visibleAt: string
    })[]
    expect(all.map(({ name }) => name)).toEqual([
      '나중.pdf',
      '숨은 문서.pdf',
      'ㄱ.pdf',
      'ㄴ.pdf',
      'ㄷ.pdf',
      '온 문서.pdf',
    ])
    expect(all.map(({ visibleAt }) => visibleAt)).toEqual(
      all
        .map(({ visibleAt }) => visibleAt)
        .sort()
        .reverse(),
    )
    expect(all.find(({ id }) => id === secret)?.path).toBe('비공개/숨은 문서.pdf')
    const paged: string[] = []
    for (let cursor: string | undefined; ; ) {
      const { json } = await personalList(client, 'new', {
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      })
      paged.push(...(json.payload as ItemRecord[]).map(({ name }) => name))
      cursor = json.nextCursor
      if (cursor === undefined) break
    }
    expect(paged).toEqual(all.map(({ name }) => name))
  })

  it('goes back to a time that is asked for, and refuses what is no cursor', async () => {
    const set = await newsScene(app)
    await leave(set.client)
    const since = new Date().toISOString()
    await bring(set)
    await begin(set.reader)
    await leave(set.client)
    await begin(set.reader)
    expect(await namesIn(set.client, 'new')).toEqual([])
    const { json } = await personalList(set.client, 'new', { since })
    expect((json.payload as ItemRecord[]).map(({ name }) => name)).toEqual(['온 문서.pdf'])
    for (const list of ['new', 'favourites', 'recent'] as const)
      expect((await personalList(set.client, list, { cursor: 'x' })).http).toBe(400)
  })
})

describe('to an operator', () => {
  it('what others uploaded is new, and their versions are updates', async () => {
    const set = await newsScene(app)
    const { room, operator } = set
    const other = await app.participant(room, '박운영')
    await operator.setRole(other.memberId, 4)
    await leave(other.client)
    const staged = await putStaged(operator, '대기.pdf', PDF)
    await stagedVersion(set)
    await operator.renameItem(set.secret, '다른 이름')
    await begin(other)
    expect(await marksSeen(other.client)).toEqual({ '대기.pdf': 'new', '아는 문서.pdf': 'updated' })
    await publish(room, [staged])
    expect(await marksSeen(other.client)).toEqual({ '대기.pdf': 'new', '아는 문서.pdf': 'updated' })
    await other.client.openDocument(staged)
    expect(await marksSeen(other.client)).toEqual({ '아는 문서.pdf': 'updated' })
    expect(await marksSeen(operator)).toEqual({})
  })
})

describe('favourites', () => {
  it('are kept for one person, newest first, while they are visible', async () => {
    const set = await newsScene(app)
    const { client, open, known, room, group } = set
    expect((await favour(client, known)).json).toMatchObject({ status: 'OK' })
    expect((await favour(client, open)).http).toBe(200)
    expect((await favour(client, open)).http).toBe(200)
    expect(await namesIn(client, 'favourites')).toEqual(['공개', '아는 문서.pdf'])
    expect((await client.items()).map(({ name, favourite }) => [name, favourite])).toEqual([
      ['공개', true],
    ])
    expect(await namesIn(set.operator, 'favourites')).toEqual([])
    const first = await personalList(client, 'favourites', { limit: 1 })
    expect((first.json.payload as ItemRecord[]).map(({ name }) => name)).toEqual(['공개'])
    const rest = await personalList(client, 'favourites', {
      limit: 1,
      cursor: first.json.nextCursor,
    })
    expect((rest.json.payload as ItemRecord[]).map(({ name }) => name)).toEqual(['아는 문서.pdf'])
    expect(rest.json.nextCursor).toBeUndefined()
    await grant(room, { groupId: group, itemId: open, level: 'none' })
    expect(await namesIn(client, 'favourites')).toEqual([])
    expect((await favour(client, known, false)).http).toBe(404)
    await grant(room, { groupId: group, itemId: open, level: null })
    expect((await favour(client, known, false)).http).toBe(200)
    expect(await namesIn(client, 'favourites')).toEqual(['공개'])
  })

  it('and what was read lately name nothing that is hidden, staged or deleted', async () => {
    const set = await newsScene(app)
    const { client, operator, room } = set
    const ids = [set.known, await operator.put('둘.pdf', PDF), await operator.put('셋.pdf', PDF)]
    for (const id of ids) {
      await favour(client, id)
      await client.openDocument(id)
    }
    expect(await namesIn(client, 'recent')).toEqual(['셋.pdf', '둘.pdf', '아는 문서.pdf'])
    await unpublish(room, [set.open])
    await operator.deleteItem(ids[2] ?? 0)
    for (const list of ['favourites', 'recent'] as const) {
      expect(await namesIn(client, list)).toEqual(['둘.pdf'])
      const page = await personalList(client, list, { limit: 1 })
      expect(page.json.nextCursor).toBeUndefined()
    }
    await operator.restoreItem(ids[2] ?? 0)
    expect(await namesIn(client, 'favourites')).toEqual(['셋.pdf', '둘.pdf'])
  })

  it('are refused of what is hidden, staged, foreign or not there, with one answer', async () => {
    const set = await newsScene(app)
    const staged = await putStaged(set.operator, '대기.pdf', PDF, set.open)
    const foreign = await (await app.room()).operator.put('남.pdf', PDF)
    const answers = await Promise.all(
      [set.secret, set.hidden, staged, foreign, 999_999_999].map((id) => favour(set.client, id)),
    )
    expect(new Set(answers.map(({ http, text }) => `${http} ${text}`)).size).toBe(1)
    expect(answers[0]?.http).toBe(404)
    const send = (body: object) => set.client.call('POST', '/room/api/file/favourite', { body })
    for (const body of [
      { id: set.known },
      { id: set.known, value: 1 },
      { id: set.known, value: true, memberId: 1 },
    ])
      expect((await send(body)).http).toBe(400)
    expect(await namesIn(set.client, 'favourites')).toEqual([])
  })
})

describe('a view as a reader', () => {
  it('shows nobody’s marks, and changes none', async () => {
    const set = await newsScene(app)
    const { client, operator, reader } = set
    await favour(client, set.open)
    await leave(client)
    const id = await bring(set)
    await begin(reader)
    const viewer = await operator.viewerOf(reader.memberId)
    expect((await viewer.items()).map(({ favourite }) => favourite)).toEqual([false])
    expect((await viewer.items(set.open)).some(({ isNew }) => isNew)).toBe(false)
    expect((await favour(viewer, set.known)).json.code).toBe('VIEW_AS_READ_ONLY')
    expect((await personalList(viewer, 'new')).json.code).toBe('VIEW_AS_READ_ONLY')
    await viewer.openDocument(id)
    expect(await marksSeen(client)).toEqual({ '온 문서.pdf': 'new' })
    expect(await namesIn(client, 'recent')).toEqual([])
    expect(await namesIn(operator, 'recent')).toEqual([])
    expect(await namesIn(client, 'favourites')).toEqual(['공개'])
  })
})

describe('the page where a person stopped', () => {
  it('stands beside what was read, for that person and version alone', async () => {
    const { client, operator, room } = await newsScene(app)
    const id = await operator.put('긴 문서.pdf', makePdf(5))
    const last = async (reader: typeof client) =>
      (await personalList(reader, 'recent')).json.payload as { id: number; page?: number }[]
    const look = async (reader: typeof client, ...pages: number[]) => {
      const { name } = await reader.openDocument(id)
      await reader.report(...pages.map((page) => ({ type: 'view', name, page, seconds: 2 })))
    }
    await look(client)
    expect((await last(client))[0]).not.toHaveProperty('page')
    await look(client, 2, 4, 3)
    expect(await last(client)).toMatchObject([{ id, page: 3 }])
    await look(operator, 5)
    expect(await last(client)).toMatchObject([{ id, page: 3 }])
    const viewer = await operator.viewerOf({ groupId: (await groupsOf(room))[0]?.id ?? 0 })
    await look(viewer, 1)
    expect(await last(operator)).toMatchObject([{ id, page: 5 }])

    const form = operator.uploadForm(0, 4)
    form.set('conflict', 'replace')
    form.append('file', new Blob([makePdf(2)]), '긴 문서.pdf')
    await operator.call('POST', '/room/api/file/upload', { form })
    await client.openDocument(id)
    expect((await last(client))[0]).not.toHaveProperty('page')
  })
})
