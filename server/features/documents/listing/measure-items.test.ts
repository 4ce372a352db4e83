import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { onlySlow } from '../../../test/harness/tier.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const measure = (client: WireClient, fileIds: readonly number[]): Promise<WireAnswer> =>
  client.change('POST', '/room/api/file/measure', { fileIds })
const measured = async (client: WireClient, ...fileIds: readonly number[]): Promise<unknown> =>
  (await measure(client, fileIds)).json.payload

describe('a measure', () => {
  it('counts items with all that is in them, each once, and nothing of the trash', async () => {
    const { operator } = await app.room()
    const [top, beside] = [await operator.newFolder('가'), await operator.newFolder('나')]
    const inner = await operator.newFolder('안', top)
    await operator.upload(
      ['문서.pdf', '1/문서.pdf', '1/2/문서.pdf', '지울 것.pdf'].map((name) => [name, PDF]),
      inner,
    )
    await operator.upload([['옆.pdf', PDF]], beside)
    const gone = (await operator.items(inner)).find(({ name }) => name === '지울 것.pdf')
    await operator.deleteItem(gone?.id ?? 0)

    expect(await measured(operator, top)).toEqual({
      folders: 4,
      files: 3,
      bytes: 3 * PDF.length,
      isCapped: false,
    })
    expect(await measured(operator, top, inner, top)).toEqual({
      folders: 4,
      files: 3,
      bytes: 3 * PDF.length,
      isCapped: false,
    })
    const [file] = await operator.items(beside)
    expect(await measured(operator, inner, file?.id ?? 0)).toEqual({
      folders: 3,
      files: 4,
      bytes: 4 * PDF.length,
      isCapped: false,
    })
    expect(await measured(operator, await operator.newFolder('빈 폴더'))).toEqual({
      folders: 1,
      files: 0,
      bytes: 0,
      isCapped: false,
    })
    expect(await measured(operator, top, gone?.id ?? 0)).toEqual({
      folders: 4,
      files: 3,
      bytes: 3 * PDF.length,
      isCapped: false,
    })
  })

  it('finds nothing of another room, nothing that is deleted, and no folder whose path only begins alike', async () => {
    const [room, other] = [await app.room(), await app.room()]
    const mine = await room.operator.newFolder('가')
    await room.operator.upload([['문서.pdf', PDF]], mine)
    expect((await measure(other.operator, [mine])).json).toMatchObject({
      status: 'EXCEPTION',
      code: 'NOT_FOUND',
    })
    const own = await other.operator.newFolder('나')
    expect(await measured(other.operator, own, mine)).toEqual({
      folders: 1,
      files: 0,
      bytes: 0,
      isCapped: false,
    })
    const next = await room.operator.newFolder('다')
    await room.operator.upload([['문서.pdf', PDF]], next)
    expect(await measured(room.operator, mine)).toMatchObject({ folders: 1, files: 1 })
    await room.operator.deleteItem(mine)
    expect((await measure(room.operator, [mine])).http).toBe(404)
    expect((await measure(room.operator, [])).http).toBe(400)
  })

  onlySlow(() => {
    it('counts no further than its limit', async () => {
      const { operator, roomId } = await app.room()
      const folder = await operator.newFolder('큰 폴더')
      const part = 5_000
      for (let from = 0; from < LIMITS.measuredMax + 10; from += part)
        await sql`
          insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
          select ${roomId}, ${folder}, array[${folder}::bigint], false, n::text, n::text, n::text, 'pdf', ${`${roomId}-`} || n, 1, now(), created_by
          from items, generate_series(${from + 1}::int, ${from + part}::int) as n where items.id = ${folder}
        `.execute(app.database.db)
      const answer = (await measured(operator, folder)) as {
        folders: number
        files: number
        isCapped: boolean
      }
      expect(answer).toMatchObject({ folders: 1, files: LIMITS.measuredMax - 1, isCapped: true })
    })
  })
})
