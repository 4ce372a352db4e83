import { ROLE } from '../../../../contract/core/limits.ts'
import type { SignOnSettings } from '../../../../contract/features/session/sign-on.ts'
import type { OidcIdentity } from '../../../platform/oidc/oidc-identity.ts'
import type { OidcProvider } from '../../../platform/oidc/oidc-provider.ts'
import type { SignOn } from '../../../platform/oidc/relying-party.ts'
import { type Destination, SIGN_ON_ROUTES } from './destinations.ts'

/** The time runs from the button to the provider's answer. */
export const START_MS = 10 * 60_000
/** The time runs from the provider's answer to our page. */
export const TICKET_MS = 2 * 60_000
/** Later, proofs count like mailed ones. */
const FRESH_MS = 10 * 60_000

export interface ProviderClaims {
  readonly provider: string
  readonly issuer: string
  /** The subject is an HMAC of issuer and subject in base64url. */
  readonly subject: string
  readonly groups: readonly string[]
  readonly isStrong: boolean
}

type Digest = (
  kind:
    | 'sign-on-subject'
    | 'sign-on-nonce'
    | 'sign-on-verifier'
    | (typeof SIGN_ON_ROUTES)[Destination]['cookie'],
  text: string,
) => Buffer

/** The user may have left the desk. */
const STRONG_SECONDS = 5 * 60

const isStrong = (provider: OidcProvider, { acr, authTime }: OidcIdentity, now: Date): boolean =>
  acr !== undefined &&
  provider.strongAcr.includes(acr) &&
  authTime !== undefined &&
  now.getTime() / 1_000 - authTime < STRONG_SECONDS

export function providerClaims(
  provider: OidcProvider,
  identity: OidcIdentity,
  { digestOf, now }: { readonly digestOf: Digest; readonly now: Date },
): ProviderClaims {
  return {
    provider: provider.id,
    issuer: identity.issuer,
    subject: digestOf('sign-on-subject', `${identity.issuer}\n${identity.subject}`).toString(
      'base64url',
    ),
    groups: identity.groups,
    isStrong: isStrong(provider, identity, now),
  }
}

/** Nonce and verifier follow from state and pepper. */
export const signOnOf = (state: string, redirectUri: string, digestOf: Digest): SignOn => ({
  redirectUri,
  state,
  nonce: digestOf('sign-on-nonce', state).toString('base64url'),
  verifier: digestOf('sign-on-verifier', state).toString('base64url'),
})

/** The cookie binds the state to browser and destination. */
export const cookieOfState = (state: string, destination: Destination, digestOf: Digest): string =>
  digestOf(SIGN_ON_ROUTES[destination].cookie, state).subarray(0, 16).toString('base64url')

const PIN_FOR_EVERYONE: SignOnSettings = { pin: 'everyone', providers: [] }

type Stored = Omit<SignOnSettings, 'providers'> & {
  readonly providers: readonly (Omit<SignOnSettings['providers'][number], 'issuer'> & {
    readonly issuer?: string
  })[]
}

type RoomWithSignOn = { readonly sign_on: Stored | null }

/** Earlier releases stored no issuer. */
export function settingsOf({ sign_on: settings }: RoomWithSignOn): SignOnSettings {
  if (settings === null) return PIN_FOR_EVERYONE
  return {
    ...settings,
    providers: settings.providers.map((each) => ({ ...each, issuer: each.issuer ?? '' })),
  }
}

const written = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).href : issuer)

/** Trailing slashes may differ. */
export const isSameIssuer = (one: string, other: string): boolean => written(one) === written(other)

/** PIN holders can obtain mailed links, so this applies to them too. */
export const isPinEnough = (
  room: RoomWithSignOn,
  { role_id: roleId }: { readonly role_id: number },
): boolean => settingsOf(room).pin === 'everyone' || roleId === ROLE.operator

export const acceptedIn = (
  room: RoomWithSignOn,
  account: ProviderClaims,
): SignOnSettings['providers'][number] | undefined =>
  settingsOf(room).providers.find(
    ({ provider, issuer }) => provider === account.provider && isSameIssuer(issuer, account.issuer),
  )

export const groupFor = (room: RoomWithSignOn, account: ProviderClaims): number | undefined =>
  acceptedIn(room, account)?.groups.find(({ claim }) => account.groups.includes(claim))?.groupId

export const isFresh = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < FRESH_MS

export const loggedName = ({ name: { ko, en } }: Pick<OidcProvider, 'name'>): string =>
  ko === en ? ko : `${ko} / ${en}`
