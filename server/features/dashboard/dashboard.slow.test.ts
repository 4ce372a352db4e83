import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../../contract/core/limits.ts'
import { bytesOfLinked, sendLinked } from '../../test/fixtures/linked-file.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { stampPng } from '../../test/fixtures/stamp-png.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { draftOf, uploadStamp } from '../../test/scenarios/composing.ts'
import { groupsOf, moveInto, newGroup } from '../../test/scenarios/groups.ts'

describe('the dashboard', () => {
  let app: TestApp
  let room: TestRoom
  let reader: TestPerson
  let file: number
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room({ storageLimit: 1_000_000, userLimit: 5 })
    reader = await app.participant(room, '이참여')
    const folder = (await room.operator.makeFolder('계약')).json.payload as { id: number }
    const inner = (await room.operator.makeFolder('부속', folder.id)).json.payload as { id: number }
    await room.operator.makeFolder('빈 폴더')
    await room.operator.upload([['뿌리.pdf', makePdf(1)]])
    file = await room.operator.put('계약서.pdf', makePdf(2), inner.id)
  })
  afterAll(() => app.close())

  const get = async <T>(call: string, client: WireClient = room.operator): Promise<T> => {
    const { http, json } = await client.call('GET', `/room/api/room/dashboard/${call}`)
    expect({ call, http }).toEqual({ call, http: 200 })
    return json.payload as T
  }

  it('shows the room in numbers, which the folders of the root add up to', async () => {
    await app.program.sequence()
    const reported = await get<{
      info: Record<string, unknown>
      fileList: { fileName: string; fileCnt: number; size: number }[]
      rootFiles: { fileCnt: number; size: number }
    }>(`info/${room.roomId}`)
    const logged = (await app.logged(room.roomId)).length
    expect(reported.info).toMatchObject({
      blockPrint: 1,
      blockDownload: 1,
      blockAccess: 0,
      userCnt: 2,
      userLimit: 5,
      maxStorage: 1_000_000,
      fileCnt: 2,
    })
    expect(reported.info).toMatchObject({ roomName: '시험 룸', todayLogCnt: logged })
    expect(reported.fileList).toEqual([
      { id: expect.any(Number), fileName: '계약', fileCnt: 1, size: expect.any(Number) },
      { id: expect.any(Number), fileName: '빈 폴더', fileCnt: 0, size: 0 },
    ])
    expect(reported.rootFiles.fileCnt).toBe(1)
    expect(reported.rootFiles.size + (reported.fileList[0]?.size ?? 0)).toBe(
      reported.info['nowStorage'],
    )
    await room.operator.setRight(reader.memberId, 'access', false)
    expect((await get<typeof reported>(`info/${room.roomId}`)).info).toMatchObject({
      blockAccess: 1,
      todayLogCnt: expect.any(Number),
    })
    await room.operator.setRight(reader.memberId, 'access', true)
  })

  it('counts documents to sign as storage, and files of messages separately', async () => {
    const own = await app.room()
    type Files = { fileCnt: number; size: number }
    const notify = () =>
      get<{
        info: { nowStorage: number }
        rootFiles: Files
        composedFiles: Files
        messageFiles: Files
      }>(`info/${own.roomId}`, own.operator)
    const none = { fileCnt: 0, size: 0 }
    expect(await notify()).toMatchObject({
      info: { nowStorage: 0 },
      composedFiles: none,
      messageFiles: none,
    })
    const pdf = makePdf(2)
    await draftOf(own, { pdf })
    expect((await notify()).composedFiles).toEqual({ fileCnt: 1, size: pdf.length })
    expect((await uploadStamp(own.operator, await stampPng())).http).toBe(200)
    const sender = await app.participant(own, '이참여')
    await sendLinked(sender.client, '실사 자료.pdf')
    const reported = await notify()
    expect(reported.composedFiles.fileCnt).toBe(2)
    expect(reported.composedFiles.size).toBeGreaterThan(pdf.length)
    expect(reported.messageFiles).toEqual({
      fileCnt: 1,
      size: bytesOfLinked('실사 자료.pdf').length,
    })
    expect(reported.rootFiles).toEqual(none)
    expect(reported.info.nowStorage).toBe(reported.composedFiles.size)
  })

  it('shows the last 30 days, and the activity for each document and person', async () => {
    const person = await app.participant(room, '박독자')
    const opened = await person.client.call('GET', `/room/api/room/info/${room.roomId}`)
    expect(opened.http).toBe(200)
    const { name } = await person.client.openDocument(file)
    await person.client.fetch('GET', `/room/api/file/view/${name}/pages/1`)
    app.clock.advance(20_000)
    await person.client.report({ type: 'view', name, page: 1, seconds: 9 })
    while ((await app.program.sequence()) > 0);

    const { days, documents, people } = await get<{
      days: { day: string; total: number }[]
      documents: { itemId: number; name: string; views: number; seconds: number }[]
      people: { name: string; entries: number }[]
    }>(`activity/${room.roomId}`)
    expect(days).toHaveLength(30)
    expect(days.slice(0, -1).every(({ total }) => total === 0)).toBe(true)
    expect(days.at(-1)?.total).toBe((await app.logged(room.roomId)).length - 1)
    expect(documents).toEqual([
      { itemId: file, name: '계약서.pdf', views: 1, prints: 0, downloads: 0, seconds: 9 },
    ])
    expect(people.map((each) => each.name).sort()).toEqual(['박독자', '이참여'])

    const item = await get<{ people: object[]; pages: object[] }>(`item/${file}`)
    expect(item).toEqual({
      name: '계약서.pdf',
      pageCount: 2,
      people: [
        {
          ...{ userId: person.client.me.userId, name: '박독자', groupId: expect.any(Number) },
          ...{ views: 1, prints: 0, downloads: 0, seconds: 9, lastDay: days.at(-1)?.day },
        },
      ],
      pages: [{ page: 1, seconds: 9 }],
    })
    const own = await get<{ documents: object[] }>(`person/${person.client.me.userId}`)
    expect(own).toMatchObject({
      name: '박독자',
      documents: [{ itemId: file, views: 1, seconds: 9 }],
    })
  })

  it('leaves out what operators did, also as another person, unless it is asked for', async () => {
    const own = await app.room()
    const person = await app.participant(own, '박독자')
    const report = await own.operator.put('감사보고서.pdf', makePdf(3))
    const look = async (client: WireClient, seconds: number) => {
      const { name } = await client.openDocument(report)
      app.clock.advance(20_000)
      await client.report({ type: 'view', name, page: 3, seconds })
    }
    await look(own.operator, 7)
    await look(await own.operator.viewerOf(person.memberId), 6)
    while ((await app.program.sequence()) > 0);
    interface Reported {
      documents: { views: number; seconds: number }[]
      people: { name: string; entries: number }[]
      pages: object[]
    }
    const overview = (query = '') => get<Reported>(`activity/${own.roomId}${query}`, own.operator)
    const item = (query = '') => get<Reported>(`item/${report}${query}`, own.operator)
    expect((await overview()).documents).toEqual([])
    expect((await overview()).people.map(({ name }) => name)).toEqual(['박독자'])
    expect(await item()).toEqual({ name: '감사보고서.pdf', pageCount: 3, people: [], pages: [] })

    await look(person.client, 4)
    while ((await app.program.sequence()) > 0);
    expect((await overview()).documents).toMatchObject([{ views: 1, seconds: 4 }])
    expect((await overview('?operators=false')).people).toEqual((await overview()).people)
    expect(await item()).toMatchObject({
      people: [{ name: '박독자', seconds: 4 }],
      pages: [{ page: 3, seconds: 4 }],
    })

    expect((await overview('?operators=true')).documents).toMatchObject([{ views: 3, seconds: 17 }])
    expect((await overview('?operators=true')).people.map(({ name }) => name)).toEqual([
      '김운영',
      '박독자',
    ])
    expect(await item('?operators=true')).toMatchObject({
      people: [
        { name: '김운영', seconds: 7 },
        { name: '박독자', seconds: 4 },
      ],
      pages: [{ page: 3, seconds: 17 }],
    })
    await own.operator.setRole(person.memberId, ROLE.operator)
    expect((await overview()).documents).toEqual([])
    await own.operator.setRole(person.memberId, ROLE.participant)
    expect((await overview()).documents).toMatchObject([{ views: 1, seconds: 4 }])
  })

  it('counts by group, of which documents and people can be chosen', async () => {
    const own = await app.room()
    const [mine, rival] = [
      await app.participant(own, '가독자'),
      await app.participant(own, '나독자'),
    ]
    const report = await own.operator.put('감사보고서.pdf', makePdf(3))
    const [a, b] = [
      await newGroup(own, '인수인 A', 'view'),
      await newGroup(own, '인수인 B', 'view'),
    ]
    for (const [id, people] of [
      [a, mine],
      [b, rival],
    ] as const)
      expect((await moveInto(own, id, [people])).http).toBe(200)
    const look = async (client: WireClient, seconds: number) => {
      const { name } = await client.openDocument(report)
      app.clock.advance(20_000)
      await client.report({ type: 'view', name, page: 3, seconds })
    }
    await look(mine.client, 4)
    await look(rival.client, 9)
    await look(own.operator, 15)
    await look(await own.operator.viewerOf({ groupId: a }), 7)
    while ((await app.program.sequence()) > 0);

    interface Reported {
      documents: { views: number; seconds: number }[]
      people: { name: string; groupId?: number; seconds: number }[]
      groups: { groupId: number; people: number; readers: number; views: number; seconds: number }[]
      pages: { seconds: number }[]
    }
    const overview = (query = '') => get<Reported>(`activity/${own.roomId}${query}`, own.operator)
    const item = (query = '') => get<Reported>(`item/${report}${query}`, own.operator)
    const whole = await overview('?operators=true')
    expect(whole.groups).toEqual([
      { groupId: b, people: 1, readers: 1, views: 1, prints: 0, downloads: 0, seconds: 9 },
      { groupId: a, people: 1, readers: 1, views: 1, prints: 0, downloads: 0, seconds: 4 },
      {
        groupId: expect.any(Number),
        people: 0,
        readers: 0,
        views: 0,
        prints: 0,
        downloads: 0,
        seconds: 0,
      },
    ])
    expect((await overview()).groups).toEqual(whole.groups)
    const ofA = await overview(`?groupId=${a}&operators=true`)
    expect({ ...ofA, days: [] }).toMatchObject({
      documents: [{ views: 1, seconds: 4 }],
      people: [{ name: '가독자' }],
      groups: whole.groups,
    })
    expect(ofA.people).toHaveLength(1)
    expect(await item()).toMatchObject({
      people: [
        { name: '나독자', groupId: b },
        { name: '가독자', groupId: a },
      ],
      pages: [{ seconds: 13 }],
    })
    expect(await item(`?groupId=${b}`)).toMatchObject({
      people: [{ name: '나독자', seconds: 9 }],
      pages: [{ seconds: 9 }],
    })
    expect(
      (await item(`?operators=true`)).people.find(({ name }) => name === '김운영'),
    ).not.toHaveProperty('groupId')

    expect((await own.operator.remove(rival.memberId)).http).toBe(200)
    expect((await overview()).groups[0]).toMatchObject({
      groupId: b,
      people: 0,
      readers: 0,
      views: 1,
      seconds: 9,
    })
    const foreign = await app.room()
    expect((await overview(`?groupId=${a}`)).people).toHaveLength(1)
    const [elsewhere] = await groupsOf(foreign)
    expect(await overview(`?groupId=${elsewhere?.id}`)).toMatchObject({ documents: [], people: [] })
    for (const wrong of ['0', '-1', 'x'])
      expect(
        (
          await own.operator.call(
            'GET',
            `/room/api/room/dashboard/activity/${own.roomId}?groupId=${wrong}`,
          )
        ).http,
      ).toBe(400)
  })

  it('shows the same count of today in every number, also right after the operator code', async () => {
    const own = await app.room()
    const numbers = async (client: WireClient) => {
      const [{ info }, { days }] = await Promise.all([
        get<{ info: { todayLogCnt: number } }>(`info/${own.roomId}`, client),
        get<{ days: { day: string; total: number }[] }>(`activity/${own.roomId}`, client),
      ])
      const { json } = await client.call('GET', `/room/api/room/roomActivity/list/${own.roomId}`)
      const { total, roomActivityItem } = json.payload as {
        total: number
        roomActivityItem: object[]
      }
      return [
        info.todayLogCnt,
        days.reduce((sum, day) => sum + day.total, 0),
        total,
        roomActivityItem.length,
      ]
    }
    while ((await app.program.sequence()) > 0);
    const client = app.stranger()
    await client.join(own.pin)
    await client.agree()
    await client.elevate(own.code)
    const waiting = await numbers(client)
    expect(new Set(waiting).size, String(waiting)).toBe(1)
    await app.program.sequence()
    expect(await numbers(client)).toEqual(waiting)
  })

  it('is for operators, of their own room', async () => {
    const other = await app.room()
    for (const call of [
      `info/${room.roomId}`,
      `activity/${room.roomId}`,
      `item/${file}`,
      `person/${reader.client.me.userId}`,
    ]) {
      expect((await other.operator.call('GET', `/room/api/room/dashboard/${call}`)).http).toBe(404)
      expect((await reader.client.call('GET', `/room/api/room/dashboard/${call}`)).http).not.toBe(
        200,
      )
    }
  })
})
