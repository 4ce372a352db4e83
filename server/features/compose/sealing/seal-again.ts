import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { queueSealing } from './queue-sealing.ts'
import type { SealingParts } from './sealing.parts.ts'
import { findTemplateName, holdTemplate } from './sealing.read.ts'
import { markSealing } from './sealing.store.ts'

/** Seals a document again that could not be sealed. @throws Refusal NOT_FOUND, SEAL_NOT_FAILED. */
export async function sealAgain(parts: SealingParts, caller: Actor, templateId: number): Promise<void> {
  const document = { roomId: caller.roomId, templateId }
  await parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, caller, 'compose.write')
    const name = await findTemplateName(tx, document)
    if (name === undefined) throw new Refusal('NOT_FOUND')
    if (!(await holdTemplate(tx, document, 'FAILED'))) throw new Refusal('SEAL_NOT_FAILED')
    await markSealing(tx, templateId)
    await queueSealing(tx, document)
    await parts.activity.record(tx, actor, 'compose.seal-again', { templateId, name })
  })
}
