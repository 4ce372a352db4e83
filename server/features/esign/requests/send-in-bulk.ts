import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { addInviteBulk } from '../../../../contract/features/compose.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isUsableName } from '../../documents/index.ts'
import { identityOf } from '../../members/index.ts'
import { openTemplate } from '../drafting/change-draft.ts'
import { addCopy } from '../drafting/copy-template.ts'
import {
  findParticipants,
  holdTemplate,
  type ParticipantRow,
  type TemplateRow,
} from '../drafting/templates.read.ts'
import { updateParticipant } from '../drafting/templates.store.ts'
import { mayMove } from '../signing-states.ts'
import {
  type Asking,
  type Invitations,
  parsedAddresses,
  type SendingParts,
  sendDraft,
} from './send-document.ts'
import type { SigningParts } from './signing.parts.ts'

type SendInBulkInput = z.output<typeof addInviteBulk.body>
type SendInBulkRow = SendInBulkInput['rows'][number]

/**
 * Each row's person replaces the only signer.
 * @throws Refusal NOT_FOUND, SIGN_STATE, SIGN_ONE_SIGNER, EMAIL_FORMAT, EMAIL_DUPLICATE; and those of `sendDocuments`.
 */
export async function sendInBulk(
  parts: SendingParts & Pick<SigningParts, 'database' | 'confirm'>,
  asking: Asking,
  { templateId, rows: given }: SendInBulkInput,
): Promise<Invitations> {
  const rows = parsedAddresses(given)
  return parts.database.transaction(async (tx) => {
    const draft = await openTemplate(tx, parts, asking.actor, templateId)
    if (!mayMove(draft.status, 'SENT'))
      throw new Refusal('SIGN_STATE', { variables: { name: draft.name } })
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
  const twice = people
    .map(({ email }) => identityOf(email))
    .filter((email) => seen.has(email) || !seen.add(email))
  if (twice.length > 0)
    throw new Refusal('EMAIL_DUPLICATE', { variables: { list: [...new Set(twice)].join(', ') } })
}

const nameOf = (draft: TemplateRow, { name, email }: SendInBulkRow): string =>
  (name === '' ? [email] : [name, email])
    .map((who) => [...`${draft.name} - ${who}`].slice(0, LIMITS.nameLength).join(''))
    .find(isUsableName) ?? draft.name

async function copyFor(
  tx: Tx,
  parts: Pick<SigningParts, 'encryptor' | 'activity' | 'clock'>,
  { actor }: Asking,
  draft: TemplateRow,
  row: SendInBulkRow,
): Promise<TemplateRow> {
  const who = row.name || row.email
  const copyId = await addCopy(tx, parts, actor, draft, {
    name: nameOf(draft, row),
    withPeople: true,
  })
  const { id, type, sign_order: order } = onlySigner(await findParticipants(tx, [copyId]))
  await updateParticipant(tx, id, { name: who, email: row.email, type, order })
  const copy = await holdTemplate(tx, actor.roomId, copyId)
  if (!copy) throw new Error('a copy is gone in the transaction that made it')
  return copy
}
