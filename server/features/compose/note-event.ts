import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ComposeTables, TemplateEventKind } from './compose.tables.ts'
import { eventTrace } from './sealed-values.ts'

interface NewTemplateEvent {
  readonly roomId: number
  readonly templateId: number
  readonly participantId?: number
  readonly kind: TemplateEventKind
  readonly at: Date
}

/** From where and with what program somebody caused an event; it is sealed. */
export interface EventCause {
  readonly sealer: Sealer
  readonly address: string
  readonly agent: string | undefined
}

/** Notes what happened to a document for the page that is appended to the sealed one. @param cause left out for what happens by itself. */
export async function noteTemplateEvent(
  tx: Tx,
  { roomId, templateId, participantId, kind, at }: NewTemplateEvent,
  cause?: EventCause,
): Promise<void> {
  const tables = tx.withTables<ComposeTables>()
  const { id } = await tables
    .insertInto('template_events')
    .values({ room_id: roomId, template_id: templateId, participant_id: participantId ?? null, kind, at, sealed: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!cause) return
  const { sealer, address, agent } = cause
  const trace = { address, ...(agent === undefined ? {} : { agent: agent.slice(0, 300) }) }
  const sealed = await eventTrace.seal(sealer, { tx, roomId }, id, trace)
  await tables.updateTable('template_events').set({ sealed }).where('id', '=', id).execute()
}
