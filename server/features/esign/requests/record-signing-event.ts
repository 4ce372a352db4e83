import type { Tx } from '../../../platform/db/database.ts'
import type { Own } from '../ceremony/hold-own.ts'
import { auditActorOf, type Signer } from '../ceremony/signer-guard.ts'
import type { ParticipantRow, TemplateRow } from '../drafting/templates.read.ts'
import { noteTemplateEvent } from '../note-event.ts'
import type { SigningParts } from './signing.parts.ts'

export const detailsOf = ({ id: templateId, name }: TemplateRow, person: ParticipantRow) => ({
  templateId,
  name,
  person: { participantId: person.id, name: person.name, email: person.email },
})

const ENTRIES = {
  opened: 'sign.opened',
  signed: 'sign.completed',
  approved: 'sign.completed',
  declined: 'sign.declined',
} as const

export async function recordSigningEvent(
  tx: Tx,
  { activity, clock, encryptor }: Pick<SigningParts, 'activity' | 'clock' | 'encryptor'>,
  signer: Signer,
  { template, person }: Own,
  kind: keyof typeof ENTRIES,
): Promise<void> {
  const { roomId, templateId, participantId, address, agent } = signer
  await activity.record(tx, auditActorOf(signer), ENTRIES[kind], detailsOf(template, person))
  await noteTemplateEvent(
    tx,
    { roomId, templateId, participantId, kind, at: clock.now() },
    { encryptor, address, agent },
  )
}
