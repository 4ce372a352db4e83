import type { Sealer } from '../../../platform/crypto/sealer.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ComposeTables } from '../compose.tables.ts'
import { type EventTrace, eventTrace } from '../sealed-values.ts'

/** Which document. */
export interface TemplateKey {
  readonly roomId: number
  readonly templateId: number
}

/** All documents that are to be sealed. */
export async function findAllSealing(db: Queryable): Promise<TemplateKey[]> {
  const rows = await db
    .withTables<ComposeTables>()
    .selectFrom('templates')
    .select(['id', 'room_id'])
    .where('status', '=', 'SEALING')
    .orderBy('id')
    .execute()
  return rows.map(({ id, room_id }) => ({ roomId: room_id, templateId: id }))
}

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number]

/** What happened to a document, in order. */
export async function findEvents(db: Queryable, sealer: Sealer, { roomId, templateId }: TemplateKey) {
  const rows = await db
    .withTables<ComposeTables>()
    .selectFrom('template_events')
    .select(['id', 'participant_id', 'kind', 'at', 'sealed'])
    .where('template_id', '=', templateId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const open = async (id: number, sealed: Buffer | null): Promise<Partial<EventTrace>> =>
    sealed === null ? {} : eventTrace.open(sealer, { db, roomId }, id, sealed)
  return Promise.all(
    rows.map(async ({ id, sealed, ...event }) => {
      const { address, agent } = await open(id, sealed)
      return { ...event, address: address ?? null, agent: agent ?? null }
    }),
  )
}
