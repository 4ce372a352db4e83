import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import type * as contract from '../../../../contract/features/passkeys.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { entrantOf } from '../../members/index.ts'
import { roomOf } from '../../rooms/index.ts'
import { deviceOf } from '../entry/device.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import { requireSecured } from '../second-step/secured.ts'
import { securityMail } from '../second-step/security.mails.ts'
import type { SessionParts } from '../session.parts.ts'
import { type PasskeyChange, passkeyMail } from './passkeys.mails.ts'
import { presentPasskey } from './passkeys.present.ts'
import { findPasskeys } from './passkeys.read.ts'
import { deletePasskey, renamePasskey } from './passkeys.store.ts'

export interface OwnPasskeyChange {
  readonly parts: SessionParts
  readonly guard: Pick<SessionGuard, 'confirm'>
  readonly actor: Actor
  readonly language: Language
  readonly userAgent: string
  /** The operator area requires a proof to open. */
  readonly isOfEntry?: true
}

type Notify = (action: PasskeyChange, passkey: string, raises: boolean) => Promise<void>

/** `report` exposes intruders. @throws Refusal TOO_MANY */
export async function onOwnPasskeys<T>(
  { parts, guard, actor, isOfEntry, ...said }: OwnPasskeyChange,
  change: (tx: Tx, report: Notify) => Promise<T>,
): Promise<T> {
  const { database, throttle, clock, outbox } = parts
  const { roomId, memberId } = actor
  await throttle.count('passkey-change', String(memberId))
  return database.transaction(async (tx) => {
    const member = await entrantOf(tx, memberId)
    const now = await guard.confirm(tx, actor, isOfEntry ? 'session.use' : 'passkeys.manage')
    if (isOfEntry) await requireSecured(tx, parts, now)
    const room = await roomOf(tx, roomId)
    if (!member) throw new Refusal('NOT_FOUND')
    return change(tx, (action, passkey, raises) => {
      const where = { ...deviceOf(said.userAgent), address: actor.address }
      const reported = { passkey, at: clock.now(), ...where }
      const mail = raises
        ? passkeyMail(said.language, room, member, { action, ...reported })
        : securityMail(said.language, room, member, { action: `passkey-${action}`, ...reported })
      return outbox.queue(tx, { roomId, memberId, kind: 'passkey', mail })
    })
  })
}

export async function listPasskeys(
  { database }: Pick<SessionParts, 'database'>,
  { memberId }: Actor,
  which: 'all' | 'raising',
): Promise<(z.input<typeof contract.passkey> & { readonly raises: boolean })[]> {
  const passkeys = await findPasskeys(database.db, memberId)
  return passkeys
    .filter(({ raises }) => raises || which === 'all')
    .map((passkey) => ({ ...presentPasskey(passkey), raises: passkey.raises }))
}

/** @throws Refusal NOT_FOUND for others' or entrance-only passkeys */
export function renameOwnPasskey(
  by: OwnPasskeyChange,
  { id, name }: z.output<(typeof contract.rename)['body']>,
): Promise<void> {
  const { parts, actor } = by
  return onOwnPasskeys(by, async (tx) => {
    const before = await renamePasskey(tx, { memberId: actor.memberId, id }, name)
    if (before === undefined) throw new Refusal('NOT_FOUND')
    if (before !== name)
      await parts.activity.record(tx, actor, 'passkey.renamed', { passkeyId: id, name, before })
  })
}

/** @throws Refusal NOT_FOUND for others' or unlisted passkeys */
export function removePasskey(by: OwnPasskeyChange, id: number): Promise<void> {
  const { parts, actor } = by
  return onOwnPasskeys(by, async (tx, report) => {
    const removed = await deletePasskey(tx, {
      memberId: actor.memberId,
      id,
      which: by.isOfEntry ? 'all' : 'raising',
    })
    if (!removed) throw new Refusal('NOT_FOUND')
    const { name, raises } = removed
    await parts.activity.record(tx, actor, 'passkey.removed', { passkeyId: id, name })
    await report('removed', name, raises)
  })
}
