import type { OperationName } from '../../../../contract/registry.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import { compose } from '../../scenarios/composing.ts'
import { fetchBytes, type NamedObjects } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

/** Without recipients, nobody receives a mail. */
const onEmptyDraft =
  (call: string, fields: (templateId: number) => object) =>
  async (client: WireClient, { room, templateId }: NamedObjects) => {
    const copy = await compose(room.operator, 'copy', { templateId })
    return compose(client, call, fields((copy.json.payload as { templateId: number }).templateId))
  }
const onTemplate =
  (call: string) =>
  (client: WireClient, { templateId }: NamedObjects) =>
    compose(client, call, { templateId })

export const SIGNING_ROWS = {
  'compose.addInvite': {
    reach: 'raised',
    names: true,
    refused: ['SIGN_NOBODY'],
    send: onEmptyDraft('addInvite', (templateId) => ({ templateId, members: [] })),
  },
  'compose.addInviteAll': {
    reach: 'raised',
    names: true,
    refused: ['SIGN_NOBODY'],
    send: onEmptyDraft('addInviteAll', (templateId) => ({ templates: [templateId], members: [] })),
  },
  'compose.addInviteBulk': {
    reach: 'raised',
    names: true,
    refused: ['SIGN_ONE_SIGNER'],
    send: onEmptyDraft('addInviteBulk', (templateId) => ({
      templateId,
      rows: [{ name: '행렬', email: 'matrix@example.com' }],
    })),
  },
  'compose.remind': {
    reach: 'raised',
    names: true,
    refused: ['SIGN_STATE'],
    send: onTemplate('remind'),
  },
  'compose.cancel': {
    reach: 'raised',
    names: true,
    refused: ['SIGN_STATE'],
    send: onTemplate('cancel'),
  },
  'compose.sealAgain': {
    reach: 'raised',
    names: true,
    refused: ['SEAL_NOT_FAILED'],
    send: onTemplate('sealAgain'),
  },
  'compose.certificate': {
    reach: 'public',
    names: false,
    send: (client) => client.call('GET', '/esign/api/certificate'),
  },
  'signing.state': {
    reach: 'signer',
    names: false,
    send: (client) => client.call('GET', '/esign/api/sign'),
  },
  'signing.file': {
    reach: 'signer',
    names: false,
    send: (client) => fetchBytes(client, '/esign/api/sign/file'),
  },
  'signing.image': {
    reach: 'signer',
    names: true,
    send: (client, { imageId }) => fetchBytes(client, `/esign/api/sign/images/${imageId}`),
  },
  'signing.open': {
    reach: 'signer',
    names: false,
    send: (client) => client.call('POST', '/esign/api/sign/open'),
  },
  'signing.complete': {
    reach: 'signer',
    names: true,
    send: (client, { signerBox }) =>
      client.call('POST', '/esign/api/sign/complete', {
        body: { consent: true, boxes: [{ id: signerBox, text: '홍길동' }] },
      }),
  },
  'signing.decline': {
    reach: 'signer',
    names: false,
    send: (client) => client.call('POST', '/esign/api/sign/decline', { body: { reason: '행렬' } }),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>
