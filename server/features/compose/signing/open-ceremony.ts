import { type EventCause, noteTemplateEvent } from '../note-event.ts'
import type { ParticipantRow, TemplateRow } from '../templates.read.ts'
import { holdOwn } from './hold-own.ts'
import { doerOf, type Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { markOpened } from './signing.store.ts'

/** What an entry of the log tells of a signer's deed. */
export const detailsOf = ({ id: templateId, name }: TemplateRow, person: ParticipantRow) => ({
  templateId,
  name,
  person: { participantId: person.id, name: person.name, email: person.email },
})

/** What an event of the document tells of it. */
export const eventOf = ({ clock }: Pick<SigningParts, 'clock'>, { roomId, templateId, participantId }: Signer) => ({
  ...{ roomId, templateId, participantId, at: clock.now() },
})

/** Who an event is traced to. */
export const signersCause = ({ sealer }: Pick<SigningParts, 'sealer'>, { address, agent }: Signer): EventCause => ({
  sealer,
  address,
  agent,
})

/** The caller has opened the document whose turn it is; the first time counts. */
export async function openCeremony(parts: SigningParts, signer: Signer): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const { template, person } = await holdOwn(tx, parts, signer)
    if (template.status !== 'SENT' || !(await markOpened(tx, person.id, parts.clock.now()))) return
    await parts.activity.record(tx, doerOf(signer), 'sign.opened', detailsOf(template, person))
    await noteTemplateEvent(tx, { ...eventOf(parts, signer), kind: 'opened' }, signersCause(parts, signer))
  })
}
