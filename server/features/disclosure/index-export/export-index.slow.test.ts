import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ITEM_TYPE } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { grant, groupsOf, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { putStaged, roomWithReader } from '../../../test/scenarios/publishing.ts'
import { askStructure } from '../../../test/scenarios/structures.ts'
import { createSheets } from '../../../workers/sheet/index.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const fetchIndex = (
  client: WireClient,
  query: Readonly<Record<string, string>>,
): Promise<Response> => client.fetch('GET', `/room/api/file/index/${client.me.roomId}`, { query })

const sheets = createSheets()

async function rowsOf(client: WireClient, query = {}): Promise<Record<string, string>[]> {
  const response = await fetchIndex(client, { format: 'xlsx', ...query })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename\*=UTF-8''.*\.xlsx$/,
  )
  const [sheet] = await sheets.read(Buffer.from(await response.arrayBuffer()), {
    roomId: -1,
    signal: new AbortController().signal,
  })
  const [headings = [], ...rows] = sheet?.rows ?? []
  return rows.map((row) =>
    Object.fromEntries(headings.map((heading, column) => [heading, row[column] ?? ''])),
  )
}

const linesOf = async (client: WireClient, query = {}): Promise<string[]> =>
  (await rowsOf(client, query)).map(({ 번호, 단계, 이름 }) =>
    [번호, 단계, 이름].filter((cell) => cell !== undefined).join(' '),
  )

async function listed(client: WireClient, parent = 0, depth = 1): Promise<string[]> {
  const lines: string[] = []
  for (const { id, index, name, type } of (await client.list(parent)).json
    .payload as ItemRecord[]) {
    lines.push([...(index === undefined ? [] : [index]), depth, name].join(' '))
    if (type === ITEM_TYPE.folder) lines.push(...(await listed(client, id, depth + 1)))
  }
  return lines
}

async function filledRoom() {
  const made = await roomWithReader(app)
  const { operator, room, reader } = made
  const contracts = await operator.newFolder('1. 계약')
  const leases = await operator.newFolder('임대차', contracts)
  const staff = await operator.newFolder('인사')
  await operator.newFolder('빈 폴더')
  await operator.put('정관.pdf', PDF)
  await operator.put('=SUM(A1).pdf', PDF, leases)
  await operator.put('<i>본사 & 지점.pdf', PDF, leases)
  const payroll = await operator.put('급여.pdf', PDF, staff)
  await operator.put('징계.pdf', PDF, staff)
  await putStaged(operator, '합병 비율.pdf', PDF, contracts)
  const groupId = await newGroup(room, '매수인 갑', 'view')
  await moveInto(room, groupId, [reader])
  await grant(
    room,
    { groupId, itemId: staff, level: 'none' },
    { groupId, itemId: payroll, level: 'view' },
  )
  return { ...made, groupId }
}

describe('the exported index', () => {
  it('lists for each reader what the lists of the folders show, with the same numbers', async () => {
    const { operator, client, groupId } = await filledRoom()
    for (const settings of [
      { numbering: 'off' },
      { numbering: 'live', scope: 'room' },
      { numbering: 'live', scope: 'group' },
      { numbering: 'fixed' },
    ]) {
      expect(
        (
          await operator.call('POST', '/room/api/room/update/index', {
            body: { id: client.me.roomId, ...settings },
          })
        ).http,
      ).toBe(200)
      const [all, own] = [await linesOf(operator), await linesOf(client)]
      expect(all, JSON.stringify(settings)).toEqual(await listed(operator))
      expect(own, JSON.stringify(settings)).toEqual(await listed(client))
      expect(
        await linesOf(operator, { groupId: String(groupId) }),
        JSON.stringify(settings),
      ).toEqual(own)
      expect(all).toHaveLength(10)
      expect(own.join()).not.toMatch(/징계|합병/)
      expect(own.join()).toContain('급여')
    }
  })

  it('says sizes, places and states, and shows states to operators alone', async () => {
    const { operator, client } = await filledRoom()
    const rows = await rowsOf(operator)
    expect(rows.find(({ 이름 }) => 이름 === '합병 비율.pdf')).toMatchObject({
      ...{
        종류: '문서',
        위치: '1. 계약',
        '크기(바이트)': String(PDF.length),
        상태: '공개 대기',
        단계: '2',
      },
    })
    expect(rows.find(({ 이름 }) => 이름 === '임대차')).toMatchObject({
      종류: '폴더',
      '크기(바이트)': '',
      등록일시: '',
      상태: '공개',
    })
    expect(Object.keys((await rowsOf(client))[0] ?? {})).toEqual([
      '단계',
      '종류',
      '이름',
      '위치',
      '크기(바이트)',
      '쪽수',
      '등록일시',
      '링크',
    ])
  })

  it('holds names as text and links as formulas of its own', async () => {
    const { operator } = await filledRoom()
    const rows = await rowsOf(operator)
    expect(rows.map(({ 이름 }) => 이름)).toContain('=SUM(A1).pdf')
    expect(new Set(rows.map(({ 링크 }) => 링크))).toEqual(new Set(['열기']))
    const csv = await (await fetchIndex(operator, { format: 'csv' })).text()
    expect(csv).toContain(",'=SUM(A1).pdf,")
    expect(csv.split('\r\n')).toHaveLength(12)
    expect(csv).toMatch(/,http:\/\/[^/]+\/\?folder=\d+&doc=\d+&room=\d{4}-\d{4}\r\n/)
  })

  it('is a page that shows names as they are, and a PDF with a link for each row', async () => {
    const { operator, client } = await filledRoom()
    const page = await (await fetchIndex(operator, { format: 'html' })).text()
    expect(page).toContain('&lt;i&gt;본사 &amp; 지점.pdf')
    expect(page).not.toContain('<i>')
    expect(page.match(/<a href="http/g)).toHaveLength(10)
    const pdf = Buffer.from(await (await fetchIndex(client, { format: 'pdf' })).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1').match(/\/URI \(http/g)).toHaveLength(
      (await listed(client)).length,
    )
  })

  it('says that a room is empty, and where a group sees nothing', async () => {
    const { operator, room } = await roomWithReader(app)
    for (const format of ['html', 'pdf', 'xlsx', 'csv'])
      expect((await fetchIndex(operator, { format })).status).toBe(200)
    expect(await (await fetchIndex(operator, { format: 'html' })).text()).toContain(
      '폴더와 문서가 없습니다',
    )
    await operator.put('정관.pdf', PDF)
    const groupId = await newGroup(room, '아무것도', 'none')
    expect(await rowsOf(operator, { groupId: String(groupId) })).toEqual([])
  })

  it('lists of chosen items these and what is seen below them, as the whole index has them, and nothing beside them', async () => {
    const { operator, client, room } = await filledRoom()
    const idOf = async (name: string, parent = 0) =>
      (await operator.items(parent)).find((item) => item.name === name)?.id ?? 0
    const [contracts, staff, charter] = [
      await idOf('1. 계약'),
      await idOf('인사'),
      await idOf('정관.pdf'),
    ]
    const [leases, payroll] = [await idOf('임대차', contracts), await idOf('급여.pdf', staff)]
    const ask = (caller: WireClient, ids: readonly number[], format = 'csv') =>
      caller.fetch('POST', '/room/api/file/index/selection', {
        body: { roomId: room.roomId, format, ids },
      })
    const lines = async (caller: WireClient, ids: readonly number[]) =>
      (await (await ask(caller, ids)).text()).split('\r\n').slice(1, -1)
    for (const numbering of ['off', 'live', 'fixed']) {
      await operator.call('POST', '/room/api/room/update/index', {
        body: { id: room.roomId, numbering },
      })
      const whole = (await (await fetchIndex(operator, { format: 'csv' })).text()).split('\r\n')
      const chosen = await lines(operator, [charter, leases, payroll, leases])
      expect(
        chosen.map((line) => /임대차|=SUM|지점|급여|정관/.exec(line)?.[0]),
        numbering,
      ).toHaveLength(5)
      expect(whole, numbering).toEqual(expect.arrayContaining(chosen))
      expect(chosen.join(), numbering).not.toMatch(/징계|합병|빈 폴더/)
      const own = (await (await fetchIndex(client, { format: 'csv' })).text()).split('\r\n')
      const seen = await lines(client, [staff, contracts])
      expect(own, numbering).toEqual(expect.arrayContaining(seen))
      expect(seen.join(), numbering).not.toMatch(/징계|합병/)
      expect(seen.join(), numbering).toMatch(/급여.*|임대차/)
    }
    const page = await (await ask(operator, [leases], 'html')).text()
    expect(page).toContain('선택한 항목과 그 하위 항목')
    expect(page).not.toContain('정관')
    const hidden = await idOf('합병 비율.pdf', contracts)
    const other = await app.room()
    for (const [caller, id] of [
      [client, hidden],
      [other.operator, charter],
    ] as const) {
      const { http, json } = await caller.call('POST', '/room/api/file/index/selection', {
        body: { roomId: caller.me.roomId, format: 'csv', ids: [id] },
      })
      expect({ http, code: json.code }).toEqual({ http: 404, code: 'NOT_FOUND' })
    }
    expect((await ask(operator, [])).status).toBe(400)
  })

  it('says nothing of hidden and staged items whose ids a reader sends along', async () => {
    const { operator, client, room } = await filledRoom()
    const idOf = async (name: string, parent = 0) =>
      (await operator.items(parent)).find((item) => item.name === name)?.id ?? 0
    const [contracts, staff, charter] = [
      await idOf('1. 계약'),
      await idOf('인사'),
      await idOf('정관.pdf'),
    ]
    const hidden = [await idOf('징계.pdf', staff), await idOf('합병 비율.pdf', contracts)]
    const unknown = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1]
    const { roomId } = room
    const ask = (ids: readonly number[], format: string) =>
      client.fetch('POST', '/room/api/file/index/selection', { body: { roomId, format, ids } })
    for (const numbering of ['off', 'live', 'fixed'])
      for (const format of ['csv', 'html']) {
        await operator.call('POST', '/room/api/room/update/index', {
          body: { id: roomId, numbering },
        })
        const seen = (text: string) => text.replace(/\d{1,2}:\d{2}(:\d{2})?/g, '')
        const [plain, probed] = [
          await ask([charter, staff], format),
          await ask([charter, ...hidden, staff], format),
        ]
        expect(seen(await probed.text()), `${numbering} ${format}`).toBe(seen(await plain.text()))
        expect(probed.headers.get('content-disposition')).toBe(
          plain.headers.get('content-disposition'),
        )
      }
    const zip = (ids: readonly number[]) =>
      client.call('POST', '/room/api/file/ticket', { body: { kind: 'zip', fileIds: ids } })
    for (const id of hidden) {
      expect((await zip([charter, id])).text).toBe((await zip([charter, ...unknown])).text)
      expect(
        (await client.call('POST', '/room/api/file/items', { body: { roomId, ids: [id] } })).json
          .payload,
      ).toEqual([])
    }
    expect(await (await ask(hidden, 'csv')).text()).toBe(await (await ask(unknown, 'csv')).text())
  })

  it('is recorded in the log, with the group', async () => {
    const { operator, groupId } = await filledRoom()
    await rowsOf(operator, { groupId: String(groupId) })
    const { json } = await operator.call(
      'GET',
      `/room/api/room/roomActivity/list/${operator.me.roomId}`,
      { query: { type: 'export' } },
    )
    expect(JSON.stringify(json.payload)).toContain('매수인 갑 그룹, 8개 (XLSX)')
  })

  it('shows how a group sees the room to full operators alone, and no group of another room', async () => {
    const { operator, client, room, groupId } = await filledRoom()
    const other = await app.room()
    const foreign = await newGroup(other, '다른 방', 'view')
    const asGroup = (caller: WireClient, id: number) =>
      fetchIndex(caller, { format: 'csv', groupId: String(id) })
    const { client: content } = await contentOperator(app, room)
    for (const [caller, id, code] of [
      [client, groupId, 'NOT_OPERATOR'],
      [content, groupId, 'RIGHTS_DENIED'],
      [operator, foreign, 'NOT_FOUND'],
      [operator, 999_999_999, 'NOT_FOUND'],
    ] as const)
      expect(await (await asGroup(caller, id)).json(), code).toMatchObject({ code })
    expect(await linesOf(content)).toEqual(await linesOf(operator))
    expect((await fetchIndex(operator, { format: 'docx' })).status).toBe(400)
  })

  it('lists what is missing where its number belongs, for operators alone, and as a table for the next room', async () => {
    const { operator, client, room } = await roomWithReader(app)
    await operator.call('POST', '/room/api/room/update/index', {
      body: { id: room.roomId, numbering: 'fixed' },
    })
    const table =
      '번호,이름,종류\n1,회사,폴더\n1.1,정관.pdf,문서\n1.2,등기,폴더\n1.2.1,등기부등본,문서\n1.3,주주 명부,문서\n2,확인서,문서\n'
    await askStructure(operator, { file: table, apply: true })
    const folder = (await operator.items())[0]?.id ?? 0
    await operator.put('주주 명부.pdf', PDF, folder)
    const rows = await rowsOf(operator)
    expect(rows.map(({ 번호, 이름, 상태 }) => `${번호} ${이름} ${상태}`)).toEqual([
      '1 회사 공개',
      '1.1 정관 미수령',
      '1.2 등기 공개',
      '1.2.1 등기부등본 미수령',
      '1.3 주주 명부.pdf 공개',
      '2 확인서 미수령',
    ])
    const groupId = (await groupsOf(room))[0]?.id
    for (const [reader, query] of [
      [client, {}],
      [operator, { groupId: String(groupId) }],
    ] as const)
      for (const format of ['csv', 'html']) {
        const text = await (await fetchIndex(reader, { format, ...query })).text()
        expect(text).toContain('주주 명부')
        for (const unseen of ['정관', '등기부등본', '확인서', '미수령'])
          expect(text).not.toContain(unseen)
      }
    for (const format of ['csv', 'html', 'pdf'])
      expect((await fetchIndex(operator, { format })).status).toBe(200)
    const file = await (await fetchIndex(operator, { format: 'csv' })).text()
    const other = await roomWithReader(app)
    expect((await askStructure(other.operator, { file })).json.payload).toMatchObject({
      counts: { new: 2, expected: 4, document: 0, error: 0 },
    })
  })
})
