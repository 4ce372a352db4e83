import type { PayloadIn } from '../../../contract/core/operation.ts'
import { type Permission, refusalOf } from '../../../contract/core/permissions.ts'
import type { DraftKind, read } from '../../../contract/features/drafts.ts'
import type { Actor } from '../../access/actor.ts'
import { type EncryptedColumn, encryptedField } from '../../platform/encryption/encrypted-column.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DraftParts } from './drafts.parts.ts'
import { deleteDraft, findDraft, putDraft } from './drafts.store.ts'

/** Invitations name people, whom only operators may see. */
const NEEDED: Record<DraftKind, Permission> = {
  message: 'messages.toOperators',
  invitation: 'members.manage',
  question: 'threads.write',
  reply: 'threads.answer',
}

const purposeOf = ({ memberId, kind }: { memberId: number; kind: DraftKind }) =>
  `draft:${memberId}:${kind}`

export const encryptedDraftColumns: readonly EncryptedColumn[] = [
  encryptedField(
    'drafts',
    'sealed',
    (memberId: number, kind: DraftKind) => purposeOf({ memberId, kind }),
    ['member_id', 'kind'],
  ),
]

/** @throws Refusal NOT_OPERATOR, NOT_RAISED */
function keyFor(actor: Actor, kind: DraftKind) {
  const refused = refusalOf(NEEDED[kind], actor)
  if (refused) throw new Refusal(refused)
  return { memberId: actor.memberId, kind }
}

/** @throws Refusal NOT_OPERATOR, NOT_RAISED */
export async function readDraft(
  { database: { db }, encryptor }: Pick<DraftParts, 'database' | 'encryptor'>,
  actor: Actor,
  kind: DraftKind,
): Promise<PayloadIn<typeof read>> {
  const key = keyFor(actor, kind)
  const kept = await findDraft(db, key)
  if (!kept) return null
  const text = await encryptor.open(db, actor.roomId, purposeOf(key), kept.sealed)
  return { text: text.toString('utf8'), savedAt: kept.saved_at.toISOString() }
}

/** @throws Refusal NOT_OPERATOR, NOT_RAISED, TOO_MANY */
export async function keepDraft(
  { database, encryptor, clock, throttle }: DraftParts,
  actor: Actor,
  kind: DraftKind,
  text: string,
): Promise<void> {
  const key = keyFor(actor, kind)
  await throttle.count('draft', String(actor.memberId))
  await database.transaction(async (tx) => {
    const encrypted = await encryptor.encrypt(tx, actor.roomId, purposeOf(key), Buffer.from(text))
    await putDraft(tx, key, { roomId: actor.roomId, sealed: encrypted, at: clock.now() })
  })
}

/** @throws Refusal NOT_OPERATOR, NOT_RAISED */
export async function dropDraft(
  { database: { db } }: Pick<DraftParts, 'database'>,
  actor: Actor,
  kind: DraftKind,
): Promise<void> {
  await deleteDraft(db, keyFor(actor, kind))
}
