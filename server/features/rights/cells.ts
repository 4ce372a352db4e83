import type { GrantRow } from './grants.read.ts'

export type Grants = ReadonlyMap<string, GrantRow>

export const cellKey = (groupId: number, itemId: number): string => `${groupId} ${itemId}`

export const grantsByCell = (grants: readonly GrantRow[]): Grants =>
  new Map(grants.map((grant) => [cellKey(grant.group_id, grant.item_id), grant]))
