import path from 'node:path'
import type { Pool } from 'pg'
import { filesBelow } from '../harness/holdings.ts'
import type { TestApp } from '../harness/test-app.ts'

const BROKEN: Readonly<Record<string, string>> = {
  'a parent that is not there, is no folder, or is in the trash': `
    select item.id from items item left join items parent on parent.id = item.parent_id
    where item.room_id = $1 and item.deleted_at is null and item.parent_id <> 0
      and (parent.id is null or not parent.folder or parent.deleted_at is not null or parent.room_id <> item.room_id)`,
  'ancestors that are not those of the parent and the parent, so a cycle too': `
    select item.id from items item left join items parent on parent.id = item.parent_id
    where item.room_id = $1 and item.deleted_at is null
      and item.ancestors is distinct from (case when item.parent_id = 0 then '{}' else parent.ancestors || parent.id end)`,
  'an item that is its own ancestor':
    'select id from items where room_id = $1 and id = any(ancestors)',
  'folders nested too deeply':
    'select id from items where room_id = $1 and folder and cardinality(ancestors) >= 60',
  'two items of one name in one folder': `
    select min(id) as id from items where room_id = $1 and deleted_at is null group by parent_id, name_folded having count(*) > 1`,
  'an item of the trash without its entry, or beside its folder': `
    select item.id from items item left join items entry on entry.id = item.trash_id left join items parent on parent.id = item.parent_id
    where item.room_id = $1 and item.deleted_at is not null
      and (entry.id is null or entry.trash_id is distinct from entry.id
        or (item.id <> entry.id and (parent.trash_id is distinct from entry.id or item.ancestors <> parent.ancestors || parent.id)))`,
  'a mark of the trash on what is not in it': `
    select id from items where room_id = $1 and deleted_at is null and (trash_id is not null or doomed_at is not null)`,
  'a document without its content': `
    select item.id from items item left join file_versions version on version.id = item.version_id and version.item_id = item.id
    where item.room_id = $1 and not item.folder
      and (version.id is null or version.size <> item.size)`,
  'a version that does not have all its bytes': `
    select item_id as id from file_versions version where room_id = $1 and size is distinct from (
      select sum(size) from file_segments where version_id = version.id and purpose = 'content')`,
  'a document that shows another version than its newest': `
    select item.id from items item join file_versions version on version.id = item.version_id
    where item.room_id = $1 and (item.created_at <> version.created_at
      or version.number <> (select count(*) from file_versions where item_id = item.id)
      or version.number <> (select max(number) from file_versions where item_id = item.id))`,
  'a lease of what is in the trash': `
    select item.id from leases join items item on item.id = leases.item_id where item.room_id = $1 and item.deleted_at is not null`,
  'storage that is not the sum of what is held': `
    select id from rooms where id = $1
      and storage_used <> (select coalesce(sum(size), 0) from (
        select size from file_versions where room_id = $1
        union all select size from compose_files where room_id = $1
        union all select size from compose_images where room_id = $1) as held)`,
  'a number of files that is not their number': `
    select id from rooms where id = $1
      and file_count <> (select count(*) from items where room_id = $1 and not folder and deleted_at is null)`,
  'a folder whose stored counts are not what stands in it': `
    select parent_id as id
    from (select parent_id, folders, files from folder_counts where room_id = $1 and folders + files <> 0) as stored
    full join (
      select parent_id, count(*) filter (where folder) as folders, count(*) filter (where not folder) as files
      from items where room_id = $1 and deleted_at is null group by parent_id
    ) as counted using (parent_id, folders, files)
    where stored.folders is null or counted.folders is null`,
  'a folder of the root whose stored totals are not what lies below it': `
    select root_id as id
    from (select root_id, files, bytes from root_totals where room_id = $1 and (files, bytes) <> (0, 0)) as stored
    full join (
      select coalesce(ancestors[1], 0) as root_id, count(*) as files, sum(size)::bigint as bytes
      from items where room_id = $1 and deleted_at is null and not folder group by 1
    ) as counted using (root_id, files, bytes)
    where stored.files is null or counted.files is null`,
  'totals of a folder that is not there any more': `
    select root_id as id from root_totals
    where room_id = $1 and root_id <> 0 and not exists (select from items where items.id = root_totals.root_id)`,
  'counts of a folder that is not there any more': `
    select parent_id as id from folder_counts
    where room_id = $1 and parent_id <> 0 and not exists (select from items where items.id = folder_counts.parent_id)`,
}

const ALL_BROKEN = Object.entries(BROKEN)
  .map(([name, query]) => `select '${name}' as name, broken.id from (${query}) as broken`)
  .join(' union all ')

interface WithDatabase {
  readonly database: { readonly pool: Pick<Pool, 'query'> }
}

/** One prepared statement sees one snapshot. */
export async function findBroken(
  app: WithDatabase,
  roomId: number,
): Promise<Record<string, number[]>> {
  const { rows } = await app.database.pool.query<{ name: string; id: number }>({
    name: 'broken',
    text: ALL_BROKEN,
    values: [roomId],
  })
  const broken: Record<string, number[]> = {}
  for (const { name, id } of rows) broken[name] = [...(broken[name] ?? []), id]
  return broken
}

export async function findStrayBlobs(
  app: TestApp,
): Promise<{ orphans: string[]; missing: string[] }> {
  const stored = new Set(
    (await filesBelow(path.join(app.dataDir, 'blobs'))).map((file) => path.basename(file)),
  )
  const { rows } = await app.database.pool.query<{ blob_id: string }>(
    'select distinct blob_id from file_segments',
  )
  const held = new Set(rows.map(({ blob_id }) => blob_id))
  return {
    orphans: [...stored].filter((id) => !held.has(id)),
    missing: [...held].filter((id) => !stored.has(id)),
  }
}

/** Documents may be unreadable only during destruction. */
export async function loggedErrors(app: TestApp): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from file_versions')
  const versions = new Set(rows.map(({ id }) => String(id)))
  return app.log.entries
    .filter(({ level }) => level === 'error' || level === 'fatal')
    .filter((entry) => entry['failure'] !== 'UNREADABLE' || versions.has(String(entry['document'])))
    .map((entry) => JSON.stringify(entry).slice(0, 500))
}
