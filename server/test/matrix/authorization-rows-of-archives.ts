import type { OperationName } from '../../../contract/registry.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { archivesOf, order, prepared } from '../scenarios/archives.ts'
import { body, type Named } from './authorization-calls.ts'
import type { Row } from './authorization-row.ts'

/** Callers without an archive try the operator's. */
async function archiveOf(client: WireClient, { room }: Named): Promise<number> {
  if (client.session?.roomId === room.roomId) {
    const { json } = await order(client)
    if (json.status === 'OK') return (json.payload as { id: number }).id
    // The number per person is limited.
    const kept = json.code === 'TOO_MANY_ARCHIVES' ? (await archivesOf(client)).at(0) : undefined
    if (kept) return kept.id
  }
  const [known] = await archivesOf(room.operator)
  return known?.id ?? (await prepared(room.operator)).id
}

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
