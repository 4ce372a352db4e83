import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'
import type { ComposeTables } from '../compose.tables.ts'

const templates = (tx: Tx) => tx.withTables<ComposeTables>().updateTable('templates')

/** The document has its sealed PDF. */
export async function markCompleted(
  tx: Tx,
  templateId: number,
  { resultId, at }: { readonly resultId: number; readonly at: Date },
): Promise<void> {
  await templates(tx)
    .set({ status: 'COMPLETED', result_id: resultId, ended_at: at, failure: null, failed_at: null, revision: sql`revision + 1` })
    .where('id', '=', templateId)
    .execute()
}

/** The document could not be sealed. @param code of the table of errors. */
export async function markFailed(tx: Tx, templateId: number, { code, at }: { readonly code: string; readonly at: Date }): Promise<void> {
  await templates(tx)
    .set({ status: 'FAILED', failure: code, failed_at: at, revision: sql`revision + 1` })
    .where('id', '=', templateId)
    .execute()
}

/** The document is to be sealed once more. */
export async function markSealing(tx: Tx, templateId: number): Promise<void> {
  await templates(tx)
    .set({ status: 'SEALING', failure: null, failed_at: null, revision: sql`revision + 1` })
    .where('id', '=', templateId)
    .execute()
}
