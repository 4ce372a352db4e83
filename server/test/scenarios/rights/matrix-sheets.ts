import { readXlsx, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { makePdf } from '../../fixtures/make-pdf.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import type { WireAnswer } from '../../harness/wire-client.ts'

export interface RoomWithCells {
  readonly room: TestRoom
  readonly first: number
  readonly bidder: number
  readonly folder: number
  readonly deep: number
  readonly inDeep: number
}

export async function roomWithCells(app: TestApp): Promise<RoomWithCells> {
  const room = await app.room()
  const { operator, roomId } = room
  const folder = await operator.newFolder('재무')
  const deep = await operator.newFolder('세금', folder)
  const inDeep = await operator.put('=신고서.pdf', makePdf(1), deep)
  await operator.put('안내.pdf', makePdf(1))
  const { json } = await operator.call('POST', '/room/api/group', {
    body: { roomId, name: '인수인 A', level: 'view' },
  })
  const { id: bidder } = json.payload as { id: number }
  const groups = (await operator.call('GET', `/room/api/group/list/${roomId}`)).json.payload as {
    id: number
  }[]
  const first = groups.find(({ id }) => id !== bidder)?.id ?? 0
  await setGrants(room, { groupId: bidder, itemId: folder, level: 'none' })
  await setGrants(room, { groupId: bidder, itemId: inDeep, level: 'print', until: UNTIL })
  return { room, first, bidder, folder, deep, inDeep }
}

export const UNTIL = '2099-12-31T15:00:00.000Z'

export const setGrants = async (
  { operator, roomId }: TestRoom,
  ...changes: object[]
): Promise<void> => {
  expect(
    await operator.call('POST', '/room/api/grant', { body: { roomId, changes } }),
  ).toMatchObject({ http: 200 })
}

export const grantsOf = async ({ operator, roomId }: TestRoom) =>
  (await operator.call('GET', `/room/api/grant/list/${roomId}`)).json.payload

export async function exported({ operator, roomId }: TestRoom, language = 'ko') {
  const response = await operator.fetch('GET', `/room/api/grant/matrix/${roomId}`, {
    headers: { 'accept-language': language },
  })
  expect(response.status).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  return sheets.map(({ name, rows, hidden = false }) => ({
    name,
    hidden,
    rows: rows.map((row) => row.map((cell) => String(cell ?? ''))),
  }))
}

type MatrixTables = Awaited<ReturnType<typeof exported>>

export const edited = (
  tables: MatrixTables,
  changes: readonly (readonly [row: number, column: number, text: string])[],
): MatrixTables =>
  tables.map((table, index) => ({
    ...table,
    rows: table.rows.map((cells, row) =>
      cells.map(
        (cell, column) =>
          (index === 0 ? changes.find(([r, c]) => r === row && c === column)?.[2] : undefined) ??
          cell,
      ),
    ),
  }))

export async function imported(
  { operator, roomId }: TestRoom,
  tables: MatrixTables | Uint8Array,
  apply?: boolean,
  isPartial?: boolean,
  digest?: unknown,
): Promise<WireAnswer> {
  const bytes =
    tables instanceof Uint8Array
      ? tables
      : await writeXlsx({ sheets: tables as unknown as WriteSheet[] })
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'matrix.xlsx')
  if (apply !== undefined) form.append('apply', String(apply))
  if (isPartial !== undefined) form.append('partial', String(isPartial))
  if (digest !== undefined) form.append('digest', String(digest))
  return operator.call('POST', `/room/api/grant/matrix/${roomId}`, { form })
}
