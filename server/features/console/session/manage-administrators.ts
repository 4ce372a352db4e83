import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { parseAddress } from '../../../platform/mail/address.ts'
import { linkOutside } from '../../../platform/mail/mail-links.ts'
import { removeWebhooksMadeBy, revokeKeysMadeBy } from '../../integrations/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { type Done, noteDone } from '../console-log.store.ts'
import { withdrawAllOf } from '../operators/withdraw-request.ts'
import { deleteAccount } from './accounts.store.ts'
import {
  deleteInvitationOf,
  deleteSessionsOf,
  type Entrances,
  endAdministrator,
  ensureAdministrator,
  findAdministratorAt,
  findAdministrators,
  holdAdministrators,
  type ListedAdministrator,
  putInvitation,
} from './administrators.store.ts'
import { isAllowedForAdministrators } from './sign-on-by-account.ts'
import { noteForAll } from './warn-administrators.ts'

const DAY_MS = 86_400_000
const TOKEN_BYTES = 32

const MACHINE: Done['by'] = { name: '', email: '', address: '' }

type ManageAdministratorsParts = Pick<
  ConsoleParts,
  'database' | 'clock' | 'installation' | 'publicUrl'
>

interface InvitedAdministrator {
  readonly id: number
  readonly link: string
  readonly expiresAt: string
}

interface Invitation {
  readonly email: string
  readonly name: string
  readonly by: Done['by'] & { readonly administratorId?: number }
}

/** An unbind or restore counts: one administrator could otherwise take another's place. */
const isOrWasOne = ({
  passkeys,
  accounts,
  needs_invitation: isOnlyByMachine,
}: Entrances): boolean => passkeys + accounts > 0 || isOnlyByMachine

/**
 * The command line may replace lost passkeys or accounts. All administrators receive a mail.
 * @throws Refusal EMAIL_FORMAT, ADMINISTRATOR_PASSKEY in the console
 */
export async function invite(
  tx: Tx,
  parts: Omit<ManageAdministratorsParts, 'database'>,
  { email: given, name, by }: Invitation,
): Promise<InvitedAdministrator> {
  const { clock, installation, publicUrl } = parts
  const email = parseAddress(given.trim())
  if (email === undefined)
    throw new Refusal('EMAIL_FORMAT', { variables: { list: given.trim().slice(0, 254) } })
  const at = clock.now()
  const known = await findAdministratorAt(tx, email)
  // A link to another's place would allow impersonation.
  if (by.administratorId !== undefined && known && isOrWasOne(known))
    throw new Refusal('ADMINISTRATOR_PASSKEY')
  const id =
    known && by.administratorId !== undefined
      ? known.id
      : await ensureAdministrator(tx, { email, name, at })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = new Date(at.getTime() + DAY_MS)
  await putInvitation(tx, {
    hash: installation.hashOf('administrator-invitation', token),
    administratorId: id,
    expiresAt,
    madeBy: by.administratorId ?? null,
  })
  await noteForAll(tx, { by, kind: 'administrator.invited', about: email, at })
  return {
    id,
    link: linkOutside(publicUrl, `/console#invite=${token}`),
    expiresAt: expiresAt.toISOString(),
  }
}

type RemovalParts = Pick<ConsoleParts, 'activity' | 'bus' | 'clock'>
type LastParts = Pick<ConsoleParts, 'relyingParties'>

const canEnter = (
  parts: LastParts,
  { passkeys, account_provider: provider, account_issuer: issuer }: ListedAdministrator,
): boolean =>
  passkeys > 0 ||
  (provider !== null && issuer !== null && isAllowedForAdministrators(parts, { provider, issuer }))

/** Neither address nor open link restores the account. @throws Refusal NOT_FOUND, LAST_ADMINISTRATOR */
export async function unbind(
  tx: Tx,
  parts: Pick<ConsoleParts, 'clock'> & LastParts,
  { id, by }: { readonly id: number; readonly by: Done['by'] },
): Promise<void> {
  const at = parts.clock.now()
  const all = await findAdministrators(tx, at)
  const whom = all.find((each) => each.id === id)
  if (!whom || whom.account_provider === null) throw new Refusal('NOT_FOUND')
  if (!all.some((each) => (each.id === id ? each.passkeys > 0 : canEnter(parts, each))))
    throw new Refusal('LAST_ADMINISTRATOR')
  await deleteAccount(tx, id)
  await deleteSessionsOf(tx, id)
  await deleteInvitationOf(tx, id)
  await noteForAll(tx, { by, kind: 'account.unbound', about: whom.email, at })
}

/** Also ends what they began. @throws Refusal NOT_FOUND, LAST_ADMINISTRATOR */
export async function remove(
  tx: Tx,
  parts: RemovalParts & LastParts,
  {
    id,
    by,
    keepsLast,
  }: { readonly id: number; readonly by: Done['by']; readonly keepsLast: boolean },
): Promise<void> {
  const at = parts.clock.now()
  const all = await findAdministrators(tx, at)
  const whom = all.find((each) => each.id === id)
  if (!whom) throw new Refusal('NOT_FOUND')
  // Otherwise nobody could enter the console.
  if (keepsLast && !all.some((each) => each.id !== id && canEnter(parts, each)))
    throw new Refusal('LAST_ADMINISTRATOR')
  await endAdministrator(tx, id, at)
  await noteDone(tx, { by, kind: 'administrator.removed', about: whom.email, at })
  // Program changes lock keys before webhooks, so this order avoids a deadlock.
  for (const { name } of await revokeKeysMadeBy(tx, id, at))
    await noteDone(tx, { by, kind: 'api-key.revoked', about: name, at })
  await withdrawAllOf(tx, parts, id, by)
  for (const webhookId of await removeWebhooksMadeBy(tx, id))
    await noteDone(tx, { by, kind: 'webhook.removed', about: `${webhookId}`, at })
}

export const inviteAtMachine = (
  parts: ManageAdministratorsParts,
  { email, name }: Pick<Invitation, 'email' | 'name'>,
): Promise<InvitedAdministrator> =>
  parts.database.transaction(async (tx) => {
    await holdAdministrators(tx)
    return invite(tx, parts, { email, name, by: MACHINE })
  })

/** Removes even the last administrator. @throws Refusal NOT_FOUND */
export const removeAtMachine = (
  parts: Pick<ManageAdministratorsParts, 'database'> & RemovalParts,
  id: number,
): Promise<void> =>
  parts.database.transaction(async (tx) => {
    await holdAdministrators(tx)
    await remove(tx, { ...parts, relyingParties: [] }, { id, by: MACHINE, keepsLast: false })
  })

export const listAdministrators = ({
  database,
  clock,
}: Pick<ManageAdministratorsParts, 'database' | 'clock'>): Promise<ListedAdministrator[]> =>
  findAdministrators(database.db, clock.now())
