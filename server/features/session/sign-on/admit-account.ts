import type { Tx } from '../../../platform/db/database.ts'
import { type Entrant, entrantOf } from '../../members/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import type { Covering } from '../crossing/address-proof.ts'
import { auditActorOf } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import { acceptedIn, groupFor, isFresh, loggedName, type ProviderClaims } from './sign-on.rules.ts'
import { insertBinding, isBoundTo, placeAtFirstEntry } from './sign-on.store.ts'

type AdmitAccountParts = Pick<SessionParts, 'activity' | 'bus' | 'clock' | 'relyingParties'>

export function nameOfProvider(
  { relyingParties }: Pick<AdmitAccountParts, 'relyingParties'>,
  id: string,
): string {
  const found = relyingParties.find(({ provider }) => provider.id === id)
  return found ? loggedName(found.provider) : id
}

/** Later, the proof counts like a mailed one. @param isEntry true for the sign-on itself, because only it replaces the operator code */
export function signOnBy(
  parts: Pick<AdmitAccountParts, 'relyingParties'>,
  { account, created_at: since }: Covering,
  now: Date,
  isEntry = false,
) {
  if (account === null) return { by: 'proof' as const }
  const signOn = {
    provider: nameOfProvider(parts, account.provider),
    isStrongFor: (room: RoomRow) =>
      isEntry && account.isStrong && acceptedIn(room, account)?.replacesCode === true,
  }
  return { by: isFresh(since, now) ? ('sign-on' as const) : ('proof' as const), signOn }
}

interface Admitted {
  /** The membership is locked and covered. */
  readonly entrant: Entrant
  readonly room: RoomRow
  readonly account: ProviderClaims
  readonly address: string
}

/** The first sign-on binds. A claim may choose the group before entry. */
export async function admitAccount(
  tx: Tx,
  parts: AdmitAccountParts,
  { entrant, room, account, address }: Admitted,
): Promise<Entrant | undefined> {
  const { id: memberId, name } = entrant
  const doer = auditActorOf(entrant, address)
  if ((await isBoundTo(tx, memberId, account)) === undefined) {
    await insertBinding(tx, { roomId: room.id, memberId, account, at: parts.clock.now() })
    await parts.activity.record(tx, doer, 'member.sign-on-bound', {
      memberId,
      name,
      provider: nameOfProvider(parts, account.provider),
    })
  }
  const groupId = groupFor(room, account)
  const placed = groupId === undefined ? undefined : await placeAtFirstEntry(tx, memberId, groupId)
  if (!placed || groupId === undefined) return entrant
  await parts.activity.record(tx, doer, 'member.grouped', { memberId, name, groupId, ...placed })
  await parts.bus.publish(tx, { room: room.id, member: memberId, kind: 'rights', regrouped: true })
  return entrantOf(tx, memberId)
}
