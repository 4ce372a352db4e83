import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../../test/harness/test-app.ts'

const ITEMS = 60_000

it('an undo numbers all that came of a large folder, in portions and in their order', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { operator, roomId } = await app.room()
  const folder = await operator.newFolder('원본')
  const change = async (numbering: string) =>
    (
      await operator.call('POST', '/room/api/room/update/index', {
        body: { id: roomId, numbering },
      })
    ).json as unknown as { undo: number }
  await change('fixed')
  await operator.newFolder('하나', folder)
  const { undo } = await change('live')
  for (let from = 0; from < ITEMS; from += 10_000)
    await app.database.pool.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select $1, $2, array[$2::bigint], true, 'n' || n, 'n' || n, 'n' || n, '', 'many' || n, 0, now(), $3 from generate_series($4::int, $5::int) n`,
      [roomId, folder, operator.me.id, from + 1, from + 10_000],
    )
  const { json } = await operator.call('POST', '/room/api/room/index/undo', {
    body: { roomId, undo },
  })
  expect(json.payload).toEqual({ restored: 0, numbered: ITEMS, kept: 0 })
  const { rows } = await app.database.pool.query(
    `select count(distinct number) as numbers, max(number) as last, (select last_number from folder_counts where parent_id = $1) as counted,
       bool_and(number = place) as in_order
     from (select number, row_number() over (order by rank, item_id) as place from index_places where parent_id = $1) as places`,
    [folder],
  )
  expect(rows).toEqual([
    { numbers: ITEMS + 1, last: ITEMS + 1, counted: ITEMS + 1, in_order: true },
  ])
})
