import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

const BATCH = 1_000
const AT_ONCE = 16

/** Shared data keys let all new files be decrypted. */
export async function multiplyDocuments(scratch, database, { roomId, size, dataDir }) {
  const { rows: segments } = await database.query(
    'select version_id::int as version, blob_id from file_segments where room_id = $1',
    [roomId],
  )
  const versions = [...new Set(segments.map(({ version }) => version))]
  for (let done = versions.length; done < size; done += BATCH) {
    scratch.throwIfOver()
    const made = Array.from({ length: Math.min(BATCH, size - done) }, (_, each) => ({
      of: versions[(done + each) % versions.length],
      name: `문서 ${String(done + each).padStart(7, '0')}.pdf`,
    }))
    const blobs = made.flatMap(({ of, name }) =>
      segments
        .filter(({ version }) => version === of)
        .map(({ blob_id: from }) => ({ name, from, to: randomUUID().replaceAll('-', '') })),
    )
    const place = (id) => join(dataDir, 'blobs', id.slice(0, 2), id)
    for (let at = 0; at < blobs.length; at += AT_ONCE)
      await Promise.all(
        blobs.slice(at, at + AT_ONCE).map(({ from, to }) => copyFile(place(from), place(to))),
      )
    await database.query(WRITE, [roomId, JSON.stringify(made), JSON.stringify(blobs)])
  }
  await database.query('vacuum analyze')
}

const WRITE = `
  with made as (select * from jsonb_to_recordset($2::jsonb) as made (of bigint, name text)),
  numbered as (
    select made.*, nextval(pg_get_serial_sequence('items', 'id')) as item, nextval(pg_get_serial_sequence('file_versions', 'id')) as version
    from made
  ),
  added as (
    insert into items (id, room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, version_id, created_at, created_by)
    select item, room_id, 0, '{}', false, name, name, name, 'pdf', gen_random_uuid()::text, size, version, created_at, created_by
    from numbered join file_versions on file_versions.id = of
  ),
  versions as (
    insert into file_versions (id, room_id, item_id, content_uid, number, size, sealed_digest, created_at, created_by, status, pages)
    select version, room_id, item, content_uid, 1, size, sealed_digest, created_at, created_by, status, pages
    from numbered join file_versions on file_versions.id = of
  )
  insert into file_segments (version_id, ordinal, room_id, blob_id, size, wrapped_key, purpose)
  select numbered.version, ordinal, room_id, blob.to, size, wrapped_key, purpose
  from numbered
  join file_segments on file_segments.version_id = numbered.of
  join jsonb_to_recordset($3::jsonb) as blob (name text, "from" text, "to" text) on blob.name = numbered.name and blob.from = blob_id
  where room_id = $1`
