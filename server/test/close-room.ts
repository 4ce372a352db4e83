import type { TestApp } from './test-app.ts'

/** As if an operator had closed the room. */
export const closeRoom = ({ database }: Pick<TestApp, 'database'>, roomId: number) =>
  database.pool.query(`update rooms set phase = 'closed', phase_at = now() where id = $1`, [roomId])
