import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { findDone } from '../console-log.store.ts'
import { findFailedMails } from './failed-mails.read.ts'

interface Paging {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const place = z.tuple([z.int()])

const beforeOf = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : decodeCursor(cursor, place)[0]

/** Returns neither recipients nor texts. */
export async function listFailedMails(
  db: Queryable,
  { cursor, limit = LIMITS.listDefault }: Paging,
) {
  const found = await findFailedMails(db, { before: beforeOf(cursor), limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ lastId }) => encodeCursor([lastId]))
  return {
    payload: rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() })),
    nextCursor,
  }
}

export async function listDone(db: Queryable, { cursor, limit = LIMITS.listDefault }: Paging) {
  const found = await findDone(db, { before: beforeOf(cursor), limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  return { payload: rows.map((row) => ({ ...row, at: row.at.toISOString() })), nextCursor }
}
