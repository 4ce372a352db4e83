import { encode } from 'iconv-lite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import {
  configure,
  enter,
  importList,
  listed,
  newTopic,
  opened,
  written,
} from '../../../test/scenarios/threads.ts'
import { createSheets } from '../../../workers/sheet/index.ts'

interface Preview {
  readonly columns: readonly { readonly head: string; readonly field: string | null }[]
  readonly rows: readonly {
    readonly row: number
    readonly change: string
    readonly number: string | null
    readonly title: string
    readonly fields: readonly string[]
    readonly errors: readonly { readonly field: string; readonly code: string }[]
  }[]
  readonly counts: Readonly<Record<string, number>>
  readonly isApplied: boolean
}

describe('lists of requests', () => {
  let app: TestApp
  let room: TestRoom
  let bidder: TestPerson
  let groupId: number
  const sheets = createSheets()

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    bidder = await app.participant(room)
    groupId = await newGroup(room, '매수인', 'view')
    await moveInto(room, groupId, [bidder])
  })

  const previewOf = ({ json }: WireAnswer): Preview => {
    if (json.status !== 'OK') throw new Error(JSON.stringify(json))
    return json.payload as Preview
  }
  const workbook = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
    sheets.write([{ layout: { name: '목록' }, rows }], {
      roomId: -1,
      signal: new AbortController().signal,
    })

  it('previews a list without writing, then writes it in one transaction', async () => {
    const topic = await newTopic(room, '재무')
    const csv = '자료요청 목록,,,\n번호,제목,분야,기한\n1,재무제표,재무,2026-12-01\n2,정관,,\n'
    const preview = previewOf(await importList(bidder.client, csv))
    expect(preview).toMatchObject({
      isApplied: false,
      counts: { new: 2, changed: 0, same: 0, error: 0 },
    })
    expect(preview.columns.map(({ field }) => field)).toEqual(['number', 'title', 'topic', 'due'])
    expect(await listed(bidder.client)).toEqual([])
    expect(previewOf(await importList(bidder.client, csv, { apply: 'true' })).isApplied).toBe(true)
    expect(await listed(bidder.client, { sort: 'number' })).toMatchObject([
      {
        number: 'R-001',
        title: '재무제표',
        state: 'OPEN',
        due: '2026-12-01',
        topic: { id: topic },
      },
      { number: 'R-002', title: '정관', topic: null },
    ])
    expect((await app.logged(room.roomId)).filter((kind) => kind.startsWith('thread.'))).toEqual([
      'thread.imported',
    ])
  })

  it('names each error by row and column, and then writes nothing', async () => {
    const rows = [
      ['제목', '내용', '분야', '우선순위', '기한'],
      ['', '제목이 없음', '', '', ''],
      ['주제', '', '없는 주제', '', ''],
      ['날짜', '', '', '', '다음 주'],
      ['급함', '', '', '아주 급함', ''],
      ['긴 제목'.repeat(100), '', '', '', ''],
      ['맞는 행', '', '', '높음', '2026-12-01'],
    ]
    const file = await workbook(rows)
    const { rows: planned, counts } = previewOf(
      await importList(bidder.client, file, {}, 'list.xlsx'),
    )
    expect(counts).toEqual({ new: 1, changed: 0, same: 0, error: 5 })
    expect(
      planned
        .filter(({ change }) => change === 'error')
        .map(({ row, errors }) => [row, ...errors.map(({ field, code }) => `${field} ${code}`)]),
    ).toEqual([
      [2, 'title MISSING'],
      [3, 'topic TOPIC'],
      [4, 'due DATE'],
      [5, 'priority PRIORITY'],
      [6, 'title TOO_LONG'],
    ])
    expect((await importList(bidder.client, file, { apply: 'true' })).json).toMatchObject({
      code: 'IMPORT_INVALID',
    })
    expect(await listed(bidder.client)).toEqual([])
  })

  it('changes threads by number at the next import, and says what', async () => {
    await importList(bidder.client, '제목,내용\n재무제표,최근 3년\n정관,현행\n', { apply: 'true' })
    const again =
      '번호,제목,내용,우선순위\nR-001,재무제표,최근 5년,높음\nR-002,정관,현행,\n,취업규칙,\n'
    const { rows, counts } = previewOf(await importList(bidder.client, again))
    expect(counts).toEqual({ new: 1, changed: 1, same: 1, error: 0 })
    expect(rows.find(({ number }) => number === 'R-001')?.fields).toEqual(['text', 'priority'])
    await importList(bidder.client, again, { apply: 'true' })
    const threads = await listed(bidder.client, { sort: 'number' })
    expect(threads.map(({ title }) => title)).toEqual(['재무제표', '정관', '취업규칙'])
    expect((await opened(bidder.client, threads[0]?.id ?? '')).entries[0]?.text).toBe('최근 5년')
    const wrong = previewOf(
      await importList(bidder.client, '번호,제목\nR-001,하나\nR-001,둘\nR-099,셋\nQ-001,넷\n'),
    )
    expect(wrong.rows.map(({ errors }) => errors[0]?.code).sort()).toEqual(
      ['NUMBER', 'NUMBER', 'REPEATED', undefined].sort(),
    )
  })

  it('finds the oldest of many with a common word, where a filter leaves few', async () => {
    const rows = Array.from(
      { length: 1_300 },
      (_, at) => `매출채권 ${at},,${at < 3 ? '높음' : '낮음'}`,
    )
    await importList(bidder.client, `제목,내용,우선순위\n${rows.join('\n')}\n`, { apply: 'true' })
    const few = await listed(room.operator, { keyword: '매출채권', priority: 'HIGH' })
    expect(few.map(({ title }) => title).sort()).toEqual(['매출채권 0', '매출채권 1', '매출채권 2'])
    const many = await listed(room.operator, { keyword: '매출채권', limit: 100 })
    expect(many).toHaveLength(100)
    expect(many[0]?.title).toBe('매출채권 1299')
    expect(await listed(bidder.client, { keyword: '매출채권', priority: 'HIGH' })).toHaveLength(3)
    expect(await listed(room.operator, { keyword: '매입채무', priority: 'HIGH' })).toEqual([])
  })

  it('reads CP949 with syllables beyond EUC-KR, and columns that the caller corrects', async () => {
    const file = encode('무엇,언제\n똠방각하 계약,2026-12-01\n', 'cp949')
    expect((await importList(bidder.client, file)).json).toMatchObject({ code: 'IMPORT_HEADS' })
    const list = encode('제목,언제\n똠방각하 계약,2026-12-01\n', 'cp949')
    const corrected = await importList(bidder.client, list, {
      columns: JSON.stringify({ title: 0, due: 1 }),
      apply: 'true',
    })
    expect(previewOf(corrected).columns.map(({ field }) => field)).toEqual(['title', 'due'])
    expect(await listed(bidder.client)).toMatchObject([
      { title: '똠방각하 계약', due: '2026-12-01' },
    ])
  })

  it.each([
    ['what is no list', Buffer.from([0x50, 0x4b, 1, 2, 3]), 'IMPORT_FILE'],
    ['one column without heads', Buffer.from('아무 말\n'), 'IMPORT_FILE'],
    ['50,000 rows', Buffer.from(`제목,내용\n${'가,나\n'.repeat(50_000)}`), 'IMPORT_TOO_LARGE'],
  ])('refuses %s in words', async (_, file, code) => {
    expect((await importList(bidder.client, file)).json).toMatchObject({ code })
    expect(await listed(bidder.client)).toEqual([])
  })

  it('is imported by operators for a group that shares its threads, and by participants for their own alone', async () => {
    const csv = '제목,내용\n정관,현행\n'
    expect((await importList(room.operator, csv)).http).toBe(400)
    expect((await importList(bidder.client, csv, { groupId: String(groupId) })).http).toBe(400)
    const [first] = (await room.operator.call('GET', `/room/api/group/list/${room.roomId}`)).json
      .payload as { id: number }[]
    expect(
      (await importList(room.operator, csv, { groupId: String(first?.id) })).json,
    ).toMatchObject({ code: 'GROUP_NOT_SHARED' })
    expect(
      (await importList(room.operator, csv, { groupId: String(groupId), apply: 'true' })).http,
    ).toBe(200)
    expect(await listed(bidder.client)).toMatchObject([{ number: 'R-001', title: '정관' }])
  })

  it('counts imported questions against the limits, all or none', async () => {
    await configure(room, { limits: { total: 2 } })
    const list = (count: number) =>
      `제목,내용\n${Array.from({ length: count }, (_, index) => `질의 ${index},내용\n`).join('')}`
    expect(
      (await importList(bidder.client, list(3), { type: 'QUESTION', apply: 'true' })).json,
    ).toMatchObject({ code: 'QUESTION_LIMIT' })
    expect(await listed(bidder.client)).toEqual([])
    expect(
      (await importList(bidder.client, list(2), { type: 'QUESTION', apply: 'true' })).http,
    ).toBe(200)
    expect(await listed(bidder.client, { state: 'IN_PROGRESS' })).toHaveLength(2)
  })

  const exported = async (
    client: WireClient,
    fields: object = {},
  ): Promise<readonly (readonly string[])[]> => {
    const response = await client.fetch('POST', '/room/api/thread/export', {
      body: { roomId: room.roomId, format: 'xlsx', ...fields },
    })
    expect(response.status).toBe(200)
    const [sheet] = await sheets.read(Buffer.from(await response.arrayBuffer()), {
      roomId: -1,
      signal: new AbortController().signal,
    })
    return sheet?.rows ?? []
  }

  it('exports what the caller sees, with answers and visible links, and reads it back', async () => {
    await room.operator.upload([
      ['보이는.pdf', makePdf(1)],
      ['숨긴.pdf', makePdf(1)],
    ])
    const items = await room.operator.items()
    const idOf = (wanted: string): number => items.find(({ name }) => name === wanted)?.id ?? 0
    await grant(room, { groupId, itemId: idOf('숨긴.pdf'), level: 'none' })
    const { id } = await written(bidder.client, { title: '정관', text: '현행', type: 'REQUEST' })
    await room.operator.call('POST', '/room/api/thread/fulfil', {
      body: {
        id,
        itemIds: [idOf('보이는.pdf'), idOf('숨긴.pdf')],
        state: 'ANSWERED',
        text: '연결했습니다',
      },
    })
    const question = await written(bidder.client, { title: '질의', text: '본문' })
    await enter(room.operator, question.id, 'NOTE', '내부 메모')
    const own = await exported(bidder.client)
    expect(own[0]).not.toContain('그룹')
    expect(own[0]).not.toContain('담당')
    expect(own.flat()).toEqual(
      expect.arrayContaining([
        'R-001',
        '정관',
        '연결했습니다',
        '보이는.pdf',
        '제공 완료',
        '답변 준비 중',
      ]),
    )
    expect(own.flat().join()).not.toMatch(/숨긴|내부 메모|B\//)
    expect((await exported(room.operator, { type: 'REQUEST' })).flat()).toEqual(
      expect.arrayContaining(['B/R-001', '매수인']),
    )
    expect(await exported(room.operator, { type: 'REQUEST' })).toHaveLength(2)
    const file = await workbook(own)
    expect(
      previewOf(await importList(bidder.client, file, {}, 'list.xlsx')).rows.find(
        ({ number }) => number === 'R-001',
      )?.change,
    ).toBe('same')
  })

  it('exports a PDF whose text is Korean', async () => {
    await written(bidder.client, { title: '지배권 변경 조항', text: '해지 사유가 됩니까?' })
    const response = await bidder.client.fetch('POST', '/room/api/thread/export', {
      body: { roomId: room.roomId, format: 'pdf' },
    })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(5_000)
  })
})
