import { holdOwn } from './hold-own.ts'
import { recordDeed } from './record-deed.ts'
import type { Signer } from './signer-guard.ts'
import type { SigningParts } from './signing.parts.ts'
import { markOpened } from './signing.store.ts'

/** The caller has opened the document whose turn it is; the first time counts. */
export async function openCeremony(parts: SigningParts, signer: Signer): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const own = await holdOwn(tx, parts, signer)
    if (own.template.status !== 'SENT') return
    const { person, template } = own
    if (!(await markOpened(tx, person.id, { fileId: template.source_id, at: parts.clock.now() }))) return
    await recordDeed(tx, parts, signer, own, 'opened')
  })
}
