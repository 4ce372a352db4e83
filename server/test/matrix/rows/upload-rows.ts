import type { OperationName } from '../../../../contract/registry.ts'
import { appendTo, beginUpload, endUpload, headUpload, newUpload, TUS } from '../../harness/tus.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

export const UPLOAD_ROWS = {
  'uploads.capabilities': {
    reach: 'raised',
    names: false,
    send: (client) => client.call('OPTIONS', TUS),
  },
  'uploads.create': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) =>
      beginUpload(client, {
        name: '행렬.pdf',
        size: 1_000,
        parent: await room.operator.newFolder('행렬'),
      }),
  },
  'uploads.state': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => headUpload(client, await newUpload(room.operator)),
  },
  'uploads.append': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) =>
      appendTo(client, await newUpload(room.operator), 0, new Uint8Array()),
  },
  'uploads.terminate': {
    reach: 'raised',
    names: true,
    send: async (client, { room }) => endUpload(client, await newUpload(room.operator)),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
