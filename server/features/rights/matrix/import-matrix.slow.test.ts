import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import {
  edited,
  exported,
  grantsOf,
  imported,
  roomWithCells,
  setGrants,
  UNTIL,
} from '../../../test/scenarios/rights/matrix-sheets.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the matrix as a spreadsheet', () => {
  it('has folders in tree order, levels from above in brackets, and no formula', async () => {
    const { room, inDeep, deep, folder } = await roomWithCells(app)
    const [shown, hidden] = await exported(room)
    expect(shown).toMatchObject({ name: '권한', hidden: false })
    expect(shown?.rows).toEqual([
      ['ID', '폴더·문서', '참여자', '인수인 A'],
      ['0', '전체 문서', '다운로드', '열람'],
      [`${folder}`, '재무', '(다운로드)', '보이지 않음'],
      [`${deep}`, '재무/세금', '(다운로드)', '(보이지 않음)'],
      [`${inDeep}`, '재무/세금/=신고서.pdf', '(다운로드)', '인쇄; 2100-01-01 00:00까지'],
    ])
    expect(hidden).toMatchObject({ name: 'sealroom', hidden: true })
    expect((await exported(room, 'en'))[0]?.rows[1]).toEqual([
      '0',
      'All documents',
      'Download',
      'View',
    ])
  })

  it('comes back unchanged without a change', async () => {
    const { room } = await roomWithCells(app)
    const before = await grantsOf(room)
    for (const apply of [undefined, false, true])
      expect(await imported(room, await exported(room), apply)).toMatchObject({
        http: 200,
        json: { payload: { changes: [], count: 0, unmatched: [] } },
      })
    expect(await grantsOf(room)).toEqual(before)
  })

  it('is undone by what it answers, with periods, unless somebody changed a cell since', async () => {
    const { room } = await roomWithCells(app)
    const before = await grantsOf(room)
    const tables = edited(await exported(room), [
      [2, 2, 'view'],
      [2, 3, ''],
      [3, 3, '다운로드'],
      [4, 3, ''],
    ])
    expect((await imported(room, tables, false)).json.payload).not.toHaveProperty('undo')
    const { json } = await imported(room, tables, true)
    const { undo: changes } = json.payload as { undo: object[] }
    expect(changes).toHaveLength(4)
    expect(await grantsOf(room)).not.toEqual(before)
    const takeBack = () =>
      room.operator.call('POST', '/room/api/grant', { body: { roomId: room.roomId, changes } })
    expect((await takeBack()).http).toBe(200)
    expect(await grantsOf(room)).toEqual(before)
    expect((await takeBack()).json.code).toBe('RIGHTS_CHANGED')
    expect(await grantsOf(room)).toEqual(before)
  })

  it('is not undone where somebody changed what follows a period', async () => {
    const { room, bidder, inDeep } = await roomWithCells(app)
    const set = (level: string, after: string) =>
      setGrants(room, {
        groupId: bidder,
        itemId: inDeep,
        level: level as 'view',
        until: UNTIL,
        after,
      })
    await set('print', 'inherit')
    const { json } = await imported(room, edited(await exported(room), [[4, 3, 'view']]), true)
    await set('view', 'none')
    const { undo: changes } = json.payload as { undo: object[] }
    expect(
      (
        await room.operator.call('POST', '/room/api/grant', {
          body: { roomId: room.roomId, changes },
        })
      ).json.code,
    ).toBe('RIGHTS_CHANGED')
  })

  it('shows what would change, and changes it in one go when it is applied; periods stay', async () => {
    const { room, first, bidder, folder, deep, inDeep } = await roomWithCells(app)
    const tables = edited(await exported(room), [
      [2, 2, 'view'],
      [3, 3, '다운로드'],
      [4, 3, '2'],
      [2, 3, ''],
    ])
    const before = await grantsOf(room)
    const preview = await imported(room, tables, false)
    expect(preview.json.payload).toMatchObject({
      count: 3,
      changes: [
        { row: 3, groupId: first, itemId: folder, path: '재무', before: null, level: 'view' },
        { row: 3, groupId: bidder, itemId: folder, before: 'none', level: null },
        {
          row: 4,
          groupId: bidder,
          itemId: deep,
          path: '재무/세금',
          before: null,
          level: 'download',
        },
      ],
      unmatched: [],
      effects: [{ groupId: first, shown: 0, hidden: 0, changed: 1 }, { groupId: bidder }],
    })
    expect(await grantsOf(room)).toEqual(before)
    expect((await imported(room, tables, true)).http).toBe(200)
    expect(await grantsOf(room)).toEqual(
      expect.arrayContaining([
        { groupId: first, itemId: folder, level: 'view' },
        { groupId: bidder, itemId: deep, level: 'download' },
        { groupId: bidder, itemId: inDeep, level: 'print', until: UNTIL },
      ]),
    )
    expect(await grantsOf(room)).not.toContainEqual(
      expect.objectContaining({ groupId: bidder, itemId: folder }),
    )
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'right.granted')).toHaveLength(
      5,
    )
  })

  it('exported again after an import has the levels that were typed, and they are in effect', async () => {
    const { room, first, bidder, folder, deep, inDeep } = await roomWithCells(app)
    const typed = [
      [1, 2, '열람'],
      [1, 3, '보이지 않음'],
      [2, 2, '원본'],
      [2, 3, '인쇄'],
      [3, 2, '보이지 않음'],
      [3, 3, '다운로드'],
      [4, 3, '원본'],
    ] as const
    expect((await imported(room, edited(await exported(room), typed), true)).http).toBe(200)
    const [shown] = await exported(room)
    expect(shown?.rows.slice(1).map((row) => row.slice(2))).toEqual([
      ['열람', '보이지 않음'],
      ['원본', '인쇄'],
      ['보이지 않음', '다운로드'],
      ['(보이지 않음)', '원본; 2100-01-01 00:00까지'],
    ])
    const levels = async (itemId: number) => {
      const { json } = await room.operator.call('GET', '/room/api/grant/effective', {
        query: { roomId: room.roomId, itemId },
      })
      const seeing = json.payload as readonly { groupId: number; level: string }[]
      return [first, bidder].map((id) => seeing.find(({ groupId }) => groupId === id)?.level)
    }
    expect(await levels(0)).toEqual(['view', 'none'])
    expect(await levels(folder)).toEqual(['original', 'print'])
    expect(await levels(deep)).toEqual(['none', 'download'])
    expect(await levels(inDeep)).toEqual(['none', 'original'])
  })

  it('names what it does not know, changes nothing, and the rest alone where that is said', async () => {
    const { room, first, folder } = await roomWithCells(app)
    const [shown, hidden] = await exported(room)
    if (!shown || !hidden) throw new Error('no sheets')
    const rows = [
      ['ID', '폴더·문서', '참여자', '모르는 그룹'],
      ['', '재무', '열람', '열람'],
      ['', '없는 폴더', '열람', ''],
      ['999999', '재무', '열람', ''],
      [`${folder}`, '재무/세금', '자유롭게', ''],
      ['0', '전체 문서', '(열람)', ''],
    ]
    const tables = [{ ...shown, rows }, hidden]
    const before = await grantsOf(room)
    for (const isPartial of [undefined, false])
      expect(await imported(room, tables, true, isPartial)).toMatchObject({
        http: 422,
        json: { code: 'MATRIX_UNMATCHED', row: 1 },
      })
    expect(await grantsOf(room)).toEqual(before)
    const answer = await imported(room, tables, true, true)
    expect(await grantsOf(room)).toContainEqual({ groupId: first, itemId: folder, level: 'view' })
    expect(answer.json.payload).toMatchObject({
      count: 1,
      changes: [{ row: 2, groupId: first, itemId: folder, level: 'view' }],
      unmatched: [
        { kind: 'column', row: 1, text: '모르는 그룹' },
        { kind: 'row', row: 3, text: '없는 폴더' },
        { kind: 'row', row: 4, text: '재무' },
        { kind: 'cell', row: 5, text: '자유롭게' },
        { kind: 'cell', row: 6, text: '(열람)' },
      ],
    })
  })

  it('applies what was reviewed alone, and refuses all where another row matches nothing since', async () => {
    const { room, first, folder } = await roomWithCells(app)
    const other = await room.operator.newFolder('법무')
    const [shown, hidden] = await exported(room)
    if (!shown || !hidden) throw new Error('no sheets')
    const rows = [
      ['ID', '폴더·문서', '참여자'],
      [`${folder}`, '재무', '열람'],
      [`${other}`, '법무', '열람'],
      ['', '없는 폴더', '열람'],
    ]
    const tables = [{ ...shown, rows }, hidden]
    const review = async () =>
      (await imported(room, tables, false)).json.payload as {
        digest: string
        unmatchedCount: number
      }
    const seen = await review()
    expect(seen).toMatchObject({ count: 2, unmatchedCount: 1 })
    expect(await review()).toEqual(seen)
    expect((await room.operator.deleteItem(other)).http).toBe(200)
    const before = await grantsOf(room)
    for (const isPartial of [true, false])
      expect(await imported(room, tables, true, isPartial, seen.digest)).toMatchObject({
        http: 409,
        json: { code: 'MATRIX_CHANGED' },
      })
    expect(await grantsOf(room)).toEqual(before)
    const now = await review()
    expect(now).toMatchObject({ count: 1, unmatchedCount: 2 })
    expect(await imported(room, tables, true, false, now.digest)).toMatchObject({
      http: 422,
      json: { code: 'MATRIX_UNMATCHED' },
    })
    expect(await grantsOf(room)).toEqual(before)
    expect((await imported(room, tables, true, true, now.digest)).http).toBe(200)
    expect(await grantsOf(room)).toContainEqual({ groupId: first, itemId: folder, level: 'view' })
  })

  it('refuses all where another operator changed such a cell since, with the row of the sheet', async () => {
    const { room, bidder, folder, first } = await roomWithCells(app)
    const tables = edited(await exported(room), [
      [2, 2, '열람'],
      [2, 3, '원본'],
    ])
    await setGrants(room, { groupId: bidder, itemId: folder, level: 'view' })
    const before = await grantsOf(room)
    expect(await imported(room, tables, true)).toMatchObject({
      http: 409,
      json: { code: 'RIGHTS_CHANGED', row: 3 },
    })
    expect(await grantsOf(room)).toEqual(before)
    expect(before).not.toContainEqual(expect.objectContaining({ groupId: first, itemId: folder }))
  })

  it('is of its room, a workbook, and of a bounded size', async () => {
    const [own, other] = [await roomWithCells(app), await roomWithCells(app)]
    const foreign = await exported(other.room)
    expect(await imported(own.room, edited(foreign, [[1, 2, '열람']]), true)).toMatchObject({
      http: 400,
      json: { code: 'MATRIX_FILE' },
    })
    const junk = [
      new Uint8Array(),
      new TextEncoder().encode('PK\x03\x04 no workbook'),
      new Uint8Array(makePdf(1)),
    ]
    for (const bytes of junk)
      expect(await imported(own.room, bytes)).toMatchObject({
        http: 400,
        json: { code: 'MATRIX_FILE' },
      })
    expect(await imported(own.room, new Uint8Array(LIMITS.matrixBytes + 1))).toMatchObject({
      http: 413,
      json: { code: 'BODY_TOO_LARGE' },
    })
    const sparse = await writeXlsx({
      sheets: [
        { name: 'x', cells: new Map([['1048575,16383', { value: 'x', type: 'string' as const }]]) },
      ],
    })
    expect((await imported(own.room, sparse)).http).toBe(400)
  })

  it('is read once at a time for a room, while others go on', async () => {
    const [own, other] = [await roomWithCells(app), await roomWithCells(app)]
    const [mine, theirs] = [await exported(own.room), await exported(other.room)]
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => imported(own.room, mine)),
      imported(other.room, theirs),
    ])
    expect(answers.at(-1)?.http).toBe(200)
    const codes = answers
      .slice(0, 3)
      .map(({ http, json }) => (http === 200 ? 'OK' : `${http} ${json.code}`))
    expect(codes).toContain('OK')
    expect(codes.filter((code) => code !== 'OK' && code !== '503 BUSY')).toEqual([])
    expect((await imported(own.room, mine)).http).toBe(200)
  })

  it('without its hidden sheet compares with the levels of now', async () => {
    const { room, bidder, folder } = await roomWithCells(app)
    const [shown] = await exported(room)
    if (!shown) throw new Error('no sheet')
    await setGrants(room, { groupId: bidder, itemId: folder, level: 'view' })
    const answer = await imported(room, [shown], true)
    expect(answer.json.payload).toMatchObject({
      count: 1,
      changes: [{ row: 3, groupId: bidder, itemId: folder, before: 'view', level: 'none' }],
    })
  })
})
