import { setTimeout as wait } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const post = async (
  { operator, roomId }: TestRoom,
  path: string,
  body: object,
): Promise<{ readonly id: number }> => {
  const { http, json } = await operator.call('POST', path, { body: { roomId, ...body } })
  expect({ path, http }).toEqual({ path, http: 200 })
  return json.payload as { id: number }
}

const fetchMatrix = ({ operator, roomId }: TestRoom, at?: string) =>
  operator.fetch('GET', `/room/api/grant/matrix/${roomId}`, {
    query: at === undefined ? {} : { at },
    headers: { 'accept-language': 'ko' },
  })

async function sheetsOf(room: TestRoom, at?: string) {
  const response = await fetchMatrix(room, at)
  expect(response.status).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  return sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => row.map((cell) => String(cell ?? ''))),
  }))
}

async function moment(): Promise<string> {
  await wait(10)
  const at = app.clock.now().toISOString()
  await wait(10)
  return at
}

describe('rights as on a day', () => {
  it('are those that were exported then, after any change of grants, groups, places and names', async () => {
    const room = await app.room()
    const { operator } = room
    const [finance, legal] = [await operator.newFolder('재무'), await operator.newFolder('법무')]
    const tax = await operator.newFolder('세금', finance)
    const report = await operator.put('신고서.pdf', makePdf(1), tax)
    const bidder = await post(room, '/room/api/group', { name: '인수인 A', level: 'view' })
    const grant = (itemId: number, level: string | null, more: object = {}) =>
      post(room, '/room/api/grant', { changes: [{ groupId: bidder.id, itemId, level, ...more }] })
    const move = (fileId: number, parent: number) =>
      operator.change('PATCH', '/room/api/file/file/update/move', {
        fileId,
        parent,
        rights: 'inherit',
      })
    let rival: { readonly id: number } = { id: 0 }

    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a grant', () => grant(finance, 'none')],
      [
        'a grant on a document',
        () => grant(report, 'print', { until: '2099-12-31T15:00:00.000Z' }),
      ],
      [
        'another level and period',
        () => grant(report, 'original', { from: '2098-12-31T15:00:00.000Z' }),
      ],
      ['a new name of a folder', () => operator.renameItem(finance, '재무 자료')],
      ['a move', () => move(tax, legal)],
      [
        'another group',
        async () =>
          (rival = await post(room, '/room/api/group', { name: '인수인 B', level: 'download' })),
      ],
      ['a grant taken away', () => grant(finance, null)],
      ['the trash', () => operator.deleteItem(legal)],
      ['the way back', () => operator.restoreItem(legal)],
      [
        'a new name of a group',
        () => post(room, '/room/api/group/update', { id: bidder.id, name: '인수인 가' }),
      ],
      [
        'the end of a group',
        () => post(room, '/room/api/group/remove', { id: rival.id, into: bidder.id }),
      ],
      ['a new folder', () => operator.newFolder('인사', legal)],
      ['another name and place', () => move(legal, finance)],
    ]
    const seen = [
      { change: 'the beginning', at: await moment(), rows: (await sheetsOf(room))[0]?.rows },
    ]
    for (const [change, make] of changes) {
      await make()
      seen.push({ change, at: await moment(), rows: (await sheetsOf(room))[0]?.rows })
    }
    for (const [index, { change, rows }] of seen.entries())
      if (index > 0) expect(rows, change).not.toEqual(seen[index - 1]?.rows)
    for (const { change, at, rows } of seen)
      expect({ change, rows: (await sheetsOf(room, at))[0]?.rows }).toEqual({ change, rows })
  })

  it('have sheets of the groups and people of then, and no sheet to import by', async () => {
    const room = await app.room()
    const person = await app.participant(room, '이참여')
    const bidder = await post(room, '/room/api/group', { name: '인수인 A', level: 'view' })
    await post(room, '/room/api/group/members', { id: bidder.id, managementIds: [person.memberId] })
    await room.operator.setRight(person.memberId, 'print', true)
    await post(room, '/room/api/group/update', { id: bidder.id, networks: ['10.0.0.0/8'] })
    const before = await moment()
    await room.operator.setRight(person.memberId, 'print', false)
    await room.operator.setRight(person.memberId, 'access', false)
    await post(room, '/room/api/group/update', {
      id: bidder.id,
      networks: [],
      until: '2099-12-31T15:00:00.000Z',
    })
    const between = await moment()
    const groups = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number }[]
    const other = groups.find(({ id }) => id !== bidder.id)?.id
    await post(room, '/room/api/group/members', {
      id: other ?? 0,
      managementIds: [person.memberId],
    })
    await post(room, '/room/api/group/remove', { id: bidder.id, into: other })
    await app.participant(room, '박늦게')

    const [shown, groupsThen, peopleThen, ...rest] = await sheetsOf(room, before)
    expect(shown?.name).toMatch(/^권한 \d{4}-\d\d-\d\d \d\d\.\d\d$/)
    expect(rest).toEqual([])
    expect(groupsThen?.rows).toContainEqual(['인수인 A', '', '', '10.0.0.0/8'])
    const then = peopleThen?.rows.find(([name]) => name === '이참여')
    expect(then?.slice(0, 5)).toEqual(['이참여', '인수인 A', '허용', '차단', '허용'])
    expect(peopleThen?.rows.map(([name, group]) => [name, group])).toEqual([
      ['이름', '그룹'],
      ['김운영', '운영자'],
      ['이참여', '인수인 A'],
    ])
    const [, groupsBetween, peopleBetween] = await sheetsOf(room, between)
    expect(groupsBetween?.rows).toContainEqual(['인수인 A', '', '2100-01-01 00:00', ''])
    expect(peopleBetween?.rows.find(([name]) => name === '이참여')?.slice(0, 5)).toEqual([
      '이참여',
      '인수인 A',
      '차단',
      '차단',
      '차단',
    ])
  })

  it('are nothing before the room, are refused for a moment to come, and forget what was destroyed', async () => {
    const room = await app.room()
    const folder = await room.operator.newFolder('비밀')
    const at = await moment()
    expect((await sheetsOf(room, at))[0]?.rows.map(([, path]) => path)).toContain('비밀')
    await room.operator.deleteItem(folder)
    expect((await sheetsOf(room, at))[0]?.rows.map(([, path]) => path)).toContain('비밀')
    expect((await room.operator.destroyItem(folder)).http).toBe(200)
    await expect
      .poll(async () => (await sheetsOf(room, at))[0]?.rows.map(([, path]) => path), {
        timeout: 20_000,
      })
      .not.toContain('비밀')
    expect((await sheetsOf(room, '2020-01-01T00:00:00.000Z'))[0]?.rows).toEqual([
      ['ID', '폴더·문서'],
      ['0', '전체 문서'],
    ])
    for (const wrong of [
      new Date(app.clock.now().getTime() + 60_000).toISOString(),
      '2026-01-01',
      'yesterday',
    ])
      expect({ wrong, status: (await fetchMatrix(room, wrong)).status }).toEqual({
        wrong,
        status: 400,
      })
  })

  it('are closed to participants and to other rooms', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const person = await app.participant(room, '이참여')
    const at = await moment()
    const path = `/room/api/grant/matrix/${room.roomId}`
    expect((await person.client.fetch('GET', path, { query: { at } })).status).toBe(403)
    expect((await other.operator.fetch('GET', path, { query: { at } })).status).toBe(404)
  })
})
