import { ROLE } from '../../../contract/core/limits.ts'
import { type GroupView, NO_GROUP } from '../../access/group-view.ts'
import { findGroupViews } from '../../access/levels.read.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { livingItems } from '../documents/index.ts'

export interface Recipient {
  readonly role_id: number
  readonly name: string
  readonly group_id: number | null
}

export interface Named {
  readonly roomId: number
  readonly itemId: number
  readonly at: Date
}

/** A message names a document only to those who see it. @throws Refusal RECIPIENT_CANNOT_SEE with their names. */
export async function refuseBlindRecipients(tx: Tx, { roomId, itemId, at }: Named, recipients: readonly Recipient[]): Promise<void> {
  const readers = recipients.filter(({ role_id }) => role_id !== ROLE.operator)
  const views = readers.length === 0 ? new Map<number, GroupView>() : await findGroupViews(tx, roomId, at)
  const sees = new Map<number, boolean>()
  for (const groupId of new Set(readers.map(({ group_id }) => group_id ?? 0))) {
    const [item] = await livingItems(tx, { roomId, group: views.get(groupId) ?? NO_GROUP(at) }, [itemId])
    sees.set(groupId, item !== undefined && item.level > 0)
  }
  const blind = readers.filter(({ group_id }) => !sees.get(group_id ?? 0)).map(({ name }) => name)
  if (blind.length > 0) throw new Refusal('RECIPIENT_CANNOT_SEE', { variables: { list: blind.join(', ') } })
}
