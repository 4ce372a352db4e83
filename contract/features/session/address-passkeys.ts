import { z } from 'zod'
import { operation } from '../../core/operation.ts'
import { done, id } from '../../core/schemas.ts'
import { assertion, attestation, creationOptions, PASSKEY_NAME, passkey, requestOptions } from '../passkeys.ts'

const PATH = '/room/api/session/rooms/passkeys'

const byProof = { credential: 'none', delivers: 'none' } as const

/** A passkey is made within this time after the address was proven. Milliseconds. */
export const FRESH_PROOF_MS = 30 * 60_000

export const list = operation({
  ...byProof,
  name: 'crossing.listPasskeys',
  method: 'GET',
  path: PATH,
  summary:
    'The passkeys of the address that this browser has proven, the oldest first. `canAdd`: the proof is younger than 30 minutes, and the server can offer passkeys.',
  answer: { kind: 'json', payload: z.array(passkey), beside: z.object({ canAdd: z.boolean() }) },
})

export const registerOptions = operation({
  ...byProof,
  name: 'crossing.registerPasskeyOptions',
  method: 'POST',
  path: `${PATH}/options`,
  summary: 'What the browser is to make a passkey of the proven address with. Its challenge is good for this proof, for 5 minutes.',
  answer: { kind: 'json', payload: creationOptions },
})

export const register = operation({
  ...byProof,
  name: 'crossing.registerPasskey',
  method: 'POST',
  path: PATH,
  summary:
    'Adds a passkey that proves the address from then on, as a mailed link does. The proof of this browser must be younger than 30 minutes. The address is mailed that it was added.',
  body: z.strictObject({ name: PASSKEY_NAME, answer: attestation }),
  answer: { kind: 'json', payload: passkey },
})

export const remove = operation({
  ...byProof,
  name: 'crossing.removePasskey',
  method: 'POST',
  path: `${PATH}/remove`,
  summary: 'Removes a passkey of the proven address, which proves nothing from then on. The address is mailed that it was removed.',
  body: z.strictObject({ id }),
  answer: { kind: 'json', payload: done },
})

export const proveOptions = operation({
  ...byProof,
  name: 'crossing.passkeyOptions',
  method: 'POST',
  path: `${PATH}/prove/options`,
  summary:
    'What the browser is to ask for a passkey with. It names none, so that it says nothing about addresses. Good once, for 5 minutes.',
  answer: { kind: 'json', payload: requestOptions },
})

export const prove = operation({
  ...byProof,
  name: 'crossing.proveByPasskey',
  method: 'POST',
  path: `${PATH}/prove`,
  summary: 'Proves the address of a passkey for this browser, with the same cookie and limits as `session/rooms/prove`.',
  body: assertion,
  answer: { kind: 'json', payload: done },
})
