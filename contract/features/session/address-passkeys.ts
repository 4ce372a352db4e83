import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id } from '../../core/schemas.ts'
import {
  assertion,
  attestation,
  creationOptions,
  PASSKEY_NAME,
  passkey,
  requestOptions,
} from '../passkeys.ts'

const PATH = '/room/api/session/rooms/passkeys'

const byProof = { credential: 'none', delivers: 'none' } as const

/** A passkey must be made this soon after the address was proven, in milliseconds. */
export const FRESH_PROOF_MS = 30 * 60_000

export const list = operation({
  ...byProof,
  name: 'crossing.listPasskeys',
  method: 'GET',
  path: PATH,
  summary:
    'Lists the passkeys of the address proven in this browser, oldest first. `canAdd`: the proof is younger than 30 minutes, and the server can offer passkeys.',
  answer: { kind: 'json', payload: z.array(passkey), beside: z.object({ canAdd: z.boolean() }) },
})

export const registerOptions = operation({
  ...byProof,
  name: 'crossing.registerPasskeyOptions',
  method: 'POST',
  path: `${PATH}/options`,
  summary:
    'Returns the options for creating a passkey of the proven address in the browser. The challenge is valid for this proof, for 5 minutes.',
  answer: { kind: 'json', payload: creationOptions },
})

export const register = operation({
  ...byProof,
  name: 'crossing.registerPasskey',
  method: 'POST',
  path: PATH,
  summary:
    'Adds a passkey that proves the address, as a mailed link does. The proof of this browser must be younger than 30 minutes. The address is notified by mail.',
  body: z.strictObject({ name: PASSKEY_NAME, answer: attestation }),
  answer: { kind: 'json', payload: passkey },
})

export const remove = operation({
  ...byProof,
  name: 'crossing.removePasskey',
  method: 'POST',
  path: `${PATH}/remove`,
  summary:
    'Removes a passkey of the proven address, which stops working. The address is notified by mail.',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const proveOptions = operation({
  ...byProof,
  name: 'crossing.passkeyOptions',
  method: 'POST',
  path: `${PATH}/prove/options`,
  summary:
    'Returns the options for requesting a passkey in the browser. They name no passkey, so that they reveal nothing about addresses. The challenge is valid once, for 5 minutes.',
  answer: { kind: 'json', payload: requestOptions },
})

export const prove = operation({
  ...byProof,
  name: 'crossing.proveByPasskey',
  method: 'POST',
  path: `${PATH}/prove`,
  summary:
    'Proves the address of a passkey for this browser, with the cookie and limits of `session/rooms/prove`.',
  body: assertion,
  answer: { kind: 'json', payload: done },
})
