import { randomBytes } from 'node:crypto'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { SIGN_ON_PATH } from '../../../../contract/features/session/sign-on.ts'
import type { SignOnFault } from '../../../../contract/features/session/sign-on-provider.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { OidcFault } from '../../../platform/oidc/oidc-fault.ts'
import type { OidcIdentity } from '../../../platform/oidc/oidc-identity.ts'
import type { RelyingParty } from '../../../platform/oidc/relying-party.ts'
import { identityOf } from '../../members/index.ts'
import { drawToken } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { type Destination, SIGN_ON_ROUTES } from './destinations.ts'
import { cookieOfState, providerClaims, signOnOf } from './sign-on.rules.ts'
import { insertStart, insertTicket, takeStart } from './sign-on.store.ts'

export type SignOnParts = Pick<
  SessionParts,
  'database' | 'secrets' | 'throttle' | 'clock' | 'log' | 'publicUrl' | 'relyingParties'
>

/** @throws Refusal NOT_FOUND also if closed to administrators */
function relyingPartyOf(
  { relyingParties }: Pick<SignOnParts, 'relyingParties'>,
  id: string,
  destination: Destination,
): RelyingParty {
  const found = relyingParties.find(
    ({ provider }) => provider.id === id && (destination === 'rooms' || provider.administrators),
  )
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

const redirectUriOf = (
  { publicUrl }: Pick<SignOnParts, 'publicUrl'>,
  { provider }: RelyingParty,
): string => `${publicUrl}${BASE_PATH}${SIGN_ON_PATH}/${provider.id}/callback`

type Failed = { readonly fault: SignOnFault; readonly destination: Destination }

interface StartSignOnInput {
  readonly destination: Destination
  readonly address: string
  readonly language: Language
}

/** @throws Refusal NOT_FOUND */
export async function startSignOn(
  parts: SignOnParts,
  id: string,
  { destination, address, language }: StartSignOnInput,
): Promise<{ readonly location: string; readonly cookie: string } | Failed> {
  const party = relyingPartyOf(parts, id, destination)
  return explained(parts, { provider: id, destination }, async () => {
    await parts.throttle.count('sign-on-start', throttleSubject(address))
    const { digestOf } = parts.secrets
    const state = randomBytes(32).toString('base64url')
    const url = await party.startAt(signOnOf(state, redirectUriOf(parts, party), digestOf), {
      ...{ language, withinSeconds: SIGN_ON_ROUTES[destination].withinSeconds },
    })
    await insertStart(
      parts.database.db,
      { stateHash: digestOf('sign-on-state', state), provider: id, destination },
      parts.clock.now(),
    )
    return { location: url.href, cookie: cookieOfState(state, destination, digestOf) }
  })
}

interface Answered {
  readonly state: string | undefined
  readonly cookie: string | undefined
  readonly query: URLSearchParams
}

/**
 * Uses state and code up.
 * @returns the token of the provider's claims
 * @throws Refusal NOT_FOUND
 */
export async function takeAnswer(
  parts: SignOnParts,
  id: string,
  { state, cookie, query }: Answered,
): Promise<{ readonly ticket: string; readonly destination: Destination } | Failed> {
  const { secrets, database, clock } = parts
  const isFor = (destination: Destination) =>
    state !== undefined && cookie === cookieOfState(state, destination, secrets.digestOf)
  const destination: Destination = isFor('console') ? 'console' : 'rooms'
  const party = relyingPartyOf(parts, id, destination)
  return explained(parts, { provider: id, destination }, async () => {
    // Any page can send browsers here, so wrong states count against nobody. The state has 256 bits.
    if (state === undefined || !isFor(destination)) return { fault: 'browser', destination }
    // Foreign browsers must not use up the owner's state.
    const start = { stateHash: secrets.digestOf('sign-on-state', state), provider: id, destination }
    if (!(await takeStart(database.db, start, clock.now())))
      return { fault: 'browser', destination }
    const identity = await party.identify(
      signOnOf(state, redirectUriOf(parts, party), secrets.digestOf),
      query,
    )
    return { ticket: await keep(parts, party, identity, destination), destination }
  })
}

async function keep(
  { database, secrets, clock }: SignOnParts,
  { provider }: RelyingParty,
  identity: OidcIdentity,
  destination: Destination,
): Promise<string> {
  const ticket = drawToken()
  const address = parseAddress((identity.email ?? '').trim())
  const email = address === undefined ? null : identityOf(address)
  const kept = {
    email,
    isVerified: email !== null && identity.isEmailVerified,
    account: providerClaims(provider, identity, { digestOf: secrets.digestOf, now: clock.now() }),
  }
  await insertTicket(
    database.db,
    secrets.digestOf(SIGN_ON_ROUTES[destination].ticket, ticket),
    kept,
    clock.now(),
  )
  return ticket
}

/** The log has nothing that was sent. */
async function explained<T>(
  { log }: Pick<SignOnParts, 'log'>,
  of: { readonly provider: string; readonly destination: Destination },
  work: () => Promise<T | Failed>,
): Promise<T | Failed> {
  try {
    const result = await work()
    if (typeof result === 'object' && result !== null && 'fault' in result)
      log.warn({ ...of, kind: result.fault }, 'a sign-on was refused')
    return result
  } catch (error) {
    if (error instanceof Refusal && ['TOO_MANY', 'BUSY'].includes(error.code))
      return { fault: 'busy', destination: of.destination }
    if (!(error instanceof OidcFault)) throw error
    log.warn({ ...of, kind: error.kind, reason: error.message }, 'a sign-on was refused')
    return { fault: error.kind, destination: of.destination }
  }
}
