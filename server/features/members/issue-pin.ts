import type { Tx } from '../../platform/db/database.ts'
import type { MemberParts } from './members.parts.ts'
import { insertPin } from './members.store.ts'
import type { Secrets } from './secrets.ts'

/** A PIN with what is stored of it. */
export interface DrawnPin {
  /** 16 digits. */
  readonly pin: string
  readonly lookup: Buffer
  readonly hash: string
}

/** Draws a PIN. Hashing takes its time, so this is done before the transaction that stores it. */
export async function drawPin(secrets: Secrets): Promise<DrawnPin> {
  const pin = secrets.drawPin()
  return { pin, lookup: secrets.lookupOf(pin), hash: await secrets.hash(pin) }
}

/** Stores a drawn PIN for a member; one that is somebody's already is drawn again. @returns the PIN that holds, which nothing else remembers. */
export async function issuePin(
  tx: Tx,
  { secrets, clock }: Pick<MemberParts, 'secrets' | 'clock'>,
  member: { roomId: number; memberId: number; replacement: boolean; shown?: boolean },
  drawn: DrawnPin,
): Promise<string> {
  const { pin, lookup, hash } = drawn
  if (await insertPin(tx, { shown: false, ...member, lookup, hash, issuedAt: clock.now() })) return pin
  return issuePin(tx, { secrets, clock }, member, await drawPin(secrets))
}
