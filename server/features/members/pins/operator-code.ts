import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { findCodeHash, holdCodeHash } from '../members.read.ts'

export const codeHashOf = (db: Queryable, memberId: number): Promise<string | undefined> =>
  findCodeHash(db, memberId)

/** Locks the code until the commit. @returns false after a demotion or for a newer code */
export const holdCode = async (tx: Tx, memberId: number, hash: string): Promise<boolean> =>
  (await holdCodeHash(tx, memberId)) === hash

/** Keeps the member an operator until the commit. */
export const holdOperator = async (tx: Tx, memberId: number): Promise<boolean> =>
  (await holdCodeHash(tx, memberId)) !== undefined
