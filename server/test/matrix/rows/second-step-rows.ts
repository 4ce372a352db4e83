import type { OperationName } from '../../../../contract/registry.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const PATH = '/room/api/session/security'
const NO_ASSERTION = {
  credential: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
}
const NO_ATTESTATION = {
  credential: 'AAAA',
  clientDataJSON: 'AAAA',
  attestationObject: 'AAAA',
  transports: [],
}
const OF_ENTRY = { reach: 'unproven', names: false } as const
const OWN = { reach: 'agreed', names: false } as const
const RULES = { proofs: 'any', networks: { pin: [], signOn: [] } }

export const SECOND_STEP_ROWS = {
  'session.stepOptions': {
    ...OF_ENTRY,
    refused: ['NO_PASSKEY'],
    send: (client) => client.call('POST', '/room/api/room/join/step/passkey'),
  },
  'session.proveStep': {
    ...OF_ENTRY,
    refused: ['APP_CODE_REFUSED'],
    send: body('POST', '/room/api/room/join/step/proof', () => ({
      proof: { by: 'app', code: '000000' },
    })),
  },
  'security.read': { ...OWN, send: (client) => client.call('GET', PATH) },
  'security.mailCode': { ...OWN, send: (client) => client.call('POST', `${PATH}/code`) },
  'security.proofOptions': {
    ...OWN,
    refused: ['NO_PASSKEY'],
    send: (client) => client.call('POST', `${PATH}/proof/options`),
  },
  'security.prove': {
    ...OWN,
    refused: ['PASSKEY_REFUSED'],
    send: body('POST', `${PATH}/proof`, () => ({ proof: { by: 'passkey', answer: NO_ASSERTION } })),
  },
  'security.startApp': { ...OWN, send: (client) => client.call('POST', `${PATH}/app/start`) },
  'security.confirmApp': {
    ...OWN,
    refused: ['APP_CODE_REFUSED'],
    send: body('POST', `${PATH}/app/confirm`, () => ({ code: '000000' })),
  },
  'security.removeApp': {
    ...OWN,
    refused: ['PROOF_NEEDED', 'NOT_FOUND'],
    send: (client) => client.call('POST', `${PATH}/app/remove`),
  },
  'security.passkeyOptions': {
    ...OWN,
    send: (client) => client.call('POST', `${PATH}/passkeys/options`),
  },
  'security.addPasskey': {
    ...OWN,
    refused: ['PASSKEY_REFUSED'],
    send: body('POST', `${PATH}/passkeys`, () => ({ name: '행렬', answer: NO_ATTESTATION })),
  },
  'security.removePasskey': {
    ...OWN,
    refused: ['PROOF_NEEDED', 'NOT_FOUND'],
    send: body('POST', `${PATH}/passkeys/remove`, () => ({ id: 1 })),
  },
  'security.reset': {
    reach: 'raised',
    names: true,
    send: async (client, { room, spareMemberId }) =>
      client.call('POST', '/room/api/room/user/security/reset', {
        body: { id: await spareMemberId(), roomId: room.roomId },
      }),
  },
  'security.rules': {
    reach: 'raised',
    names: true,
    send: (client, { room }) => client.call('GET', `/room/api/room/stepRules/${room.roomId}`),
  },
  'security.updateRules': {
    reach: 'raised',
    names: true,
    send: body('PUT', '/room/api/room/update/stepRules', ({ room }) => ({
      id: room.roomId,
      rules: RULES,
    })),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
