/** The rows of the authorization matrix for the passkeys of operators. */
import type { OperationName } from '../../contract/registry.ts'
import type { Row } from './authorization-row.ts'
import { addPasskey, removePasskey, renamePasskey, sendNewPasskey, sendPasskey } from './passkeys.ts'
import type { WireClient } from './wire-client.ts'

const PASSKEY = '/room/admin/auth/comm/passkey'
const NO_ASSERTION = { credential: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
const NO_ATTESTATION = { credential: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] }

/** Whoever can have one names their own; the others name one that may be anybody's. */
const ownPasskey = (client: WireClient): Promise<number> =>
  addPasskey(client).then(
    ({ record }) => record.id,
    () => 1,
  )

export const PASSKEY_ROWS = {
  'passkeys.state': { reach: 'operator', names: false, send: (client) => client.call('GET', PASSKEY) },
  'passkeys.raiseOptions': {
    reach: 'operator',
    names: false,
    refused: ['NO_PASSKEY'],
    send: (client) => client.call('POST', `${PASSKEY}/raise/options`),
  },
  // An answer of the right shape, and no more, counts as wrong.
  'passkeys.raise': { reach: 'operator', names: false, send: (client) => sendPasskey(client, NO_ASSERTION) },
  'passkeys.list': { reach: 'raised', names: false, send: (client) => client.call('GET', `${PASSKEY}/list`) },
  'passkeys.registerOptions': { reach: 'raised', names: false, send: (client) => client.call('POST', `${PASSKEY}/register/options`) },
  'passkeys.register': {
    reach: 'raised',
    names: false,
    refused: ['PASSKEY_REFUSED'],
    send: (client) => sendNewPasskey(client, NO_ATTESTATION),
  },
  'passkeys.rename': { reach: 'raised', names: false, send: async (client) => renamePasskey(client, await ownPasskey(client), '행렬') },
  'passkeys.remove': { reach: 'raised', names: false, send: async (client) => removePasskey(client, await ownPasskey(client)) },
} as const satisfies Partial<Record<OperationName, Row>>
