import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { newGroup } from '../../test/scenarios/groups.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const CHUNK = 5_000

interface Effect {
  readonly groupId: number
  readonly hidden: number
  readonly isCapped: boolean
}

it('counts the first documents of a large room alone, for each group, and says so', {
  timeout: 400_000,
}, async () => {
  const room = await app.room()
  const { operator, roomId } = room
  const folder = await operator.newFolder('많음')
  // The triggers would take minutes.
  await app.database.pool.query('alter table items disable trigger user')
  for (let first = 0; first <= LIMITS.grantEffectsMax; first += CHUNK) {
    await app.database.pool.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select $1, $2, array[$2::bigint], false, name, name, name, 'pdf', gen_random_uuid(), 1, date_trunc('milliseconds', now()), $3
       from (select n || '.pdf' as name from generate_series($4::int, $5::int) as n) as made`,
      [roomId, folder, operator.me.id, first, Math.min(first + CHUNK - 1, LIMITS.grantEffectsMax)],
    )
  }
  const groups = [await newGroup(room, '하나', 'view'), await newGroup(room, '둘', 'view')]
  const changes = groups.map((groupId) => ({ groupId, itemId: folder, level: 'none' }))
  const { json } = await operator.call('POST', '/room/api/grant/preview', {
    body: { roomId, changes },
  })
  const { effects } = json.payload as { effects: Effect[] }
  expect(effects.map(({ groupId, isCapped }) => ({ groupId, isCapped }))).toEqual(
    groups.map((groupId) => ({ groupId, isCapped: true })),
  )
  for (const { hidden } of effects) expect(hidden).toBeLessThanOrEqual(LIMITS.grantEffectsMax + 1)
  expect(effects[0]?.hidden).toBeGreaterThan(0)
})
