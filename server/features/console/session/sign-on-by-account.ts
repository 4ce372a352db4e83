import { relyOn } from '../../../access/rules-in-use.store.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { RELEASE_RULES } from '../../../platform/db/process-row.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { isSameIssuer, nameOfProvider, type SignOnTicket } from '../../session/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import { type Account, findOwner, insertAccount, noteAccountUse } from './accounts.store.ts'
import {
  deleteEntrances,
  deleteInvitationOf,
  findAdministrator,
  findAdministrators,
  holdAdministrators,
  type ListedAdministrator,
} from './administrators.store.ts'
import { openAdministratorSession } from './open-session.ts'
import { noteForAll } from './warn-administrators.ts'

type SignOnByAccountParts = Pick<
  ConsoleParts,
  'database' | 'clock' | 'installation' | 'relyingParties'
>

/** Only the log records this. */
type Reason = 'provider' | 'weak' | 'unverified' | 'unknown' | 'uninvited' | 'other'

/** The settings may lack the provider or name another issuer. */
export const isAllowedForAdministrators = (
  { relyingParties }: Pick<SignOnByAccountParts, 'relyingParties'>,
  { provider: id, issuer }: Pick<SignOnTicket['account'], 'provider' | 'issuer'>,
): boolean =>
  relyingParties.some(
    ({ provider }) =>
      provider.id === id && provider.administrators && isSameIssuer(provider.issuer, issuer),
  )

const accountOf = ({ account: { issuer, subject } }: SignOnTicket): Account => ({
  issuer,
  subject: Buffer.from(subject, 'base64url'),
})

/** The account identifies; its address only selects the first invitation. @throws Refusal CONSOLE_ACCOUNT, UPGRADE_RUNNING */
export async function signOnByAccount(
  parts: SignOnByAccountParts,
  ticket: SignOnTicket,
  address: string,
) {
  const opened = await parts.database.transaction(async (tx) => {
    await holdAdministrators(tx)
    const found = await ownerOf(tx, parts, ticket, address)
    if (typeof found === 'string') {
      await noteRefused(tx, parts, { ticket, address, reason: found })
      return undefined
    }
    return openAdministratorSession(tx, parts, { administratorId: found, by: 'oidc', address })
  })
  if (!opened) throw new Refusal('CONSOLE_ACCOUNT')
  return opened
}

async function ownerOf(
  tx: Tx,
  parts: SignOnByAccountParts,
  ticket: SignOnTicket,
  address: string,
): Promise<number | Reason> {
  const { account, isVerified, email } = ticket
  if (!isAllowedForAdministrators(parts, account)) return 'provider'
  if (!account.isStrong) return 'weak'
  const at = parts.clock.now()
  const owner = await findOwner(tx, accountOf(ticket))
  if (owner !== undefined) {
    await noteAccountUse(tx, owner, at)
    return owner
  }
  if (!isVerified || email === null) return 'unverified'
  const invited = (await findAdministrators(tx, at)).find(
    (each) => each.email.toLowerCase() === email.toLowerCase(),
  )
  const reason = invited ? reasonAgainst(invited) : 'unknown'
  if (!invited || reason !== undefined) return reason ?? 'unknown'
  await bind(tx, parts, { invited, ticket, address })
  return invited.id
}

/** Without an invitation, the provider's owner could take any place. */
function reasonAgainst({
  account_provider,
  invited_until,
}: ListedAdministrator): Reason | undefined {
  if (account_provider !== null) return 'other'
  return invited_until === null ? 'uninvited' : undefined
}

interface Binding {
  readonly invited: ListedAdministrator
  readonly ticket: SignOnTicket
  readonly address: string
}

/** Like a new passkey, it ends earlier sessions and passkeys. */
async function bind(
  tx: Tx,
  parts: SignOnByAccountParts,
  { invited: { id }, ticket, address }: Binding,
): Promise<void> {
  // An older process would make links for administrators without passkey and keep lost accounts.
  await relyOn(tx, RELEASE_RULES.administratorAccounts)
  const at = parts.clock.now()
  const { provider } = ticket.account
  await deleteInvitationOf(tx, id)
  await deleteEntrances(tx, id)
  await insertAccount(tx, id, { ...accountOf(ticket), provider }, at)
  const whose = await findAdministrator(tx, id)
  if (whose)
    await noteForAll(tx, {
      by: { ...whose, address },
      kind: 'account.bound',
      about: nameOfProvider(parts, provider),
      at,
    })
}

interface Refused {
  readonly ticket: SignOnTicket
  readonly address: string
  readonly reason: Reason
}

/** An unverified address identifies nobody. */
async function noteRefused(
  tx: Tx,
  parts: SignOnByAccountParts,
  { ticket, address, reason }: Refused,
): Promise<void> {
  const { account, isVerified, email } = ticket
  const by = {
    name: nameOfProvider(parts, account.provider),
    email: isVerified && email !== null ? email : account.issuer,
    address,
  }
  await noteDone(tx, { by, kind: `account.refused-${reason}`, at: parts.clock.now() })
}
