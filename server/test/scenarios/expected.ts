import type { ExpectedCounts, ExpectedDocument } from '../../../contract/features/documents/expected.ts'
import type { WireClient } from '../harness/wire-client.ts'

interface Added {
  readonly added: readonly { readonly id: number; readonly name: string; readonly isReceived: boolean }[]
  readonly skipped: readonly { readonly name: string; readonly code: string }[]
}

export async function expectDocuments(client: WireClient, names: readonly string[], parent = 0, more = {}): Promise<Added> {
  const { json } = await client.call('POST', '/room/api/file/expected', { body: { roomId: client.me.roomId, parent, names, ...more } })
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as Added
}

interface Listed {
  readonly rows: readonly ExpectedDocument[]
  readonly counts: ExpectedCounts
}

/** @param query such as `parent=3&deep=true&state=all` */
export async function expectedIn(client: WireClient, query = ''): Promise<Listed> {
  const { json } = await client.call('GET', `/room/api/file/expected/list/${client.me.roomId}?${query}`)
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as Listed
}
