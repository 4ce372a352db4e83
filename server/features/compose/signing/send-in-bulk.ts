import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { addInviteBulk } from '../../../../contract/features/compose.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { identityOf } from '../../members/index.ts'
import { templateTexts } from '../sealed-values.ts'
import { type Asking, checkAddresses, type Invitations, sendDraft } from './send-document.ts'
import type { SigningParts } from './signing.parts.ts'
import { type BoxRow, findBoxes, findParticipants, holdTemplate, type ParticipantRow, type TemplateRow } from './signing.read.ts'
import { insertBoxes, insertParticipant, insertTemplate, keepTexts } from './signing.store.ts'

type Asked = z.output<typeof addInviteBulk.body>
type Row = Asked['rows'][number]

/** A draft that is sent to many, with all that its copies are made of. */
interface Pattern {
  readonly template: TemplateRow
  readonly people: readonly ParticipantRow[]
  /** In whose place the person of each row comes. */
  readonly signer: ParticipantRow
  readonly boxes: readonly BoxRow[]
}

/**
 * Makes a copy of a draft for each row, in which the row's person takes the place of its only signer, and sends it. The draft stays as it is.
 * All copies have the PDF of the draft in common.
 * @throws Refusal NOT_FOUND, SIGN_STATE, SIGN_ONE_SIGNER, EMAIL_FORMAT, EMAIL_DUPLICATE; as `sendDocuments` does.
 */
export async function sendInBulk(parts: SigningParts, asking: Asking, { templateId, rows }: Asked): Promise<Invitations> {
  checkAddresses(rows.map(({ email }) => email))
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asking.actor, 'compose.write')
    const template = await holdTemplate(tx, actor.roomId, templateId)
    if (!template) throw new Refusal('NOT_FOUND')
    if (template.status !== 'DRAFT') throw new Refusal('SIGN_STATE', { variables: { name: template.name } })
    const people = await findParticipants(tx, templateId)
    const [signer, ...others] = people.filter(({ type }) => type === 'SIGNER')
    if (!signer || others.length > 0) throw new Refusal('SIGN_ONE_SIGNER')
    const pattern = { template, people, signer, boxes: await findBoxes(tx, templateId) }
    refuseTwice([...rows, ...people.filter(({ id }) => id !== signer.id)])
    const invitations: Invitations = []
    for (const row of rows) {
      const copyId = await copyFor(tx, parts, { ...asking, actor }, pattern, row)
      const copy = await holdTemplate(tx, actor.roomId, copyId)
      if (copy) invitations.push(...(await sendDraft(tx, parts, { ...asking, actor }, copy)))
    }
    return invitations
  })
}

function refuseTwice(people: readonly { readonly email: string }[]): void {
  const seen = new Set<string>()
  const twice = people.map(({ email }) => identityOf(email)).filter((email) => seen.has(email) || !seen.add(email))
  if (twice.length > 0) throw new Refusal('EMAIL_DUPLICATE', { variables: { list: [...new Set(twice)].join(', ') } })
}

/** A draft for the person of a row, named after the draft and the person. @returns its id. */
async function copyFor(tx: Tx, parts: SigningParts, { actor, language }: Asking, pattern: Pattern, row: Row): Promise<number> {
  const { template, people, signer, boxes } = pattern
  const { roomId } = actor
  const who = row.name || row.email
  const name = `${template.name} - ${who}`.slice(0, LIMITS.nameLength)
  const at = parts.clock.now()
  const { origin_name, source_id, pages, sign_valid, water_mark, was_signed } = template
  const copyId = await insertTemplate(tx, {
    ...{ room_id: roomId, created_by: actor.memberId, created_at: at, name },
    ...{ origin_name, source_id, pages, sign_valid, water_mark, was_signed },
  })
  const texts = await templateTexts.open(parts.sealer, { db: tx, roomId }, template.id, template.sealed)
  await keepTexts(tx, copyId, await templateTexts.seal(parts.sealer, { db: tx, roomId }, copyId, texts))
  const copied = new Map<number, number>()
  for (const person of people) {
    const { type, sign_order } = person
    const theirs = person.id === signer.id ? { name: who, email: row.email, language } : person
    const place = { room_id: roomId, template_id: copyId, type, sign_order }
    copied.set(person.id, await insertParticipant(tx, { ...place, name: theirs.name, email: theirs.email, language: theirs.language }))
  }
  await insertBoxes(
    tx,
    boxes.map(({ key, ordinal, type, page, x, y, w, h, participant_id: owner, required }) => ({
      ...{ room_id: roomId, template_id: copyId, key, ordinal, type, page, x, y, w, h, required },
      participant_id: owner === null ? null : (copied.get(owner) ?? null),
    })),
  )
  await parts.activity.record(tx, actor, 'compose.copied', { templateId: copyId, name, sourceId: template.id })
  return copyId
}
