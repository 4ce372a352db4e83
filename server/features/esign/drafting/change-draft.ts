import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { EsignParts } from '../esign.parts.ts'
import { holdTemplate, type TemplateRow } from './templates.read.ts'
import { updateTemplate } from './templates.store.ts'

const NOTED_EVERY_MS = 3_600_000

type ChangeParts = Pick<EsignParts, 'activity' | 'clock' | 'confirm'>

/** Confirms the actor before locking. @throws Refusal NOT_FOUND, and those of `confirm` */
export async function openTemplate(
  tx: Tx,
  parts: Pick<ChangeParts, 'confirm'>,
  actor: Actor,
  templateId: number,
): Promise<TemplateRow> {
  const { roomId } = await parts.confirm(tx, actor, 'compose.write')
  const template = await holdTemplate(tx, roomId, templateId)
  if (!template) throw new Refusal('NOT_FOUND')
  return template
}

/** Logs at most hourly. @throws Refusal COMPOSE_NOT_DRAFT */
export async function openDraft(
  tx: Tx,
  parts: ChangeParts,
  actor: Actor,
  templateId: number,
): Promise<TemplateRow> {
  const draft = await openTemplate(tx, parts, actor, templateId)
  if (draft.status !== 'DRAFT') throw new Refusal('COMPOSE_NOT_DRAFT')
  const now = parts.clock.now()
  if (
    draft.edit_noted_at === null ||
    now.getTime() - draft.edit_noted_at.getTime() >= NOTED_EVERY_MS
  ) {
    await updateTemplate(tx, draft.id, { edit_noted_at: now })
    await parts.activity.record(tx, actor, 'compose.changed', {
      templateId: draft.id,
      name: draft.name,
    })
  }
  return draft
}
