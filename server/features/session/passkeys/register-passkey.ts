import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import {
  type creationOptions,
  PASSKEYS_PER_MEMBER,
  type register,
} from '../../../../contract/features/passkeys.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { creationOptionsFor } from '../../../platform/webauthn/passkey-options.ts'
import { needRelyingParty } from '../../../platform/webauthn/relying-party.ts'
import { verifyAttestation } from '../../../platform/webauthn/verify-passkey.ts'
import { roomOf } from '../../rooms/index.ts'
import { forgetBeforeFirst } from '../second-step/forget-before-first.ts'
import type { SessionParts } from '../session.parts.ts'
import { consumeChallenge, issueChallenge } from './challenge.ts'
import { type OwnPasskeyChange, onOwnPasskeys } from './change-passkeys.ts'
import { presentDescriptor, presentPasskey } from './passkeys.present.ts'
import { findPasskeys, type PasskeyRow } from './passkeys.read.ts'
import { insertPasskey } from './passkeys.store.ts'

function refuseMore(passkeys: readonly PasskeyRow[], isOfEntry: boolean): void {
  const limit = PASSKEYS_PER_MEMBER
  if (passkeys.filter(({ raises }) => raises !== isOfEntry).length >= limit)
    throw new Refusal('TOO_MANY_PASSKEYS', { variables: { limit } })
}

/** @throws Refusal PASSKEYS_UNAVAILABLE, TOO_MANY_PASSKEYS */
export async function askForNewPasskey(
  parts: Pick<SessionParts, 'database' | 'secrets' | 'clock' | 'publicUrl'>,
  actor: Actor,
  isOfEntry: boolean,
): Promise<z.input<typeof creationOptions>> {
  const { database, secrets } = parts
  const party = needRelyingParty(parts)
  const passkeys = await findPasskeys(database.db, actor.memberId)
  refuseMore(passkeys, isOfEntry)
  const room = await roomOf(database.db, actor.roomId)
  return creationOptionsFor(party, {
    challenge: await issueChallenge(parts, actor, 'register'),
    user: {
      id: secrets.digestOf('passkey-user', String(actor.memberId)).toString('base64url'),
      name: `${actor.email} (${room.room_no})`,
      displayName: `${actor.name} (${room.name})`,
    },
    residentKey: 'preferred',
    excludeCredentials: passkeys.filter(({ raises }) => raises || isOfEntry).map(presentDescriptor),
  })
}

/** @throws Refusal PASSKEYS_UNAVAILABLE, PASSKEY_REFUSED, TOO_MANY_PASSKEYS, TOO_MANY */
export async function registerPasskey(
  by: OwnPasskeyChange,
  { name, answer }: z.output<(typeof register)['body']>,
): Promise<PayloadIn<typeof register>> {
  const { parts, actor } = by
  const party = needRelyingParty(parts)
  const challenge = await consumeChallenge(parts, actor, 'register')
  const made = challenge && (await verifyAttestation(answer, { challenge, party }))
  if (!made) throw new Refusal('PASSKEY_REFUSED')
  return onOwnPasskeys(by, async (tx, report) => {
    const { roomId, memberId } = actor
    const { transports } = answer
    // The dialog also exists in the operator area.
    const raises = !by.isOfEntry
    refuseMore(await findPasskeys(tx, memberId), !raises)
    // An older process would open the operator area with it.
    if (!raises) await relyOn(tx, RELEASE_RULES.secondStep)
    await forgetBeforeFirst(tx, memberId)
    const added = await insertPasskey(tx, {
      roomId,
      memberId,
      name,
      ...made,
      transports,
      raises,
      at: parts.clock.now(),
    })
    if (!added) throw new Refusal('PASSKEY_REFUSED')
    await parts.activity.record(tx, actor, 'passkey.added', { passkeyId: added.id, name })
    await report('added', name, raises)
    return presentPasskey(added)
  })
}
