import type { OperationName } from '../../../../contract/registry.ts'
import type { WireClient } from '../../harness/wire-client.ts'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  sendNewPasskey,
  sendPasskey,
} from '../../scenarios/passkeys.ts'
import { body } from '../authorization-calls.ts'
import type { AuthorizationRow } from '../authorization-row.ts'

const PASSKEY = '/room/admin/auth/comm/passkey'
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

const ownPasskey = (client: WireClient): Promise<number> =>
  addPasskey(client).then(
    ({ record }) => record.id,
    () => 1,
  )

export const PASSKEY_ROWS = {
  'passkeys.state': {
    reach: 'operator',
    names: false,
    send: (client) => client.call('GET', PASSKEY),
  },
  'passkeys.raiseOptions': {
    reach: 'operator',
    names: false,
    refused: ['NO_PASSKEY'],
    send: (client) => client.call('POST', `${PASSKEY}/raise/options`),
  },
  // The answer is well-formed but wrong.
  'passkeys.raise': {
    reach: 'operator',
    names: false,
    send: (client) => sendPasskey(client, NO_ASSERTION),
  },
  'passkeys.list': {
    reach: 'raised',
    names: false,
    send: (client) => client.call('GET', `${PASSKEY}/list`),
  },
  'passkeys.registerOptions': {
    reach: 'raised',
    names: false,
    send: (client) => client.call('POST', `${PASSKEY}/register/options`),
  },
  'passkeys.register': {
    reach: 'raised',
    names: false,
    refused: ['PASSKEY_REFUSED'],
    send: (client) => sendNewPasskey(client, NO_ATTESTATION),
  },
  'passkeys.rename': {
    reach: 'raised',
    names: false,
    send: async (client) => renamePasskey(client, await ownPasskey(client), '행렬'),
  },
  'passkeys.remove': {
    reach: 'raised',
    names: false,
    send: async (client) => removePasskey(client, await ownPasskey(client)),
  },
} as const satisfies Partial<Record<OperationName, AuthorizationRow>>

const ADDRESS_PASSKEYS = '/room/api/session/rooms/passkeys'
const UNPROVEN = { reach: 'public', names: false, refused: ['ADDRESS_UNPROVEN'] } as const

/** The proof of an address authorizes these. */
export const OWN_ROOM_ROWS = {
  'crossing.list': {
    reach: 'public',
    names: false,
    refused: ['ADDRESS_UNPROVEN'],
    send: (client) => client.call('GET', '/room/api/session/rooms'),
  },
  'crossing.askForLink': {
    reach: 'public',
    names: false,
    send: body('POST', '/room/api/session/rooms/link', () => ({ email: 'nobody@example.com' })),
  },
  'crossing.prove': {
    reach: 'public',
    names: false,
    refused: ['LINK_REFUSED'],
    send: body('POST', '/room/api/session/rooms/prove', () => ({ token: 'x' })),
  },
  'crossing.cross': {
    reach: 'public',
    names: false,
    refused: ['ADDRESS_UNPROVEN'],
    send: body('POST', '/room/api/session/cross', ({ room }) => ({ roomId: room.roomId })),
  },
  'crossing.leave': {
    reach: 'public',
    names: false,
    send: body('POST', '/room/api/session/rooms/leave', () => ({ everywhere: false })),
  },
  'crossing.listPasskeys': { ...UNPROVEN, send: (client) => client.call('GET', ADDRESS_PASSKEYS) },
  'crossing.registerPasskeyOptions': {
    ...UNPROVEN,
    send: (client) => client.call('POST', `${ADDRESS_PASSKEYS}/options`),
  },
  'crossing.registerPasskey': {
    ...UNPROVEN,
    send: body('POST', ADDRESS_PASSKEYS, () => ({ name: '행렬', answer: NO_ATTESTATION })),
  },
  'crossing.removePasskey': {
    ...UNPROVEN,
    send: body('POST', `${ADDRESS_PASSKEYS}/remove`, () => ({ id: 1 })),
  },
  'crossing.passkeyOptions': {
    reach: 'public',
    names: false,
    send: (client) => client.call('POST', `${ADDRESS_PASSKEYS}/prove/options`),
  },
  'crossing.proveByPasskey': {
    reach: 'public',
    names: false,
    refused: ['PASSKEY_REFUSED'],
    send: body('POST', `${ADDRESS_PASSKEYS}/prove`, () => NO_ASSERTION),
  },
} satisfies Partial<Record<OperationName, AuthorizationRow>>
