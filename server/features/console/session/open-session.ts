import { randomBytes } from 'node:crypto'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { noteDone } from '../console-log.store.ts'
import { LASTS_MS } from './administrator-guard.ts'
import { findAdministrator, shareAdministrators } from './administrators.store.ts'
import { insertSession } from './sessions.store.ts'

const TOKEN_BYTES = 32

export interface OpenAdministratorSessionInput {
  readonly administratorId: number
  readonly by: 'passkey' | 'invitation' | 'oidc'
  readonly address: string
}

/** The token is returned once and never stored. @throws Refusal CONSOLE_PASSKEY after a removal */
export async function openAdministratorSession(
  tx: Tx,
  { clock, installation }: Pick<ConsoleParts, 'clock' | 'installation'>,
  { administratorId, by, address }: OpenAdministratorSessionInput,
): Promise<{ readonly token: string; readonly name: string; readonly endsAt: string }> {
  await shareAdministrators(tx)
  const administrator = await findAdministrator(tx, administratorId)
  if (!administrator) throw new Refusal('CONSOLE_PASSKEY')
  const at = clock.now()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const hash = installation.hashOf('administrator-session', token)
  await insertSession(tx, {
    administratorId,
    hash,
    at,
    endedBefore: new Date(at.getTime() - LASTS_MS),
  })
  await noteDone(tx, { by: { ...administrator, address }, kind: 'session.opened', about: by, at })
  return {
    token,
    name: administrator.name,
    endsAt: new Date(at.getTime() + LASTS_MS).toISOString(),
  }
}
