import { ROLE } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import {
  isLockNotAvailable,
  isStatementCancelled,
} from '../../platform/db/is-statement-cancelled.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { lockEverybody, lockMembers } from './lock-members.store.ts'
import {
  findAddresses,
  findAllOperators,
  findEntered,
  findMember,
  findMemberNames,
  findMembers,
  findReachable,
  findReachableOperators,
  findShutOut,
  isReachable,
  type MemberPosition,
} from './members.read.ts'

const HELD_WITHIN_MS = 2_000

export const memberOf = (db: Queryable, roomId: number, memberId: number) =>
  findMember(db, roomId, memberId)

export const membersAfter = (
  db: Queryable,
  roomId: number,
  after: MemberPosition | undefined,
  limit: number,
) => findMembers(db, roomId, { after, limit })

export async function holdMember(tx: Tx, roomId: number, memberId: number) {
  const [member] = await lockMembers(tx, roomId, [memberId])
  return member
}

/** Callers take this lock first. @throws Refusal BUSY instead of keeping entries waiting */
export async function holdEverybody(tx: Tx, roomId: number): Promise<void> {
  try {
    await lockEverybody(tx, roomId, HELD_WITHIN_MS)
  } catch (error) {
    throw isStatementCancelled(error) || isLockNotAvailable(error)
      ? new Refusal('BUSY', { retryAfter: 2 })
      : error
  }
}

export const readersOf = (db: Queryable, roomId: number, at: Date) => findEntered(db, roomId, at)

export const reachableMembers = (db: Queryable, roomId: number, at: Date) =>
  findReachable(db, roomId, at)

interface ReachablePage {
  readonly at: Date
  readonly after: number
  readonly limit: number
}

export const isMemberReachable = (
  db: Queryable,
  roomId: number,
  memberId: number,
  at: Date,
): Promise<boolean> => isReachable(db, roomId, memberId, at)

export const reachableMembersAfter = (
  db: Queryable,
  roomId: number,
  { at, ...page }: ReachablePage,
) => findReachable(db, roomId, at, page)

export const reachableOperators = (db: Queryable, roomId: number) =>
  findReachableOperators(db, roomId)

/** A destruction concerns blocked operators too. */
export async function reachableAndOperators(db: Queryable, roomId: number, at: Date) {
  const reachable = await findReachable(db, roomId, at)
  const known = new Set(reachable.map(({ id }) => id))
  return [...reachable, ...(await findAllOperators(db, roomId)).filter(({ id }) => !known.has(id))]
}

/** Includes former members. */
export const namesOfMembers = (
  db: Queryable,
  roomId: number,
  memberIds: readonly number[],
): Promise<Map<number, string>> => findMemberNames(db, roomId, [...new Set(memberIds)])

export async function addresseeOf(db: Queryable, roomId: number, memberId: number) {
  const [person] = await findAddresses(db, roomId, [memberId])
  return person
}

export async function mailReaderOf(db: Queryable, roomId: number, memberId: number) {
  const [reader] = await findAddresses(db, roomId, [memberId])
  return reader && { name: reader.name, isOperator: reader.role_id === ROLE.operator }
}

/** Includes former members. */
export async function addresseesOf(db: Queryable, roomId: number, memberIds: readonly number[]) {
  const people = await findAddresses(db, roomId, [...new Set(memberIds)])
  return new Map(people.map((person) => [person.id, person]))
}

export const shutOutAmong = (
  db: Queryable,
  roomId: number,
  emails: readonly string[],
): Promise<Map<string, Date | null>> => findShutOut(db, roomId, emails)
