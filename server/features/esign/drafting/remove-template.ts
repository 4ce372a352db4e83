import type { z } from 'zod'
import type { remove } from '../../../../contract/features/compose.ts'
import { isOut, isSignedByAll } from '../../../../contract/features/composed.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { giveBackStorage } from '../../rooms/index.ts'
import type { EsignParts } from '../esign.parts.ts'
import { openTemplate } from './change-draft.ts'
import { deleteTemplate, holdComposeFile } from './templates.store.ts'

/** Copies may share PDFs. @throws Refusal NOT_FOUND, COMPOSE_OUT; COMPOSE_CONFIRM if a completed document is not named. */
export async function removeTemplate(
  parts: Pick<EsignParts, 'database' | 'files' | 'activity' | 'confirm'>,
  actor: Actor,
  { templateId, confirm }: z.output<(typeof remove)['body']>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { id, name, status, source_id, result_id } = await openTemplate(
      tx,
      parts,
      actor,
      templateId,
    )
    if (isOut(status)) throw new Refusal('COMPOSE_OUT')
    if (isSignedByAll(status) && confirm?.normalize('NFC').trim() !== name)
      throw new Refusal('COMPOSE_CONFIRM')
    await deleteTemplate(tx, id)
    for (const fileId of new Set([source_id, result_id ?? source_id])) {
      const { size, isUsed } = await holdComposeFile(tx, fileId)
      if (isUsed) continue
      await parts.files.remove(tx, actor.roomId, fileId)
      await giveBackStorage(tx, actor.roomId, size)
    }
    await parts.activity.record(tx, actor, 'compose.removed', { templateId: id, name })
  })
}
