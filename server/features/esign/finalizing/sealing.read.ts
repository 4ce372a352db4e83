import type { Queryable } from '../../../platform/db/database.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import { type EventTrace, eventTrace } from '../encrypted-values.ts'
import type { EsignTables } from '../esign.tables.ts'

export interface TemplateKey {
  readonly roomId: number
  readonly templateId: number
}

export async function findAllSealing(db: Queryable): Promise<TemplateKey[]> {
  const rows = await db
    .withTables<EsignTables>()
    .selectFrom('templates')
    .select(['id', 'room_id'])
    .where('status', '=', 'SEALING')
    .orderBy('id')
    .execute()
  return rows.map(({ id, room_id }) => ({ roomId: room_id, templateId: id }))
}

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number]

export async function findEvents(
  db: Queryable,
  encryptor: Encryptor,
  { roomId, templateId }: TemplateKey,
) {
  const rows = await db
    .withTables<EsignTables>()
    .selectFrom('template_events')
    .select(['id', 'participant_id', 'kind', 'at', 'sealed'])
    .where('template_id', '=', templateId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const open = async (id: number, sealed: Buffer | null): Promise<Partial<EventTrace>> =>
    sealed === null ? {} : eventTrace.decrypt(encryptor, { db, roomId }, id, sealed)
  return Promise.all(
    rows.map(async ({ id, sealed, ...event }) => {
      const { address, agent } = await open(id, sealed)
      return { ...event, address: address ?? null, agent: agent ?? null }
    }),
  )
}
