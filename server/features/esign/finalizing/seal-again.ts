import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { openTemplate } from '../drafting/change-draft.ts'
import { moveTemplate } from '../drafting/templates.store.ts'
import { queueSealing } from './queue-sealing.ts'
import type { SealingParts } from './sealing.parts.ts'

/** @throws Refusal NOT_FOUND, SEAL_NOT_FAILED. */
export async function sealAgain(
  parts: Pick<SealingParts, 'database' | 'activity' | 'confirm'>,
  actor: Actor,
  templateId: number,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { room_id: roomId, name, status } = await openTemplate(tx, parts, actor, templateId)
    if (status !== 'FAILED') throw new Refusal('SEAL_NOT_FAILED')
    await moveTemplate(tx, templateId, { status: 'SEALING', failure: null, failed_at: null })
    await queueSealing(tx, { roomId, templateId })
    await parts.activity.record(tx, actor, 'compose.seal-again', { templateId, name })
  })
}
