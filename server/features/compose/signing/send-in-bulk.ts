import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { addInviteBulk } from '../../../../contract/features/compose.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isUsableName } from '../../documents/index.ts'
import { identityOf } from '../../members/index.ts'
import { openTemplate } from '../change-draft.ts'
import { addCopy } from '../copy-template.ts'
import { findParticipants, holdTemplate, type ParticipantRow, type TemplateRow } from '../templates.read.ts'
import { updateParticipant } from '../templates.store.ts'
import { type Asking, type Invitations, parsedAddresses, sendDraft } from './send-document.ts'
import type { SigningParts } from './signing.parts.ts'

type Asked = z.output<typeof addInviteBulk.body>
type Row = Asked['rows'][number]

/**
 * Makes a copy of a draft for each row, in which the row's person takes the place of its only signer, and sends it. The draft stays as it is.
 * All copies have the PDF of the draft in common.
 * @throws Refusal NOT_FOUND, SIGN_STATE, SIGN_ONE_SIGNER, EMAIL_FORMAT, EMAIL_DUPLICATE; as `sendDocuments` does.
 */
export async function sendInBulk(parts: SigningParts, asking: Asking, { templateId, rows: given }: Asked): Promise<Invitations> {
  const rows = parsedAddresses(given)
  return parts.database.transaction(async (tx) => {
    const draft = await openTemplate(tx, parts, asking.actor, templateId)
    if (draft.status !== 'DRAFT') throw new Refusal('SIGN_STATE', { variables: { name: draft.name } })
    const people = await findParticipants(tx, [templateId])
    const { id: placeholder } = onlySigner(people)
    refuseTwice([...rows, ...people.filter(({ id }) => id !== placeholder)])
    const invitations: Invitations = []
    for (const row of rows) {
      const copy = await copyFor(tx, parts, asking, draft, row)
      invitations.push(...(await sendDraft(tx, parts, asking, copy)))
    }
    return invitations
  })
}

/** @throws Refusal SIGN_ONE_SIGNER */
function onlySigner(people: readonly ParticipantRow[]): ParticipantRow {
  const [signer, ...others] = people.filter(({ type }) => type === 'SIGNER')
  if (!signer || others.length > 0) throw new Refusal('SIGN_ONE_SIGNER')
  return signer
}

function refuseTwice(people: readonly { readonly email: string }[]): void {
  const seen = new Set<string>()
  const twice = people.map(({ email }) => identityOf(email)).filter((email) => seen.has(email) || !seen.add(email))
  if (twice.length > 0) throw new Refusal('EMAIL_DUPLICATE', { variables: { list: [...new Set(twice)].join(', ') } })
}

/** Named after the draft and the person, by the address where documents cannot be named as the person is. */
const nameOf = (draft: TemplateRow, { name, email }: Row): string =>
  (name === '' ? [email] : [name, email])
    .map((who) => [...`${draft.name} - ${who}`].slice(0, LIMITS.nameLength).join(''))
    .find(isUsableName) ?? draft.name

/** A draft for the person of a row. */
async function copyFor(tx: Tx, parts: SigningParts, { actor }: Asking, draft: TemplateRow, row: Row): Promise<TemplateRow> {
  const who = row.name || row.email
  const copyId = await addCopy(tx, parts, actor, draft, { name: nameOf(draft, row), withPeople: true })
  const { id, type, sign_order: order } = onlySigner(await findParticipants(tx, [copyId]))
  await updateParticipant(tx, id, { name: who, email: row.email, type, order })
  const copy = await holdTemplate(tx, actor.roomId, copyId)
  if (!copy) throw new Error('a copy is gone in the transaction that made it')
  return copy
}
