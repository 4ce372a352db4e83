import type { Tx } from '../../../platform/db/database.ts'
import { noteTemplateEvent } from '../note-event.ts'
import type { ParticipantRow, TemplateRow } from '../templates.read.ts'
import type { Own } from './hold-own.ts'
import { doerOf, type Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'

/** What an entry of the log tells of what somebody did to a document, or was mailed of it. */
export const detailsOf = ({ id: templateId, name }: TemplateRow, person: ParticipantRow) => ({
  templateId,
  name,
  person: { participantId: person.id, name: person.name, email: person.email },
})

/** How the log of the room calls what signers do, by how the document's own events call it. */
const ENTRIES = { opened: 'sign.opened', signed: 'sign.completed', approved: 'sign.completed', declined: 'sign.declined' } as const

/** Puts on record what a signer did: in the log of the room, and among the events of the document. */
export async function recordDeed(
  tx: Tx,
  { activity, clock, sealer }: Pick<SigningParts, 'activity' | 'clock' | 'sealer'>,
  signer: Signer,
  { template, person }: Own,
  kind: keyof typeof ENTRIES,
): Promise<void> {
  const { roomId, templateId, participantId, address, agent } = signer
  await activity.record(tx, doerOf(signer), ENTRIES[kind], detailsOf(template, person))
  await noteTemplateEvent(tx, { roomId, templateId, participantId, kind, at: clock.now() }, { sealer, address, agent })
}
