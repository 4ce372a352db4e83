import { expect } from 'vitest'
import type { HistoryItem } from '../../../../contract/features/history.ts'
import type { TestRoom } from '../../harness/test-app.ts'
import type { WireClient } from '../../harness/wire-client.ts'

export type EntriesTestQuery = Readonly<Record<string, string | number>>

export const DAY_MS = 24 * 3_600_000

export const path = (room: TestRoom, call: string) => `/room/api/room/${call}/${room.roomId}`

export async function listed(
  room: TestRoom,
  query: EntriesTestQuery = {},
  client: WireClient = room.operator,
) {
  const { http, json } = await client.call('GET', path(room, 'roomActivity/list'), { query })
  expect(http).toBe(200)
  return {
    ...(json.payload as { roomActivityItem: HistoryItem[]; total: number }),
    nextCursor: json.nextCursor,
  }
}
