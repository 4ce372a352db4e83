import type { WireClient } from '../../server/test/harness/wire-client.ts'

export interface GrantRecord {
  readonly groupId: number
  readonly itemId: number
  readonly level: string
}

export async function newGroup(client: WireClient, name: string, level?: string): Promise<number> {
  const body = { roomId: client.me.roomId, name, color: 'blue', ...(level ? { level } : {}) }
  const { json } = await client.call('POST', '/room/api/group', { body })
  return (json.payload as { readonly id: number }).id
}

export async function setGrants(
  client: WireClient,
  changes: readonly { groupId: number; itemId: number; level: string | null }[],
) {
  const { http, json } = await client.call('POST', '/room/api/grant', {
    body: { roomId: client.me.roomId, changes },
  })
  if (http !== 200) throw new Error(`${json.code}`)
}

export async function grantsOn(
  client: WireClient,
  itemId: number,
): Promise<Record<number, string>> {
  const { json } = await client.call('GET', `/room/api/grant/list/${client.me.roomId}`, {
    query: { itemId },
  })
  return Object.fromEntries(
    (json.payload as readonly GrantRecord[]).map(({ groupId, level }) => [groupId, level]),
  )
}
