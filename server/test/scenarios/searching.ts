import { expect } from 'vitest'
import type { FoundDocument } from '../../../contract/features/search.ts'
import { eventually } from '../harness/eventually.ts'
import type { TestApp } from '../harness/test-app.ts'
import type { WireClient } from '../harness/wire-client.ts'

export interface Findings {
  readonly payload: FoundDocument[]
  readonly nextCursor?: string
  readonly indexing?: number
  readonly counted?: number
}

export async function findings(
  client: WireClient,
  keword: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Findings> {
  const { http, json } = await client.call('POST', '/room/api/file/search', {
    body: { keword, roomId: client.me.roomId, ...more },
  })
  expect({ http, status: json.status }).toEqual({ http: 200, status: 'OK' })
  return json as Findings
}

export async function foundIn(
  client: WireClient,
  keword: string,
): Promise<Record<string, number[]>> {
  const { payload } = await findings(client, keword)
  return Object.fromEntries(
    payload.map(({ item, pages }) => [item.name, pages.map(({ page }) => page)]),
  )
}

export async function allRead({ database }: TestApp, roomId: number): Promise<void> {
  const unread = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      `select count(*)::int from file_versions v left join content_texts t on t.content_uid = v.content_uid
       where v.room_id = $1 and (v.status is null or v.status in ('WAITING', 'WORKING') or (v.status = 'READY' and t.state = 'WAITING'))`,
      [roomId],
    )
    return rows[0].count
  }
  await eventually(async () => expect(await unread()).toBe(0), 120_000)
}
