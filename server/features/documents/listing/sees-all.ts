import { accessOfMember } from '../../../access/group-access.ts'
import { findGroupAccess } from '../../../access/levels.read.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isMemberReachable, memberOf } from '../../members/index.ts'
import { findItems } from './subtree.read.ts'

interface SeesAllInput {
  readonly roomId: number
  readonly memberId: number
  readonly itemIds: readonly number[]
  readonly at: Date
}

export async function seesAll(
  db: Db,
  { roomId, memberId, itemIds, at }: SeesAllInput,
): Promise<boolean> {
  const member = await memberOf(db, roomId, memberId)
  if (!member || !(await isMemberReachable(db, roomId, memberId, at))) return false
  const group = accessOfMember(await findGroupAccess(db, roomId, at), member, at)
  const found = await findItems(db, { roomId, group }, itemIds)
  return itemIds.every((itemId) => found.some(({ id, level }) => id === itemId && level > 0))
}
