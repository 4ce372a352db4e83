import { randomBytes } from 'node:crypto'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type {
  security,
  startApp as startAppCall,
} from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { relyingPartyOf } from '../../../platform/webauthn/relying-party.ts'
import { entrantOf } from '../../members/index.ts'
import { roomOf } from '../../rooms/index.ts'
import { deviceOf } from '../entry/device.ts'
import { listPasskeys, type OwnPasskeyChange } from '../passkeys/change-passkeys.ts'
import type { SessionParts } from '../session.parts.ts'
import { appPurpose } from './app-columns.ts'
import { deleteApp, findApp, putApp } from './apps.store.ts'
import { forgetBeforeFirst } from './forget-before-first.ts'
import { checkApp } from './other-proofs.ts'
import { isSecured, requireSecured } from './secured.ts'
import { securityMail } from './security.mails.ts'
import { stepWaysOf } from './step-rules.ts'
import { base32, otpauthUri, SECRET_BYTES } from './totp.ts'

export async function readSecurity(
  parts: SessionParts,
  actor: Actor,
): Promise<PayloadIn<typeof security>> {
  const { db } = parts.database
  const app = await findApp(db, actor.memberId)
  return {
    origin: relyingPartyOf(parts.publicUrl)?.origin ?? null,
    passkeys: await listPasskeys(parts, actor, 'all'),
    app: app?.confirmed_at
      ? { createdAt: app.confirmed_at.toISOString(), usedAt: app.used_at?.toISOString() ?? null }
      : null,
    ways: await stepWaysOf(db, parts, await roomOf(db, actor.roomId), actor.memberId),
    isOpen: await isSecured(db, parts, actor),
  }
}

type ReportAppChange = (action: 'app-added' | 'app-removed') => Promise<void>

async function onOwnApp<T>(
  { parts, guard, actor, language, userAgent }: OwnPasskeyChange,
  change: (tx: Tx, report: ReportAppChange) => Promise<T>,
): Promise<T> {
  const { database, throttle, clock, outbox } = parts
  const { roomId, memberId } = actor
  await throttle.count('passkey-change', String(memberId))
  return database.transaction(async (tx) => {
    const member = await entrantOf(tx, memberId)
    await requireSecured(tx, parts, await guard.confirm(tx, actor, 'session.use'))
    const room = await roomOf(tx, roomId)
    if (!member) throw new Refusal('NOT_FOUND')
    return change(tx, async (action) => {
      await parts.activity.record(tx, actor, `security.${action}`, {})
      const mail = securityMail(language, room, member, {
        action,
        at: clock.now(),
        ...deviceOf(userAgent),
        address: actor.address,
      })
      await outbox.queue(tx, { roomId, memberId, kind: 'passkey', mail })
    })
  })
}

/** Only a confirmed app counts, so this needs no proof. @throws Refusal APP_EXISTS, TOO_MANY */
export async function startApp({
  parts,
  guard,
  actor,
}: OwnPasskeyChange): Promise<PayloadIn<typeof startAppCall>> {
  const { roomId, memberId } = actor
  await parts.throttle.count('passkey-change', String(memberId))
  return parts.database.transaction(async (tx) => {
    await entrantOf(tx, memberId)
    await guard.confirm(tx, actor, 'session.use')
    const room = await roomOf(tx, roomId)
    const secret = randomBytes(SECRET_BYTES)
    const sealed = await parts.encryptor.encrypt(tx, roomId, appPurpose(memberId), secret)
    if (!(await putApp(tx, { roomId, memberId, sealed, at: parts.clock.now() })))
      throw new Refusal('APP_EXISTS')
    const key = base32(secret)
    return { key, uri: otpauthUri(key, `${actor.email} (${room.room_no})`) }
  })
}

/** @throws Refusal APP_CODE_REFUSED, PROOF_NEEDED, TOO_MANY, UPGRADE_RUNNING */
export async function confirmApp(by: OwnPasskeyChange, code: string): Promise<void> {
  const use = await checkApp(by.parts, by.actor, { text: code, isFirst: true })
  await onOwnApp(by, async (tx, report) => {
    // An older process would keep a removed member's app.
    await relyOn(tx, RELEASE_RULES.secondStep)
    await forgetBeforeFirst(tx, by.actor.memberId)
    await use(tx)
    await report('app-added')
  })
}

/** @throws Refusal NOT_FOUND, PROOF_NEEDED, TOO_MANY */
export function removeApp(by: OwnPasskeyChange): Promise<void> {
  return onOwnApp(by, async (tx, report) => {
    if (!(await deleteApp(tx, by.actor.memberId))) throw new Refusal('NOT_FOUND')
    await report('app-removed')
  })
}
