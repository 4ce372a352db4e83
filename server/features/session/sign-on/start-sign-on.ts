import { randomBytes } from 'node:crypto'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import type { Language } from '../../../../contract/core/language.ts'
import { SIGN_ON_PATH, type SignOnFault } from '../../../../contract/features/session/sign-on.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { OidcFault } from '../../../platform/oidc/oidc-fault.ts'
import type { OidcIdentity } from '../../../platform/oidc/oidc-identity.ts'
import type { RelyingParty } from '../../../platform/oidc/relying-party.ts'
import { identityOf } from '../../members/index.ts'
import { drawToken } from '../entry/visitor.ts'
import type { SessionParts } from '../session.parts.ts'
import { throttleSubject } from '../throttling/throttle.ts'
import { cookieOfState, saidBy, signOnOf } from './sign-on.rules.ts'
import { insertStart, insertTicket, takeStart } from './sign-on.store.ts'

type Parts = Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'clock' | 'log' | 'publicUrl' | 'relyingParties'>

/** @throws Refusal NOT_FOUND */
function relyingPartyOf({ relyingParties }: Pick<Parts, 'relyingParties'>, id: string): RelyingParty {
  const found = relyingParties.find(({ provider }) => provider.id === id)
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

const redirectUriOf = ({ publicUrl }: Pick<Parts, 'publicUrl'>, { provider }: RelyingParty): string =>
  `${publicUrl}${BASE_PATH}${SIGN_ON_PATH}/${provider.id}/callback`

type Failed = { readonly fault: SignOnFault }

interface Asked {
  readonly address: string
  readonly language: Language
}

/** @throws Refusal NOT_FOUND */
export async function startSignOn(
  parts: Parts,
  id: string,
  { address, language }: Asked,
): Promise<{ readonly location: string; readonly cookie: string } | Failed> {
  const party = relyingPartyOf(parts, id)
  return explained(parts, id, async () => {
    await parts.throttle.count('sign-on-start', throttleSubject(address))
    const { digestOf } = parts.secrets
    const state = randomBytes(32).toString('base64url')
    const url = await party.startAt(signOnOf(state, redirectUriOf(parts, party), digestOf), language)
    await insertStart(parts.database.db, { stateHash: digestOf('sign-on-state', state), provider: id, at: parts.clock.now() })
    return { location: url.href, cookie: cookieOfState(state, digestOf) }
  })
}

interface Answered {
  readonly state: string | undefined
  /** Of this browser. */
  readonly cookie: string | undefined
  readonly query: URLSearchParams
}

/** Uses state and code up. @returns the token of what the provider said. @throws Refusal NOT_FOUND */
export async function takeAnswer(
  parts: Parts,
  id: string,
  { state, cookie, query }: Answered,
): Promise<{ readonly ticket: string } | Failed> {
  const party = relyingPartyOf(parts, id)
  const { secrets, database, clock } = parts
  return explained(parts, id, async () => {
    // Any page can send a browser here, so a state of 256 bits that is wrong counts against nobody.
    if (state === undefined || cookie !== cookieOfState(state, secrets.digestOf)) return { fault: 'browser' }
    // Another browser's state stays there, so that nobody uses it up for its owner.
    if (!(await takeStart(database.db, secrets.digestOf('sign-on-state', state), id, clock.now()))) return { fault: 'browser' }
    const identity = await party.identify(signOnOf(state, redirectUriOf(parts, party), secrets.digestOf), query)
    return { ticket: await keep(parts, party, identity) }
  })
}

async function keep({ database, secrets, clock }: Parts, { provider }: RelyingParty, identity: OidcIdentity): Promise<string> {
  const ticket = drawToken()
  const address = parseAddress((identity.email ?? '').trim())
  const email = address === undefined ? null : identityOf(address)
  const kept = {
    email,
    isVerified: email !== null && identity.isEmailVerified,
    said: saidBy(provider, identity, { digestOf: secrets.digestOf, now: clock.now() }),
  }
  await insertTicket(database.db, secrets.digestOf('sign-on-ticket', ticket), kept, clock.now())
  return ticket
}

/** The log gets the provider and the reason, and nothing that was sent. */
async function explained<T>({ log }: Pick<Parts, 'log'>, provider: string, work: () => Promise<T | Failed>): Promise<T | Failed> {
  try {
    const result = await work()
    if (typeof result === 'object' && result !== null && 'fault' in result)
      log.warn({ provider, kind: result.fault }, 'a sign-on was refused')
    return result
  } catch (error) {
    if (error instanceof Refusal && ['TOO_MANY', 'BUSY'].includes(error.code)) return { fault: 'busy' }
    if (!(error instanceof OidcFault)) throw error
    log.warn({ provider, kind: error.kind, reason: error.message }, 'a sign-on was refused')
    return { fault: error.kind }
  }
}
