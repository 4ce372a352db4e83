import type { HintBus } from '../../../access/hint.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { endLinks } from './signing.store.ts'

export async function shutOutSigner(
  tx: Tx,
  { bus }: { readonly bus: HintBus },
  member: { readonly roomId: number; readonly memberId: number },
): Promise<void> {
  for (const template of new Set(await endLinks(tx, member)))
    await bus.publish(tx, { room: member.roomId, kind: 'signing', template })
}
