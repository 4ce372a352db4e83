import { isDeepStrictEqual } from 'node:util'
import type { Language } from '../../../../contract/core/errors.ts'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { StepRules } from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import { parseNetworks } from '../../../access/networks.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { holdEverybody, holdMember, warnOperators } from '../../members/index.ts'
import { changeStepRules, roomOf } from '../../rooms/index.ts'
import { signOut } from '../end-sessions.ts'
import { forgetDevices, forgetDevicesOfProvable } from '../entry/devices.store.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import { deletePasskeys } from '../passkeys/passkeys.store.ts'
import type { SessionParts } from '../session.parts.ts'
import { deleteApp } from './apps.store.ts'
import { operatorResetWarning } from './reset-warning.mails.ts'
import { securityMail } from './security.mails.ts'
import { ANY_PROOF, rulesOf } from './step-rules.ts'

type Guard = Pick<SessionGuard, 'confirm'>

export const readRules = async (
  { database }: Pick<SessionParts, 'database'>,
  { roomId }: Actor,
): Promise<StepRules> => rulesOf(await roomOf(database.db, roomId))

/** @throws Refusal NETWORK_FORMAT, UPGRADE_RUNNING; BUSY while a long transaction locks a member. */
export async function updateRules(
  parts: SessionParts,
  guard: Guard,
  actor: Actor,
  asked: StepRules,
): Promise<void> {
  const rules = {
    proofs: asked.proofs,
    networks: {
      pin: parseNetworks(asked.networks.pin),
      signOn: parseNetworks(asked.networks.signOn),
    },
  }
  await parts.database.transaction(async (tx) => {
    const becomesStrong =
      rules.proofs === 'strong' && rulesOf(await roomOf(tx, actor.roomId)).proofs !== 'strong'
    // An entry by mailed code under the former rules would keep its device, so the lock comes first.
    if (becomesStrong) await holdEverybody(tx, actor.roomId)
    await guard.confirm(tx, actor, 'room.configure')
    // An older process would admit people from anywhere.
    await relyOn(tx, RELEASE_RULES.secondStep)
    const before = await changeStepRules(tx, actor.roomId, rules)
    if (isDeepStrictEqual(before ?? ANY_PROOF, rules)) return
    // Another operator may lift the requirement meanwhile.
    if (rules.proofs === 'strong' && before?.proofs !== 'strong' && !becomesStrong)
      throw new Refusal('BUSY', { retryAfter: 1 })
    // A mailed code may have made these known.
    if (rules.proofs === 'strong' && before?.proofs !== 'strong')
      await forgetDevicesOfProvable(tx, actor.roomId)
    await parts.activity.record(tx, actor, 'room.step-rules', {
      proofs: rules.proofs,
      ...rules.networks,
    })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'room' })
  })
}

/** A lost phone may be a known device. @throws Refusal NOT_FOUND */
export async function resetSecurity(
  parts: SessionParts,
  guard: Guard,
  actor: Actor,
  { memberId, language }: { readonly memberId: number; readonly language: Language },
): Promise<void> {
  const { roomId } = actor
  await parts.database.transaction(async (tx) => {
    // Locking all operators first makes two who reset each other wait.
    const member = await holdMember(tx, roomId, memberId)
    await guard.confirm(tx, actor, 'members.manage')
    if (!member) throw new Refusal('NOT_FOUND')
    const removed = {
      app: await deleteApp(tx, memberId),
      passkeys: await deletePasskeys(tx, memberId),
    }
    await forgetDevices(tx, memberId)
    await parts.activity.record(tx, actor, 'member.security-reset', {
      memberId,
      name: member.name,
      ...removed,
    })
    const [room, at] = [await roomOf(tx, roomId), parts.clock.now()]
    const mail = securityMail(language, room, member, { action: 'reset', at })
    await parts.outbox.queue(tx, { roomId, memberId, kind: 'passkey', mail })
    if (
      member.role_id === ROLE.operator &&
      (await parts.throttle.countFirst(tx, 'reset-mail', String(memberId)))
    ) {
      const who = { memberId, name: member.name, email: member.email }
      await warnOperators(
        tx,
        parts,
        { kind: 'passkey', room, who, at },
        operatorResetWarning(actor),
      )
    }
    await signOut(tx, parts, { memberId })
    await parts.bus.publish(tx, { room: roomId, kind: 'room' })
  })
}
