import { referenceFromDisplayed } from '../../../../paper/space/page-space.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { participantTexts, templateTexts } from '../sealed-values.ts'
import type { SigningParts } from './signing.parts.ts'
import { findBoxes, findParticipants, findTemplate } from './signing.read.ts'
import type { ShowTemplate } from './signing.routes.ts'

/** A document as its authors see it. */
export const showTemplate =
  ({ database: { db }, sealer, files }: SigningParts): ShowTemplate =>
  async ({ roomId }, templateId) => {
    const row = await findTemplate(db, roomId, templateId)
    if (!row) throw new Refusal('NOT_FOUND')
    const texts = await templateTexts.open(sealer, { db, roomId }, templateId, row.sealed)
    const at = (time: Date | null) => time?.toISOString() ?? null
    return {
      ...{ templateId, name: row.name, originName: row.origin_name, status: row.status, createdAt: row.created_at.toISOString() },
      ...{ pageCount: row.pages.length, pages: row.pages, signValid: row.sign_valid, waterMark: row.water_mark, ...texts },
      boxes: (await findBoxes(db, templateId)).map(({ key, type, page, participant_id, required, x, y, w, h }) => {
        const place = referenceFromDisplayed({ x, y, w, h }, row.pages[page] ?? { width: 1, height: 1 })
        return {
          ...{ id: key, typeName: type, page, participant: participant_id, required },
          ...{ scaledX: place.x, scaledY: place.y, scaledW: place.w, scaledH: place.h },
        }
      }),
      participants: await Promise.all(
        (await findParticipants(db, templateId)).map(async ({ id, name, email, type, sign_order: order, status, ...each }) => ({
          ...{ id, name, email, type, order, status, mailFailed: false },
          ...{ invitedAt: at(each.invited_at), expiresAt: at(each.expires_at), openedAt: at(each.opened_at), doneAt: at(each.done_at) },
          reason: each.sealed ? ((await participantTexts.open(sealer, { db, roomId }, id, each.sealed)).reason ?? null) : null,
        })),
      ),
      revision: row.revision,
      path: `/esign/api/compose/source/${templateId}`,
      resultPath: null,
      sourceSha256: (await files.open(db, roomId, row.source_id)).sha256,
      resultSha256: null,
      failure: null,
      wasSigned: row.was_signed,
    }
  }
