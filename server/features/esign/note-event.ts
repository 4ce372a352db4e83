import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { eventTrace } from './encrypted-values.ts'
import type { EsignTables, TemplateEventKind } from './esign.tables.ts'

interface NewTemplateEvent {
  readonly roomId: number
  readonly templateId: number
  readonly participantId?: number
  readonly kind: TemplateEventKind
  readonly at: Date
}

/** The cause is stored encrypted. */
export interface EventCause {
  readonly encryptor: Encryptor
  readonly address: string
  readonly agent: string | undefined
}

/** The audit page shows this. @param cause absent for automatic events */
export async function noteTemplateEvent(
  tx: Tx,
  { roomId, templateId, participantId, kind, at }: NewTemplateEvent,
  cause?: EventCause,
): Promise<void> {
  const tables = tx.withTables<EsignTables>()
  const { id } = await tables
    .insertInto('template_events')
    .values({
      room_id: roomId,
      template_id: templateId,
      participant_id: participantId ?? null,
      kind,
      at,
      sealed: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!cause) return
  const { encryptor, address, agent } = cause
  const trace = { address, ...(agent === undefined ? {} : { agent: agent.slice(0, 300) }) }
  const sealed = await eventTrace.encrypt(encryptor, { tx, roomId }, id, trace)
  await tables.updateTable('template_events').set({ sealed }).where('id', '=', id).execute()
}
