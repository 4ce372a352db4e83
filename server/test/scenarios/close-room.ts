import type { TestApp } from '../harness/test-app.ts'

export const closeRoom = ({ database }: Pick<TestApp, 'database'>, roomId: number) =>
  database.pool.query(`update rooms set phase = 'closed', phase_at = now() where id = $1`, [roomId])
