import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type {
  openInvitation,
  signOnOptions,
} from '../../../../contract/features/console/console-session.ts'
import type { assertion, attestation } from '../../../../contract/features/passkeys.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  creationOptionsFor,
  requestOptionsFor,
} from '../../../platform/webauthn/passkey-options.ts'
import { needRelyingParty } from '../../../platform/webauthn/relying-party.ts'
import {
  type ChallengeMaker,
  challengeIn,
  drawChallenge,
} from '../../../platform/webauthn/signed-challenge.ts'
import { verifyAssertion, verifyAttestation } from '../../../platform/webauthn/verify-passkey.ts'
import { throttleSubject } from '../../session/index.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import {
  findPasskey,
  insertPasskey,
  noteUse,
  spendChallenge,
} from './administrator-passkeys.store.ts'
import {
  deleteEntrances,
  findAdministrator,
  findInvited,
  holdAdministrators,
  useInvitation,
} from './administrators.store.ts'
import { openAdministratorSession } from './open-session.ts'
import { noteForAll } from './warn-administrators.ts'

type AdministratorSignOnParts = Pick<
  ConsoleParts,
  'database' | 'clock' | 'installation' | 'throttle' | 'publicUrl'
>

const SIGN_ON = 'sign-on'
const invitationOf = (administratorId: number): string => `invitation ${administratorId}`

const makerOf = ({
  installation,
  clock,
}: Pick<AdministratorSignOnParts, 'installation' | 'clock'>): ChallengeMaker => ({
  macOf: (text) => installation.hashOf('administrator-challenge', text),
  now: clock.now(),
})

/** The options name nobody, since the authenticator identifies. @throws Refusal PASSKEYS_UNAVAILABLE, TOO_MANY */
export async function askForPasskey(
  parts: AdministratorSignOnParts,
  address: string,
): Promise<PayloadIn<typeof signOnOptions>> {
  const party = needRelyingParty(parts)
  await parts.throttle.count('administrator-options', throttleSubject(address))
  return requestOptionsFor(party, {
    challenge: drawChallenge(makerOf(parts), SIGN_ON),
    allowCredentials: [],
  })
}

/** @throws Refusal PASSKEYS_UNAVAILABLE, CONSOLE_PASSKEY, TOO_MANY */
export async function signOn(
  parts: AdministratorSignOnParts,
  answer: z.output<typeof assertion>,
  address: string,
) {
  const party = needRelyingParty(parts)
  const { database, clock, throttle } = parts
  const proven = await throttle.guess('administrator', throttleSubject(address), async () => {
    const challenge = challengeIn(makerOf(parts), answer.clientDataJSON, SIGN_ON)
    const passkey =
      challenge && (await findPasskey(database.db, Buffer.from(answer.credential, 'base64url')))
    if (!challenge || !passkey) return undefined
    const {
      id,
      administrator_id: administratorId,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
    } = passkey
    const used = await verifyAssertion(
      answer,
      { credentialId, publicKey, counter },
      { challenge, party },
    )
    if (!used) await noteRefused(parts, administratorId, address)
    return used && { id, administratorId, challenge, ...used }
  })
  if (!proven) throw new Refusal('CONSOLE_PASSKEY')
  return database.transaction(async (tx) => {
    if (!(await spendChallenge(tx, proven.challenge, clock.now())))
      throw new Refusal('CONSOLE_PASSKEY')
    const opened = await openAdministratorSession(tx, parts, {
      administratorId: proven.administratorId,
      by: 'passkey',
      address,
    })
    if (!(await noteUse(tx, proven, clock.now()))) throw new Refusal('CONSOLE_PASSKEY')
    return opened
  })
}

async function noteRefused(
  { database, clock }: AdministratorSignOnParts,
  administratorId: number,
  address: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const whose = await findAdministrator(tx, administratorId)
    if (whose)
      await noteDone(tx, { by: { ...whose, address }, kind: 'session.refused', at: clock.now() })
  })
}

/** @throws Refusal PASSKEYS_UNAVAILABLE, CONSOLE_INVITATION, TOO_MANY */
export async function openInvited(
  parts: AdministratorSignOnParts,
  token: string,
  address: string,
): Promise<PayloadIn<typeof openInvitation>> {
  const party = needRelyingParty(parts)
  const { id, name, email } = await invitedBy(parts, token, address)
  return {
    ...{ name, email },
    options: creationOptionsFor(party, {
      challenge: drawChallenge(makerOf(parts), invitationOf(id)),
      user: {
        id: parts.installation.hashOf('administrator-user', String(id)).toString('base64url'),
        name: `${email} (console)`,
        displayName: `${name} (console)`,
      },
      residentKey: 'required',
      excludeCredentials: [],
    }),
  }
}

async function invitedBy(
  { database, installation, throttle, clock }: AdministratorSignOnParts,
  token: string,
  address: string,
) {
  const invited = await throttle.guess('administrator-link', throttleSubject(address), () =>
    findInvited(database.db, installation.hashOf('administrator-invitation', token), clock.now()),
  )
  if (!invited) throw new Refusal('CONSOLE_INVITATION')
  return invited
}

/** Earlier passkeys and sessions end. @throws Refusal PASSKEYS_UNAVAILABLE, CONSOLE_INVITATION, CONSOLE_PASSKEY, TOO_MANY */
export async function acceptInvited(
  parts: AdministratorSignOnParts,
  { token, answer }: { readonly token: string; readonly answer: z.output<typeof attestation> },
  address: string,
) {
  const party = needRelyingParty(parts)
  const { database, clock, installation } = parts
  const { id: administratorId, name, email } = await invitedBy(parts, token, address)
  const challenge = challengeIn(
    makerOf(parts),
    answer.clientDataJSON,
    invitationOf(administratorId),
  )
  const made = challenge && (await verifyAttestation(answer, { challenge, party }))
  if (!challenge || !made) throw new Refusal('CONSOLE_PASSKEY')
  return database.transaction(async (tx) => {
    await holdAdministrators(tx)
    if (!(await spendChallenge(tx, challenge, clock.now()))) throw new Refusal('CONSOLE_PASSKEY')
    if (!(await useInvitation(tx, installation.hashOf('administrator-invitation', token))))
      throw new Refusal('CONSOLE_INVITATION')
    await deleteEntrances(tx, administratorId)
    if (!(await insertPasskey(tx, { administratorId, ...made, at: clock.now() })))
      throw new Refusal('CONSOLE_PASSKEY')
    await noteForAll(tx, {
      by: { name, email, address },
      kind: 'passkey.registered',
      at: clock.now(),
    })
    return openAdministratorSession(tx, parts, { administratorId, by: 'invitation', address })
  })
}
