import { isDeepStrictEqual } from 'node:util'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type {
  SignOnSettings,
  settings as settingsCall,
} from '../../../../contract/features/session/sign-on.ts'
import type { SignOnProvider } from '../../../../contract/features/session/sign-on-provider.ts'
import type { Actor } from '../../../access/actor.ts'
import { relyOn } from '../../../access/rules-in-use.store.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { OidcProvider } from '../../../platform/oidc/oidc-provider.ts'
import { entrantOf } from '../../members/index.ts'
import { acceptedProviders, changeSignOn, roomOf } from '../../rooms/index.ts'
import { signOut } from '../end-sessions.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { SessionParts } from '../session.parts.ts'
import { nameOfProvider } from './admit-account.ts'
import { isSameIssuer, settingsOf } from './sign-on.rules.ts'
import { deleteBindings, findBindings, findGroupIds } from './sign-on.store.ts'

export async function offeredProviders({
  database,
  relyingParties,
}: Pick<SessionParts, 'database' | 'relyingParties'>): Promise<SignOnProvider[]> {
  if (relyingParties.length === 0) return []
  const accepted = await acceptedProviders(database.db)
  const isAccepted = ({ id, issuer }: OidcProvider) =>
    accepted.some((each) => each.id === id && isSameIssuer(each.issuer, issuer))
  return relyingParties
    .filter(({ provider }) => isAccepted(provider))
    .map(({ provider: { id, name } }) => ({ id, name }))
}

export async function readSignOn(
  { database, relyingParties }: Pick<SessionParts, 'database' | 'relyingParties'>,
  { roomId }: Actor,
): Promise<PayloadIn<typeof settingsCall>> {
  const bindings = await findBindings(database.db, roomId)
  return {
    settings: settingsOf(await roomOf(database.db, roomId)),
    available: relyingParties.map(({ provider: { id, name, issuer, groupClaim, strongAcr } }) => ({
      ...{ id, name, issuer, hasGroups: groupClaim !== undefined, hasStrong: strongAcr.length > 0 },
    })),
    bindings: bindings.map(({ member_id: memberId, name, provider, created_at }) => ({
      ...{
        memberId,
        name,
        provider: nameOfProvider({ relyingParties }, provider),
        since: created_at.toISOString(),
      },
    })),
  }
}

type RoomSignOnParts = Pick<
  SessionParts,
  'database' | 'activity' | 'bus' | 'clock' | 'relyingParties'
>
type Accepted = SignOnSettings['providers'][number]
type Guard = Pick<SessionGuard, 'confirm'>

/** Another issuer's provider may stay, but does not count. @throws Refusal BAD_REQUEST, SIGN_ON_ISSUER, SIGN_ON_NO_PROOF */
function requireAcceptable(
  { relyingParties }: Pick<RoomSignOnParts, 'relyingParties'>,
  before: SignOnSettings,
  { pin, providers }: SignOnSettings,
) {
  const isTwice = new Set(providers.map(({ provider }) => provider)).size < providers.length
  const issuers = new Map(relyingParties.map(({ provider }) => [provider.id, provider.issuer]))
  if (isTwice || !providers.every(({ provider }) => issuers.has(provider)))
    throw new Refusal('BAD_REQUEST')
  const isCurrent = ({ provider, issuer }: Accepted) =>
    isSameIssuer(issuers.get(provider) ?? '', issuer)
  const isKept = (each: Accepted) =>
    before.providers.some(
      ({ provider, issuer }) => provider === each.provider && issuer === each.issuer,
    )
  if (!providers.every((each) => isCurrent(each) || isKept(each)))
    throw new Refusal('SIGN_ON_ISSUER')
  if (pin === 'operators' && !providers.some(isCurrent)) throw new Refusal('SIGN_ON_NO_PROOF')
}

/** @throws Refusal of `requireAcceptable`, UPGRADE_RUNNING; BAD_REQUEST for an unknown group. */
export async function updateRoomSignOn(
  parts: RoomSignOnParts,
  guard: Guard,
  actor: Actor,
  settings: SignOnSettings,
): Promise<void> {
  const { providers } = settings
  await parts.database.transaction(async (tx) => {
    await guard.confirm(tx, actor, 'room.configure')
    const groups = await findGroupIds(tx, actor.roomId)
    if (!providers.every((each) => each.groups.every(({ groupId }) => groups.has(groupId))))
      throw new Refusal('BAD_REQUEST')
    // An older process would admit by PIN.
    await relyOn(tx, RELEASE_RULES.signOn)
    const before = settingsOf({ sign_on: await changeSignOn(tx, actor.roomId, settings) })
    requireAcceptable(parts, before, settings)
    if (isDeepStrictEqual(before, settings)) return
    const named = (chosen: SignOnSettings['providers']) =>
      chosen.map(({ provider }) => nameOfProvider(parts, provider))
    await parts.activity.record(tx, actor, 'room.sign-on', {
      pin: settings.pin,
      providers: named(providers),
      code: named(providers.filter(({ replacesCode }) => replacesCode)),
      issuers: providers.map(({ issuer }) => issuer),
      groups: providers.reduce((sum, each) => sum + each.groups.length, 0),
    })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'room' })
  })
}

/** @throws Refusal NOT_FOUND */
export async function unbindAccount(
  parts: RoomSignOnParts,
  guard: Guard,
  actor: Actor,
  memberId: number,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    await guard.confirm(tx, actor, 'members.manage')
    const member = await entrantOf(tx, memberId)
    if (member?.room_id !== actor.roomId) throw new Refusal('NOT_FOUND')
    // Bindings end last, since they identify proofs. A wrong account could otherwise return.
    await signOut(tx, parts, { memberId })
    for (const provider of await deleteBindings(tx, memberId))
      await parts.activity.record(tx, actor, 'member.sign-on-unbound', {
        memberId,
        name: member.name,
        provider: nameOfProvider(parts, provider),
      })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'room' })
  })
}
