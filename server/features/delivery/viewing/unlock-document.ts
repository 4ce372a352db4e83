import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { UNVIEWABLE } from '../../../../contract/features/documents.ts'
import type * as contract from '../../../../contract/features/renditions.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { noteOpened } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { holdUntold, noteViewed, storePassword } from '../delivery.store.ts'
import { encryptPassword, openLocked } from './open-locked.ts'
import { convertedKind } from './render-source.ts'
import { leased, leasePagesOf, type ViewingParts } from './view-document.ts'

interface UnlockDocumentInput {
  readonly name: string
  readonly password: string
}

/**
 * Wrong passwords count per session and document, and per member, not per address.
 * @throws Refusal PDF_PASSWORD, TOO_MANY; the document's own if a password does not help.
 */
export async function unlockDocument(
  parts: ViewingParts & Pick<DeliveryParts, 'activity' | 'sessions' | 'throttle'>,
  actor: Actor,
  { name, password }: UnlockDocumentInput,
  signal: AbortSignal,
): Promise<PayloadIn<typeof contract.unlock>> {
  const locked = await leased(parts, actor, { name, purpose: 'open', sizes: true }, signal)
  if (locked.status === 'READY') return leasePagesOf(actor, locked)
  if (locked.status !== 'LOCKED' || convertedKind(locked.version))
    throw new Refusal(UNVIEWABLE[locked.status])
  const details = { itemId: locked.item.id, name: locked.item.name }
  const { throttle } = parts
  const unlocked = await throttle.guess('document-member', String(actor.memberId), () =>
    throttle.guess('document', `${actor.sessionId} ${locked.version.id}`, () =>
      openLocked(parts, actor, { version: locked.version, password }, signal),
    ),
  )
  if (!unlocked) {
    await parts.database.transaction((tx) =>
      parts.activity.record(tx, actor, 'document.password-refused', details),
    )
    throw new Refusal('PDF_PASSWORD')
  }
  await parts.database.transaction(async (tx) => {
    const reported = await holdUntold(tx, name)
    if (actor.secret) await storePassword(tx, name, encryptPassword(actor.secret, name, password))
    await noteViewed(
      tx,
      name,
      await parts.activity.recordReading(
        tx,
        actor,
        'document.viewed',
        details,
        reported?.entryId ?? null,
      ),
    )
    await noteOpened(tx, actor, { itemId: locked.item.id, versionId: locked.version.id })
  })
  parts.unlocked.add(
    name,
    { sessionId: actor.sessionId, roomId: actor.roomId, versionId: locked.version.id },
    unlocked,
  )
  try {
    const now = await parts.sessions.renew(actor, 'documents.view')
    return leasePagesOf(
      now,
      await leased(parts, now, { name, purpose: 'open', sizes: true }, signal),
    )
  } catch (error) {
    parts.unlocked.drop(name)
    throw error
  }
}
