import type { Queryable, Tx } from '../../platform/db/database.ts'
import {
  type Entrant,
  findByPin,
  findEntrants,
  findEntrantsAmong,
  holdByPin,
  holdEntrant,
} from './members.read.ts'
import { noteEntry } from './members.store.ts'
import { deleteStaleReplacements, settlePin, takeShownPin } from './pins/pins.store.ts'

export type PinHolder = NonNullable<Awaited<ReturnType<typeof findByPin>>>

/** The caller must verify the hash. */
export const holderOfPin = (db: Queryable, lookup: Buffer): Promise<PinHolder | undefined> =>
  findByPin(db, lookup)

/** Locks membership and PINs. @returns undefined if the PIN may not be used */
export async function enterByPin(
  tx: Tx,
  lookup: Buffer,
  at: Date,
  mayUse: (holder: PinHolder) => boolean,
): Promise<PinHolder | undefined> {
  const holder = await holdByPin(tx, lookup)
  if (!holder || !mayUse(holder)) return undefined
  await settlePin(tx, { memberId: holder.id, lookup, replacement: holder.replacement }, at)
  return holder
}

/** Locks the membership. */
export const entrantOf = (tx: Tx, memberId: number): Promise<Entrant | undefined> =>
  holdEntrant(tx, memberId)

export const entrantsAt = (db: Queryable, email: string): Promise<Entrant[]> =>
  findEntrants(db, email)

export const entrantsAmong = (db: Queryable, memberIds: readonly number[]): Promise<Entrant[]> =>
  findEntrantsAmong(db, memberIds)

/** `isShown` marks a PIN that an operator saw. */
export async function recordEntry(
  tx: Tx,
  memberId: number,
  pin: Buffer | undefined,
  at: Date,
): Promise<{ readonly isShown: boolean }> {
  await noteEntry(tx, memberId, at)
  return { isShown: pin !== undefined && (await takeShownPin(tx, pin)) }
}

export const forgetReplacements = (db: Queryable, issuedBefore: Date): Promise<void> =>
  deleteStaleReplacements(db, issuedBefore)
