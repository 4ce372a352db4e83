import { expect } from 'vitest'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'

export const statusOf = async (client: WireClient, lease: string): Promise<unknown> =>
  ((await client.call('GET', `/room/api/file/view/${lease}`)).json.payload as { status?: string })
    .status

export const pageOf = async (client: WireClient, lease: string, number = 1): Promise<number> =>
  (await client.fetch('GET', `/room/api/file/view/${lease}/pages/${number}?width=64`)).status

export async function readerWithRights(app: TestApp, room: TestRoom) {
  const reader = await app.participant(room)
  for (const right of ['print', 'download'])
    await room.operator.setRight(reader.memberId, right, true)
  return reader
}

export async function unlocked(locked: number, client: WireClient): Promise<string> {
  const { name } = await client.openDocument(locked)
  expect((await client.unlock(name, '연꽃 2026')).http).toBe(200)
  return name
}
