import type { ErrorCode } from '../../../../contract/core/errors.ts'
import type { Phase } from '../../../../contract/core/phase.ts'
import type { ParticipantStatus } from '../../../../contract/features/composed.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  type BoxRow,
  findBoxes,
  findParticipants,
  findTemplate,
  holdTemplate,
  type ParticipantRow,
  type TemplateRow,
} from '../drafting/templates.read.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { holdParticipant, holdSigner } from '../requests/signing.read.ts'
import { mayMove } from '../signing-states.ts'
import { judgeLink, type Signer } from './signer-guard.ts'

export interface Own {
  readonly template: TemplateRow
  readonly person: ParticipantRow
}

/** @throws Refusal SIGN_LINK if the document or person is gone */
export async function findOwn(
  db: Queryable,
  { roomId, templateId, participantId }: Signer,
): Promise<Own> {
  const template = await findTemplate(db, roomId, templateId)
  const person = (await findParticipants(db, [templateId])).find(({ id }) => id === participantId)
  if (!template || !person) throw new Refusal('SIGN_LINK')
  return { template, person }
}

/** Locks the document and checks the link again. @throws Refusal as the guard */
export async function holdOwn(
  tx: Tx,
  { clock }: Pick<SigningParts, 'clock'>,
  { roomId, templateId, participantId, digest }: Signer,
): Promise<Own & { readonly phase: Phase }> {
  const template = await holdTemplate(tx, roomId, templateId)
  const person = await holdParticipant(tx, participantId)
  if (!template || !person?.token_digest?.equals(digest)) throw new Refusal('SIGN_LINK')
  const { phase } = await judgeLink(tx, await holdSigner(tx, digest), clock.now())
  return { template, person, phase }
}

/** @throws Refusal ROOM_FROZEN, SIGN_DONE, SIGN_NOT_YET, and the guard's */
export async function holdOwnToAct(
  tx: Tx,
  parts: Pick<SigningParts, 'clock'>,
  signer: Signer,
): Promise<Own> {
  const own = await holdOwn(tx, parts, signer)
  refuseFrozen(own.phase)
  refuseOutOfTurn(own)
  return own
}

/** @throws Refusal ROOM_FROZEN */
export function refuseFrozen(phase: Phase): void {
  if (phase !== 'open') throw new Refusal('ROOM_FROZEN')
}

export const findOwnBoxes = async (
  db: Queryable,
  { templateId, participantId }: Signer,
): Promise<BoxRow[]> =>
  (await findBoxes(db, templateId)).filter(({ participant_id: owner }) => owner === participantId)

const NOT_IN_TURN: Partial<Record<ParticipantStatus, ErrorCode>> = {
  WAITING: 'SIGN_NOT_YET',
  DONE: 'SIGN_DONE',
  DECLINED: 'SIGN_DECLINED',
  EXPIRED: 'SIGN_EXPIRED',
}

/** @throws Refusal SIGN_DONE, SIGN_NOT_YET */
export function refuseOutOfTurn({ template, person }: Own): void {
  const code =
    NOT_IN_TURN[person.status] ?? (mayMove(template.status, 'DECLINED') ? undefined : 'SIGN_DONE')
  if (code) throw new Refusal(code)
}
