import { recordSigningEvent } from '../requests/record-signing-event.ts'
import type { SigningParts } from '../requests/signing.parts.ts'
import { markOpened } from '../requests/signing.store.ts'
import { holdOwn } from './hold-own.ts'
import type { Signer } from './signer-guard.ts'

export async function openCeremony(
  parts: Pick<SigningParts, 'database' | 'encryptor' | 'activity' | 'clock'>,
  signer: Signer,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const own = await holdOwn(tx, parts, signer)
    if (own.template.status !== 'SENT') return
    const { person, template } = own
    if (!(await markOpened(tx, person.id, { fileId: template.source_id, at: parts.clock.now() })))
      return
    await recordSigningEvent(tx, parts, signer, own, 'opened')
  })
}
