import { ROLE } from '../../../contract/core/limits.ts'
import { type GroupAccess, NO_GROUP } from '../../access/group-access.ts'
import type { VisibleItems } from '../../access/items.ts'
import { findGroupAccess } from '../../access/levels.read.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findVisibleItems, itemNumbers } from '../documents/index.ts'

interface Recipient {
  readonly role_id: number
  readonly name: string
  readonly group_id: number | null
}

interface MessageDocument {
  readonly roomId: number
  readonly itemId: number
  readonly at: Date
}

/** A message names documents only to those who see them. @throws Refusal RECIPIENT_CANNOT_SEE with their names */
export async function refuseBlindRecipients(
  tx: Tx,
  { roomId, itemId, at }: MessageDocument,
  recipients: readonly Recipient[],
): Promise<void> {
  const readers = recipients.filter(({ role_id }) => role_id !== ROLE.operator)
  const views =
    readers.length === 0 ? new Map<number, GroupAccess>() : await findGroupAccess(tx, roomId, at)
  const sees = new Map<number, boolean>()
  for (const groupId of new Set(readers.map(({ group_id }) => group_id ?? 0))) {
    const [item] = await findVisibleItems(
      tx,
      { roomId, group: views.get(groupId) ?? NO_GROUP(at) },
      [itemId],
    )
    sees.set(groupId, item !== undefined && item.level > 0)
  }
  const blind = readers.filter(({ group_id }) => !sees.get(group_id ?? 0)).map(({ name }) => name)
  if (blind.length > 0)
    throw new Refusal('RECIPIENT_CANNOT_SEE', { variables: { list: blind.join(', ') } })
}

export async function documentNumber(
  db: Queryable,
  scope: VisibleItems,
  itemId: number,
): Promise<string | undefined> {
  const items = await findVisibleItems(db, scope, [itemId])
  return (await itemNumbers(db, scope, items)).get(itemId)
}

/** A group sees one number, so it needs one query. */
export async function documentNumbers(
  tx: Tx,
  { roomId, itemId, at }: MessageDocument,
  recipients: readonly Pick<Recipient, 'role_id' | 'group_id'>[],
): Promise<(recipient: Pick<Recipient, 'role_id' | 'group_id'>) => string | undefined> {
  const keyOf = ({
    role_id: role,
    group_id: group,
  }: Pick<Recipient, 'role_id' | 'group_id'>): number =>
    role === ROLE.operator ? OPERATORS : (group ?? NOBODY)
  const keys = new Set(recipients.map(keyOf))
  const views = [...keys].some((key) => key !== OPERATORS)
    ? await findGroupAccess(tx, roomId, at)
    : undefined
  const numbers = new Map<number, string | undefined>()
  for (const key of keys) {
    const group = key === OPERATORS ? undefined : (views?.get(key) ?? NO_GROUP(at))
    numbers.set(key, await documentNumber(tx, { roomId, group }, itemId))
  }
  return (recipient) => numbers.get(keyOf(recipient))
}

const OPERATORS = 0
const NOBODY = -1
