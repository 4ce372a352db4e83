import type { z } from 'zod'
import type { BesideIn, PayloadIn } from '../../../../../contract/core/operation.ts'
import {
  type creationOptions,
  PASSKEYS_PER_MEMBER,
} from '../../../../../contract/features/passkeys.ts'
import {
  FRESH_PROOF_MS,
  type list,
  type register,
} from '../../../../../contract/features/session/address-passkeys.ts'
import { relyOn } from '../../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../../platform/db/process-row.ts'
import type { Reply } from '../../../../platform/http/envelope.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import { creationOptionsFor } from '../../../../platform/webauthn/passkey-options.ts'
import { needRelyingParty, relyingPartyOf } from '../../../../platform/webauthn/relying-party.ts'
import { challengeIn, drawChallenge } from '../../../../platform/webauthn/signed-challenge.ts'
import { verifyAttestation } from '../../../../platform/webauthn/verify-passkey.ts'
import { deviceOf } from '../../entry/device.ts'
import { presentDescriptor, presentPasskey } from '../../passkeys/passkeys.present.ts'
import type { SessionParts } from '../../session.parts.ts'
import { crossableAt, proofHash, requireProof, type VisitorWithProof } from '../address-proof.ts'
import type { Proof } from '../proofs.store.ts'
import { addressPasskeyMail } from './address-passkeys.mails.ts'
import {
  deleteAddressPasskey,
  findAddressPasskeys,
  insertAddressPasskey,
} from './address-passkeys.store.ts'
import { makerOf } from './challenge-maker.ts'

type OwnAddressPasskeysParts = Pick<
  SessionParts,
  'database' | 'secrets' | 'tokens' | 'throttle' | 'clock' | 'outbox' | 'publicUrl'
>

/** A sign-on proves some rooms, but an address passkey would open all of the address. */
const isOfAddress = ({ account }: Proof): boolean => account === null

/** An open browser must not give permanent access, and a passkey must not prolong itself after the mailbox is lost. */
const isFresh = ({ clock }: Pick<OwnAddressPasskeysParts, 'clock'>, proof: Proof): boolean =>
  isOfAddress(proof) &&
  !proof.by_passkey &&
  clock.now().getTime() - proof.created_at.getTime() < FRESH_PROOF_MS

/** @throws Refusal ADDRESS_UNPROVEN */
export async function listAddressPasskeys(
  parts: OwnAddressPasskeysParts,
  visitor: VisitorWithProof,
): Promise<Reply<PayloadIn<typeof list>, BesideIn<typeof list>>> {
  const { db } = parts.database
  const proof = await requireProof(db, parts, visitor)
  const passkeys = isOfAddress(proof) ? await findAddressPasskeys(db, proof.email) : []
  return {
    payload: passkeys.map(presentPasskey),
    canAdd: isFresh(parts, proof) && relyingPartyOf(parts.publicUrl) !== undefined,
  }
}

function refuseMore(passkeys: readonly unknown[]): void {
  const limit = PASSKEYS_PER_MEMBER
  if (passkeys.length >= limit) throw new Refusal('TOO_MANY_PASSKEYS', { variables: { limit } })
}

/** The challenge is valid for this proof only. */
const subjectOf = (parts: OwnAddressPasskeysParts, { proof }: VisitorWithProof): string =>
  `register ${proofHash(parts, proof ?? '').toString('base64url')}`

async function requireFresh(
  parts: OwnAddressPasskeysParts,
  db: Tx | OwnAddressPasskeysParts['database']['db'],
  visitor: VisitorWithProof,
): Promise<Proof> {
  const proof = await requireProof(db, parts, visitor)
  if (!isFresh(parts, proof)) throw new Refusal('PROOF_OLD')
  return proof
}

/** @throws Refusal ADDRESS_UNPROVEN, PROOF_OLD, PASSKEYS_UNAVAILABLE, TOO_MANY_PASSKEYS */
export async function askForAddressPasskey(
  parts: OwnAddressPasskeysParts,
  visitor: VisitorWithProof,
): Promise<z.input<typeof creationOptions>> {
  const { db } = parts.database
  const { email } = await requireFresh(parts, db, visitor)
  const party = needRelyingParty(parts)
  const passkeys = await findAddressPasskeys(db, email)
  refuseMore(passkeys)
  return creationOptionsFor(party, {
    challenge: drawChallenge(makerOf(parts), subjectOf(parts, visitor)),
    user: {
      id: parts.secrets.digestOf('address-passkey-user', email).toString('base64url'),
      name: email,
      displayName: email,
    },
    residentKey: 'required',
    excludeCredentials: passkeys.map(presentDescriptor),
  })
}

/** @throws Refusal ADDRESS_UNPROVEN, PROOF_OLD, PASSKEYS_UNAVAILABLE, PASSKEY_REFUSED, TOO_MANY_PASSKEYS, TOO_MANY */
export async function registerAddressPasskey(
  parts: OwnAddressPasskeysParts,
  visitor: VisitorWithProof,
  { name, answer }: z.output<(typeof register)['body']>,
): Promise<PayloadIn<typeof register>> {
  const party = needRelyingParty(parts)
  const { email } = await requireFresh(parts, parts.database.db, visitor)
  await parts.throttle.count(
    'passkey-change',
    parts.secrets.digestOf('email', email).toString('base64url'),
  )
  const challenge = challengeIn(makerOf(parts), answer.clientDataJSON, subjectOf(parts, visitor))
  const made = challenge && (await verifyAttestation(answer, { challenge, party }))
  if (!made) throw new Refusal('PASSKEY_REFUSED')
  return parts.database.transaction(async (tx) => {
    // An older process would leave the passkey in a destroyed room. Processes that know sign-on know address passkeys.
    await relyOn(tx, RELEASE_RULES.signOn)
    // The proof's row lock keeps concurrent calls within the limit and makes its end wait.
    const proof = await requireFresh(parts, tx, visitor)
    refuseMore(await findAddressPasskeys(tx, proof.email))
    const { transports } = answer
    const added = await insertAddressPasskey(tx, {
      email: proof.email,
      name,
      ...made,
      transports,
      at: parts.clock.now(),
    })
    if (!added) throw new Refusal('PASSKEY_REFUSED')
    await mailChange(tx, parts, visitor, { email: proof.email, action: 'added', passkey: name })
    return presentPasskey(added)
  })
}

/** @throws Refusal ADDRESS_UNPROVEN, TOO_MANY; NOT_FOUND for another address's passkey. */
export async function removeAddressPasskey(
  parts: OwnAddressPasskeysParts,
  visitor: VisitorWithProof,
  id: number,
): Promise<void> {
  const { email } = await requireProof(parts.database.db, parts, visitor)
  await parts.throttle.count(
    'passkey-change',
    parts.secrets.digestOf('email', email).toString('base64url'),
  )
  await parts.database.transaction(async (tx) => {
    const proof = await requireProof(tx, parts, visitor)
    const passkey = isOfAddress(proof) ? await deleteAddressPasskey(tx, proof.email, id) : undefined
    if (passkey === undefined) throw new Refusal('NOT_FOUND')
    await mailChange(tx, parts, visitor, { email: proof.email, action: 'removed', passkey })
  })
}

interface AddressPasskeyChange {
  readonly email: string
  readonly action: 'added' | 'removed'
  readonly passkey: string
}

/** The mail exposes intruders. It uses the first room's key, but no lists show it. */
async function mailChange(
  tx: Tx,
  { clock, outbox }: OwnAddressPasskeysParts,
  visitor: VisitorWithProof,
  change: AddressPasskeyChange,
): Promise<void> {
  const at = clock.now()
  const [first] = await crossableAt(
    tx,
    { email: change.email, account: null, created_at: at },
    { at },
  )
  if (!first) return
  const { entrant, room } = first
  const where = { ...deviceOf(visitor.userAgent), address: visitor.address, zone: room.zone }
  const mail = addressPasskeyMail(visitor.language, entrant.email, { ...change, at, ...where })
  await outbox.queue(tx, { roomId: room.id, kind: 'rooms', mail, isNeutral: true })
}
