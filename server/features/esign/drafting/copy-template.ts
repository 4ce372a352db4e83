import type { z } from 'zod'
import type { copy } from '../../../../contract/features/compose.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isUsableName, numberedName } from '../../documents/index.ts'
import { templateTexts } from '../encrypted-values.ts'
import type { EsignParts } from '../esign.parts.ts'
import { openTemplate } from './change-draft.ts'
import { findBoxes, findParticipants, type TemplateRow } from './templates.read.ts'
import { insertParticipant, insertTemplate, replaceBoxes } from './templates.store.ts'

interface CopyOptions {
  readonly name: string
  readonly withPeople: boolean
}

/** @throws Refusal NOT_FOUND, NAME_UNUSABLE. */
export async function copyTemplate(
  parts: Pick<EsignParts, 'database' | 'encryptor' | 'activity' | 'clock' | 'confirm'>,
  actor: Actor,
  { templateId, name, participants = false }: z.output<(typeof copy)['body']>,
): Promise<number> {
  if (name !== undefined && !isUsableName(name)) throw new Refusal('NAME_UNUSABLE')
  return parts.database.transaction(async (tx) => {
    const source = await openTemplate(tx, parts, actor, templateId)
    return addCopy(tx, parts, actor, source, {
      name: name ?? numberedName(source.name, 2, false),
      withPeople: participants,
    })
  })
}

/** The copy has no filled-in content. The source is locked. */
export async function addCopy(
  tx: Tx,
  { encryptor, activity, clock }: Pick<EsignParts, 'encryptor' | 'activity' | 'clock'>,
  actor: Actor,
  source: TemplateRow,
  { name, withPeople }: CopyOptions,
): Promise<number> {
  const { roomId, memberId } = actor
  const templateId = await insertTemplate(tx, encryptor, {
    roomId,
    createdBy: memberId,
    at: clock.now(),
    name,
    originName: source.origin_name,
    sourceId: source.source_id,
    itemId: source.origin_item_id,
    pages: source.pages,
    signValid: source.sign_valid,
    waterMark: source.water_mark,
    wasSigned: source.was_signed,
    texts: await templateTexts.decrypt(encryptor, { db: tx, roomId }, source.id, source.sealed),
  })
  const place = { roomId, templateId }
  const newIds = new Map<number, number>()
  for (const { id, sign_order: order, ...person } of withPeople
    ? await findParticipants(tx, [source.id])
    : []) {
    const { name: personName, email, type } = person
    newIds.set(
      id,
      await insertParticipant(tx, place, { name: personName, email, type, order }, person.language),
    )
  }
  const boxes = (await findBoxes(tx, source.id)).map(
    ({ key, type, page, x, y, w, h, participant_id, required }) => ({
      ...{ key, type, page, x, y, w, h, required },
      participantId: newIds.get(participant_id ?? 0) ?? null,
    }),
  )
  await replaceBoxes(tx, place, boxes)
  await activity.record(tx, actor, 'compose.copied', { templateId, name, sourceId: source.id })
  return templateId
}
