import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { begin, leave, personalList } from '../../../test/scenarios/news.ts'
import { roomWithReader } from '../../../test/scenarios/publishing.ts'

const HIDDEN = 1_000
const SEEN = 10

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
afterEach(() => {
  vi.restoreAllMocks()
})

async function roomWithMuchHidden(rootLevel: 'none' | 'view') {
  const made = await roomWithReader(app)
  const { room, operator, reader } = made
  const group = await newGroup(room, '매수인 갑', rootLevel)
  await moveInto(room, group, [reader])
  const [open, hidden] = [await operator.newFolder('공개'), await operator.newFolder('비공개')]
  await grant(
    room,
    { groupId: group, itemId: open, level: 'view' },
    { groupId: group, itemId: hidden, level: 'none' },
  )
  await leave(reader.client)
  const insertHidden = () =>
    app.database.pool.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select $1, $2, array[$2::bigint], false, n, n, n, 'pdf', gen_random_uuid(), 1, now(), $3
       from (select gen_random_uuid() || '.pdf' as n from generate_series(1, $4::int)) as names`,
      [room.roomId, hidden, operator.me.id, HIDDEN / 2],
    )
  await insertHidden()
  await operator.upload(
    Array.from({ length: SEEN }, (_, index) => [`문서 ${index}.pdf`, makePdf(1)]),
    open,
  )
  await insertHidden()
  await app.database.pool.query('analyze items')
  await begin(reader)
  return made
}

async function pages(client: WireClient, limit: number): Promise<string[][]> {
  const found: string[][] = []
  let cursor: string | undefined
  do {
    const { json } = await personalList(client, 'new', {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    })
    found.push((json.payload as ItemRecord[]).map(({ name }) => name))
    cursor = json.nextCursor
  } while (cursor !== undefined)
  return found
}

describe('what is new beside much that is hidden', () => {
  it.each(['none', 'view'] as const)(
    'costs one query for each page, with %s on the room, and its cursors name nothing hidden',
    async (level) => {
      const { client } = await roomWithMuchHidden(level)
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const asked = () =>
        query.mock.calls.filter((call) =>
          JSON.stringify(call[0] ?? '').includes('greatest(appeared_at, content_at) desc'),
        )
      const all = await pages(client, 100)
      expect(all).toHaveLength(1)
      expect(all[0]?.toSorted()).toEqual(
        Array.from({ length: SEEN }, (_, index) => `문서 ${index}.pdf`),
      )
      expect(asked()).toHaveLength(1)
      const small = await pages(client, 4)
      expect(small.map(({ length }) => length)).toEqual([4, 4, 2])
      expect(small.flat()).toEqual(all[0])
      const { json } = await personalList(client, 'new', { limit: 4 })
      const [, id] = JSON.parse(Buffer.from(json.nextCursor ?? '', 'base64url').toString()) as [
        string,
        number,
      ]
      expect((json.payload as ItemRecord[]).at(-1)?.id).toBe(id)
    },
  )
})
