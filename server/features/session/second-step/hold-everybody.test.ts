import { expect, it } from 'vitest'
import { untilLocked } from '../../../test/harness/until-locked.ts'
import { openEntrance } from '../../../test/second-step/entrance.ts'
import { setRules } from '../../../test/second-step/second-step.ts'

const entrance = openEntrance()

it('a room comes to require strong proofs beside a move of people, which holds an operator before people with lower ids', async () => {
  const { app, room } = entrance
  const ids = (await room.operator.members())
    .map(({ id }) => id)
    .toSorted((one, other) => one - other)
  const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0]
  expect(last).toBeGreaterThan(first)
  const moving = await app.database.pool.connect()
  try {
    await moving.query('begin')
    await moving.query('select from members where id = $1 for share', [last])
    const changed = setRules(room.operator, { proofs: 'strong' })
    await untilLocked(app)
    await moving.query('select from members where id = $1 for no key update', [first])
    await moving.query('commit')
    expect((await changed).json.status).toBe('OK')
  } finally {
    await moving.query('rollback')
    moving.release()
  }
})
