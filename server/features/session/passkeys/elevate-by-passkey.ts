import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { assertion, requestOptions, state } from '../../../../contract/features/passkeys.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { requestOptionsFor } from '../../../platform/webauthn/passkey-options.ts'
import { needRelyingParty, relyingPartyOf } from '../../../platform/webauthn/relying-party.ts'
import { verifyAssertion } from '../../../platform/webauthn/verify-passkey.ts'
import { holdOperator } from '../../members/index.ts'
import { openOperatorArea, requireTransition } from '../change-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { consumeChallenge, issueChallenge } from './challenge.ts'
import { presentDescriptor } from './passkeys.present.ts'
import { findCredential, findPasskeys } from './passkeys.read.ts'
import { noteUse } from './passkeys.store.ts'

export async function stateOfPasskeys(
  { database, publicUrl }: Pick<SessionParts, 'database' | 'publicUrl'>,
  { memberId }: Actor,
): Promise<PayloadIn<typeof state>> {
  const passkeys = (await findPasskeys(database.db, memberId)).filter(({ raises }) => raises)
  return { origin: relyingPartyOf(publicUrl)?.origin ?? null, count: passkeys.length }
}

/** @throws Refusal PASSKEYS_UNAVAILABLE, NO_PASSKEY */
export async function askForPasskey(
  parts: Pick<SessionParts, 'database' | 'clock' | 'publicUrl'>,
  actor: Actor,
  purpose: 'raise' | 'step' = 'raise',
): Promise<z.input<typeof requestOptions>> {
  const party = needRelyingParty(parts)
  const all = await findPasskeys(parts.database.db, actor.memberId)
  const passkeys = purpose === 'raise' ? all.filter(({ raises }) => raises) : all
  if (passkeys.length === 0) throw new Refusal('NO_PASSKEY')
  const challenge = await issueChallenge(parts, actor, purpose)
  return requestOptionsFor(party, { challenge, allowCredentials: passkeys.map(presentDescriptor) })
}

export async function verifyOwnPasskey(
  parts: Pick<SessionParts, 'database' | 'clock' | 'publicUrl'>,
  actor: Actor,
  answer: z.output<typeof assertion>,
  purpose: 'raise' | 'step',
) {
  const party = needRelyingParty(parts)
  const challenge = await consumeChallenge(parts, actor, purpose)
  const passkey = await findCredential(
    parts.database.db,
    actor.memberId,
    Buffer.from(answer.credential, 'base64url'),
  )
  if (!challenge || !passkey || (purpose === 'raise' && !passkey.raises)) return undefined
  const { id, name, credential_id: credentialId, public_key: publicKey, counter } = passkey
  const now = await verifyAssertion(
    answer,
    { credentialId, publicKey, counter },
    { challenge, party },
  )
  return now && { id, name, ...now }
}

/** Failures count separately, so a broken authenticator does not lock out the code. @throws Refusal PASSKEYS_UNAVAILABLE, TOO_MANY */
export async function elevateByPasskey(
  parts: Pick<SessionParts, 'database' | 'throttle' | 'activity' | 'clock' | 'publicUrl'>,
  actor: Actor,
  answer: z.output<typeof assertion>,
): Promise<boolean> {
  requireTransition(actor, 'raise')
  const { database, throttle, activity, clock } = parts
  const used = await throttle.guess('passkey', String(actor.memberId), async () => {
    const proven = await verifyOwnPasskey(parts, actor, answer, 'raise')
    if (!proven)
      await database.transaction((tx) => activity.record(tx, actor, 'session.passkey-refused', {}))
    return proven
  })
  if (!used) return false
  return database.transaction(async (tx) => {
    // The member stays an operator until the commit.
    if (!(await holdOperator(tx, actor.memberId))) return false
    if (!(await noteUse(tx, used, clock.now()))) return false
    await openOperatorArea(tx, parts, actor, { by: 'passkey', passkey: used.name })
    return true
  })
}
