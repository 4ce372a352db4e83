import { Readable } from 'node:stream'
import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import type * as contract from '../../../../contract/features/disclosure.ts'
import type { Actor } from '../../../access/actor.ts'
import type { EncryptedFileReader } from '../../../platform/blob/encrypted-file.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { safeName } from '../../delivery/index.ts'
import { namesOfMembers } from '../../members/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { findRecord, findRecords, type RecordRow } from '../disclosure.store.ts'

const place = z.tuple([z.int().positive()])

export async function listRecords(
  { database: { db } }: Pick<DisclosureParts, 'database'>,
  { roomId }: Actor,
  { cursor, limit = LIMITS.listDefault }: z.output<(typeof contract.listRecords)['query']>,
): Promise<Reply<PayloadIn<typeof contract.listRecords>>> {
  const [before] = cursor === undefined ? [] : decodeCursor(cursor, place)
  const found = await findRecords(db, roomId, { before, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => encodeCursor([id]))
  const names = await namesOfMembers(
    db,
    roomId,
    rows.map(({ created_by }) => created_by),
  )
  return { payload: rows.map((row) => presented(row, names.get(row.created_by) ?? '')), nextCursor }
}

const presented = (row: RecordRow, createdBy: string) => ({
  ...{ id: row.id, groupId: row.group_id, group: row.group_name, at: row.at.toISOString() },
  ...{
    documents: row.documents,
    answers: row.answers,
    size: row.size,
    sha256: row.digest.toString('hex'),
  },
  ...{ createdAt: row.created_at.toISOString(), createdBy },
})

/** @throws Refusal NOT_FOUND */
export async function fetchRecord(
  parts: DisclosureParts,
  actor: Actor,
  recordId: number,
): Promise<Bytes> {
  const { database, activity } = parts
  const { roomId, zone } = actor
  const row = await findRecord(database.db, roomId, recordId)
  if (!row) throw new Refusal('NOT_FOUND')
  const reader = await openRow(parts, row)
  const facts = {
    disclosureId: row.id,
    groupId: row.group_id,
    group: row.group_name,
    at: row.at.toISOString(),
  }
  await database.transaction((tx) => activity.record(tx, actor, 'disclosure.fetched', facts))
  return {
    type: 'application/zip',
    body: Readable.from(reader.stream(), { objectMode: false }),
    headers: {
      'content-length': String(row.size),
      'content-disposition': disposition('attachment', nameOf(row, zone)),
    },
  }
}

const nameOf = ({ group_name: group, at, id }: RecordRow, zone: string): string =>
  `${safeName(`공개 기록 ${group} ${formatDay(at, zone)}`)} (${id}).zip`

type ReadRecordsParts = Pick<DisclosureParts, 'content'>

async function openRow(
  { content }: ReadRecordsParts,
  row: RecordRow,
): Promise<EncryptedFileReader> {
  const { room_id: roomId, content_uid, blob_id, size, wrapped_key } = row
  return content.read(
    await content.open(
      roomId,
      { content_uid, segments: [{ blob_id, size, wrapped_key }] },
      'disclosure',
    ),
  )
}

interface HeldRecord {
  readonly id: number
  readonly name: string
  readonly at: Date
}

export async function recordsOf(
  db: Queryable,
  roomId: number,
  groupId: number | undefined,
  zone: string,
): Promise<HeldRecord[]> {
  const rows = await findRecords(db, roomId, { groupId, limit: LIMITS.disclosuresPerRoom })
  return rows.map((row) => ({ id: row.id, name: nameOf(row, zone), at: row.created_at })).reverse()
}

/** @throws Refusal ARCHIVE_OUTDATED */
export async function openRecord(
  { database, content }: Pick<DisclosureParts, 'database' | 'content'>,
  roomId: number,
  recordId: number,
) {
  const row = await findRecord(database.db, roomId, recordId)
  if (!row) throw new Refusal('ARCHIVE_OUTDATED')
  return openRow({ content }, row)
}
