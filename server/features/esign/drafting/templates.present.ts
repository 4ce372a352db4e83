import {
  ERRORS,
  type ErrorCode,
  errorText,
  type Language,
} from '../../../../contract/core/errors.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import * as contract from '../../../../contract/features/compose.ts'
import type { Box, Participant } from '../../../../contract/features/composed.ts'
import { referenceFromDisplayed, type Size } from '../../../../paper/space/page-space.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { participantTexts, type TemplateTexts, templateTexts } from '../encrypted-values.ts'
import type { EsignParts } from '../esign.parts.ts'
import {
  type BoxRow,
  findBoxes,
  findParticipants,
  findTemplate,
  findUnreached,
  type ParticipantRow,
  type TemplateRow,
} from './templates.read.ts'

type ShowParts = Pick<EsignParts, 'database' | 'encryptor' | 'files'>

/** @throws Refusal NOT_FOUND. */
export async function showTemplate(
  parts: ShowParts,
  { roomId }: { readonly roomId: number },
  templateId: number,
  language: Language,
): Promise<PayloadIn<typeof contract.get>> {
  const { db } = parts.database
  const row = await findTemplate(db, roomId, templateId)
  if (!row) throw new Refusal('NOT_FOUND')
  const { notice, annotations, labels } = await templateTexts.decrypt(
    parts.encryptor,
    { db, roomId },
    row.id,
    row.sealed,
  )
  const boxes = await findBoxes(db, row.id)
  const result =
    row.result_id === null ? undefined : await parts.files.open(db, roomId, row.result_id)
  return {
    templateId: row.id,
    name: row.name,
    originName: row.origin_name,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    pageCount: row.pages.length,
    pages: row.pages,
    notice,
    signValid: row.sign_valid,
    waterMark: row.water_mark,
    boxes: boxes.map((box) => ({
      ...presentBox(box, row.pages, labels),
      participant: box.participant_id,
    })),
    annotations,
    participants: await presentParticipants(parts, roomId, await findParticipants(db, [row.id])),
    revision: row.revision,
    path: contract.source.path.replace(':templateId', String(row.id)),
    resultPath: result ? contract.result.path.replace(':templateId', String(row.id)) : null,
    sourceSha256: (await parts.files.open(db, roomId, row.source_id)).sha256,
    resultSha256: result?.sha256 ?? null,
    failure: presentFailure(row, language),
    wasSigned: row.was_signed,
  }
}

export function presentBox(
  { key, type, page, required, x, y, w, h }: BoxRow,
  pages: readonly Size[],
  labels: TemplateTexts['labels'],
): Omit<Box, 'participant'> {
  const size = pages[page]
  if (!size) throw new Error(`a box on page ${page} of ${pages.length}`)
  const place = referenceFromDisplayed({ x, y, w, h }, size)
  const label = Object.hasOwn(labels, key) ? labels[key] : undefined
  return {
    id: key,
    typeName: type,
    page,
    scaledX: place.x,
    scaledY: place.y,
    scaledW: place.w,
    scaledH: place.h,
    required,
    ...(label ? { label } : {}),
  }
}

export async function presentParticipants(
  { database, encryptor }: Pick<EsignParts, 'database' | 'encryptor'>,
  roomId: number,
  rows: readonly ParticipantRow[],
): Promise<Participant[]> {
  const { db } = database
  const unreached = await findUnreached(
    db,
    rows.map(({ id }) => id),
  )
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      type: row.type,
      order: row.sign_order,
      status: row.status,
      invitedAt: instantOf(row.invited_at),
      expiresAt: instantOf(row.expires_at),
      openedAt: instantOf(row.opened_at),
      doneAt: instantOf(row.done_at),
      reason: row.sealed
        ? ((await participantTexts.decrypt(encryptor, { db, roomId }, row.id, row.sealed)).reason ??
          null)
        : null,
      mailFailed: unreached.has(row.id),
    })),
  )
}

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

function presentFailure({ failure, failed_at }: TemplateRow, language: Language) {
  if (failure === null || failed_at === null) return null
  return {
    code: failure,
    text: errorText(isErrorCode(failure) ? failure : 'INTERNAL', language),
    at: failed_at.toISOString(),
  }
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code)
