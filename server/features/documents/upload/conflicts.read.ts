import { sql } from 'kysely'
import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'

export interface WantedFolder {
  readonly node: number
  readonly within: number
  readonly folded: string
}

export interface WantedFile {
  readonly path: string
  readonly within: number
  readonly folded: string
}

export interface FoundFile {
  readonly path: string
  readonly id: number
  readonly name: string
  readonly size: number
  readonly created_at: Date
}

export async function findFilesByPath(
  db: Queryable,
  scope: VisibleItems,
  parentId: number,
  {
    folders,
    files,
  }: { readonly folders: readonly WantedFolder[]; readonly files: readonly WantedFile[] },
): Promise<FoundFile[]> {
  const { rows } = await sql<FoundFile>`
    with recursive
      wanted_folders as (
        select * from unnest(
          ${folders.map(({ node }) => node)}::int[], ${folders.map(({ within }) => within)}::int[],
          ${folders.map(({ folded }) => folded)}::text[]) as wanted (node, within, folded)
      ),
      reached as (
        select 0 as node, ${parentId}::bigint as id
        union all
        select wanted.node, items.id
        from reached
          join wanted_folders wanted on wanted.within = reached.node
          join items on items.room_id = ${scope.roomId} and items.parent_id = reached.id and items.name_folded = wanted.folded
        where items.folder and items.deleted_at is null
      )
    select wanted.path, items.id, items.name, items.size, items.created_at
    from unnest(
        ${files.map(({ path }) => path)}::text[], ${files.map(({ within }) => within)}::int[],
        ${files.map(({ folded }) => folded)}::text[]) with ordinality as wanted (path, within, folded, ordinal)
      join reached on reached.node = wanted.within
      join items on items.room_id = ${scope.roomId} and items.parent_id = reached.id and items.name_folded = wanted.folded
    where not items.folder and items.deleted_at is null
    order by wanted.ordinal
  `.execute(db)
  return rows
}
