import type { z } from 'zod'
import type { remove } from '../../../contract/features/compose.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { bookStorage } from '../rooms/index.ts'
import { openTemplate } from './change-draft.ts'
import type { ComposeParts } from './compose.parts.ts'
import { deleteTemplate, holdComposeFile } from './templates.store.ts'

/**
 * Destroys a document that is not out, with all that was filled in. Its PDFs go with it, and the storage that they took, unless a copy of the
 * document has the same; their blobs are removed by the next sweep.
 * @throws Refusal NOT_FOUND, COMPOSE_OUT, COMPOSE_CONFIRM where one that all have signed is not named.
 */
export async function removeTemplate(
  parts: ComposeParts,
  actor: Actor,
  { templateId, confirm }: z.output<(typeof remove)['body']>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { id, name, status, source_id, result_id } = await openTemplate(tx, parts, actor, templateId)
    if (status === 'SENT' || status === 'SEALING') throw new Refusal('COMPOSE_OUT')
    const isSigned = status === 'COMPLETED' || status === 'FAILED'
    if (isSigned && confirm?.normalize('NFC').trim() !== name) throw new Refusal('COMPOSE_CONFIRM')
    await deleteTemplate(tx, id)
    for (const fileId of new Set([source_id, result_id ?? source_id])) {
      const { size, isUsed } = await holdComposeFile(tx, fileId)
      if (isUsed) continue
      await parts.files.remove(tx, actor.roomId, fileId)
      await bookStorage(tx, actor.roomId, -size, 0)
    }
    await parts.activity.record(tx, actor, 'compose.removed', { templateId: id, name })
  })
}
