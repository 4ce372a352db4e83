import type { Queryable } from '../../../platform/db/database.ts'
import { grantsByCell } from '../cells.ts'
import { levelAt } from './matrix-table.ts'
import { findGrantsAt, findGroupsAt } from './past-rights.read.ts'

export interface PastRights {
  readonly name: string
  readonly from: Date | null
  readonly until: Date | null
  /** Empty permits every network. */
  readonly networks: readonly string[]
  /** @param ancestors ids from the root */
  levelOf(item: { readonly id: number; readonly ancestors: readonly number[] }): number
}

/** Reports the group's times and networks without limiting levels. @returns undefined if the group did not exist */
export async function rightsOfGroupAt(
  db: Queryable,
  roomId: number,
  groupId: number,
  at: Date,
): Promise<PastRights | undefined> {
  const group = (await findGroupsAt(db, roomId, at)).find(({ id }) => id === groupId)
  if (!group) return undefined
  const grants = grantsByCell(
    (await findGrantsAt(db, roomId, at)).filter(({ group_id }) => group_id === groupId),
  )
  return {
    ...{ name: group.name, from: group.starts_at, until: group.ends_at, networks: group.networks },
    levelOf: ({ id, ancestors }) => levelAt(grants, groupId, { id, ancestors, path: [] }, at),
  }
}
