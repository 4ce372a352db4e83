import { expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { expectNothingChanged } from '../../../test/harness/holdings.ts'
import { startTestApp } from '../../../test/harness/test-app.ts'

it('a copy of more items than one copy may hold is refused and changes nothing', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.close())
  const { operator, ...room } = await app.room()
  const folder = await operator.newFolder('원본')
  await app.database.pool.query(
    `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
     select $1, $2, array[$2::bigint], true, 'n' || n, 'n' || n, 'n' || n, '', 'many' || n, 0, now(), $3 from generate_series(1, $4) n`,
    [room.roomId, folder, operator.me.id, LIMITS.itemsPerCopy],
  )
  await expectNothingChanged(app, room.roomId, async () => {
    const { http, json } = await operator.copyItem(folder, '사본', 0)
    expect({ http, code: json.code }).toEqual({ http: 400, code: 'COPY_TOO_LARGE' })
  })
})
