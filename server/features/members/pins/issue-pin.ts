import type { Tx } from '../../../platform/db/database.ts'
import type { MemberParts } from '../members.parts.ts'
import { insertPin } from './pins.store.ts'
import type { Secrets } from './secrets.ts'

export interface DrawnPin {
  readonly pin: string
  readonly lookup: Buffer
  readonly hash: string
}

/** Slow hashing precedes the transaction. */
export async function drawPin(secrets: Secrets): Promise<DrawnPin> {
  const pin = secrets.drawPin()
  return { pin, lookup: secrets.lookupOf(pin), hash: await secrets.hash(pin) }
}

/** The PIN is never stored. */
export async function issuePin(
  tx: Tx,
  { secrets, clock }: Pick<MemberParts, 'secrets' | 'clock'>,
  member: { roomId: number; memberId: number; replacement: boolean; shown?: boolean },
  drawn: DrawnPin,
): Promise<string> {
  const { pin, lookup, hash } = drawn
  if (await insertPin(tx, { shown: false, ...member, lookup, hash, issuedAt: clock.now() }))
    return pin
  return issuePin(tx, { secrets, clock }, member, await drawPin(secrets))
}
