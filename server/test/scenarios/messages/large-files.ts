import path from 'node:path'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { filesBelow } from '../../harness/holdings.ts'
import type { TestApp, TestPerson, TestRoom } from '../../harness/test-app.ts'

export const SIZE = LIMITS.attachmentBytes + 1

export const query = async (app: TestApp, text: string, values: readonly unknown[] = []) =>
  (await app.database.pool.query(text, [...values])).rows

export const used = async (app: TestApp, room: TestRoom): Promise<number> =>
  Number(
    (await query(app, 'select storage_used from rooms where id = $1', [room.roomId]))[0]
      .storage_used,
  )

export const blobs = (app: TestApp) => filesBelow(path.join(app.dataDir, 'blobs'))

export const to = (...people: readonly TestPerson[]) => ({
  recipients: people.map(({ email }) => ({ email })),
})
