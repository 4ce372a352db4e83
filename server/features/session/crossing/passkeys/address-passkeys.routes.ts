import * as contract from '../../../../../contract/features/session/address-passkeys.ts'
import type { Actor } from '../../../../access/actor.ts'
import { DONE, ok } from '../../../../platform/http/envelope.ts'
import type { Handlers } from '../../../../platform/http/mount.ts'
import type { SessionParts } from '../../session.parts.ts'
import { provenOf } from '../own-rooms.present.ts'
import { proofCookies } from '../proof-cookie.ts'
import {
  askForAddressPasskey,
  listAddressPasskeys,
  registerAddressPasskey,
  removeAddressPasskey,
} from './own-address-passkeys.ts'
import { askForProof, proveByPasskey } from './prove-by-passkey.ts'

export const addressPasskeyOperations = [
  contract.list,
  contract.registerOptions,
  contract.register,
  contract.remove,
  contract.proveOptions,
  contract.prove,
] as const

export function addressPasskeyHandlers(
  parts: SessionParts,
): Handlers<typeof addressPasskeyOperations, Actor> {
  return {
    'crossing.listPasskeys': (from) => listAddressPasskeys(parts, provenOf(from)),
    'crossing.registerPasskeyOptions': async (from) =>
      ok(await askForAddressPasskey(parts, provenOf(from))),
    'crossing.registerPasskey': async ({ body, ...from }) =>
      ok(await registerAddressPasskey(parts, provenOf(from), body)),
    'crossing.removePasskey': async ({ body, ...from }) => {
      await removeAddressPasskey(parts, provenOf(from), body.id)
      return DONE
    },
    'crossing.passkeyOptions': async () => ok(askForProof(parts)),
    'crossing.proveByPasskey': async ({ body, ...from }) => {
      const proof = await proveByPasskey(parts, provenOf(from), body)
      return { ...DONE, headers: { 'set-cookie': proofCookies(proof, parts.publicUrl) } }
    },
  }
}
