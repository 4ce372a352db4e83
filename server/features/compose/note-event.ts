import type { Tx } from '../../platform/db/database.ts'
import type { ComposeTables, TemplateEventKind } from './compose.tables.ts'

interface NewTemplateEvent {
  readonly roomId: number
  readonly templateId: number
  readonly participantId?: number
  readonly kind: TemplateEventKind
  readonly at: Date
  /** From where and with what program; left out for what happens by itself. */
  readonly address?: string
  readonly agent?: string
}

/** Notes what happened to a document for the page that is appended to the sealed one. */
export async function noteTemplateEvent(
  tx: Tx,
  { roomId, templateId, participantId, kind, at, address, agent }: NewTemplateEvent,
): Promise<void> {
  await tx
    .withTables<ComposeTables>()
    .insertInto('template_events')
    .values({
      room_id: roomId,
      template_id: templateId,
      participant_id: participantId ?? null,
      kind,
      at,
      address: address ?? null,
      agent: agent?.slice(0, 300) ?? null,
    })
    .execute()
}
