import type { OperationName } from '../../contract/registry.ts'
import { archivesOf, order, prepared } from './archives.ts'
import { body, type Named } from './authorization-calls.ts'
import type { Row } from './authorization-row.ts'
import type { WireClient } from './wire-client.ts'

/** One of the caller's own; whoever has none in the room tries the operator's. */
async function archiveOf(client: WireClient, { room }: Named): Promise<number> {
  if (client.session?.roomId === room.roomId) {
    const { json } = await order(client)
    if (json.status === 'OK') return (json.payload as { id: number }).id
    // Nobody may have more than a few of them.
    const kept = json.code === 'TOO_MANY_ARCHIVES' ? (await archivesOf(client)).at(0) : undefined
    if (kept) return kept.id
  }
  const [known] = await archivesOf(room.operator)
  return known?.id ?? (await prepared(room.operator)).id
}

/** The calls with which archives are had prepared and removed. */
export const ARCHIVE_ROWS = {
  'archive.list': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/archive/list/${room.roomId}`),
  },
  'archive.prepare': {
    reach: 'agreed',
    names: true,
    send: (client, { room }) => client.call('POST', '/room/api/archive', { body: { roomId: room.roomId, scope: 'own', protection: null } }),
  },
  'archive.remove': {
    reach: 'agreed',
    names: true,
    send: async (client, named) => {
      const id = await archiveOf(client, named)
      return body('DELETE', '/room/api/archive', (_, { roomId }) => ({ roomId, id }))(client, named)
    },
  },
} as const satisfies Partial<Record<OperationName, Row>>
