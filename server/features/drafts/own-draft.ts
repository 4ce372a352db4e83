import type { PayloadIn } from '../../../contract/core/operation.ts'
import { type Permission, refusalOf } from '../../../contract/core/permissions.ts'
import type { DraftKind, read } from '../../../contract/features/drafts.ts'
import type { Actor } from '../../access/actor.ts'
import { type SealedColumn, sealedField } from '../../platform/crypto/sealed-column.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { DraftParts } from './drafts.parts.ts'
import { deleteDraft, findDraft, putDraft } from './drafts.store.ts'

/** What somebody must be allowed to do to leave it half-done: an invitation names people whom only the operator area may show. */
const NEEDED: Record<DraftKind, Permission> = { message: 'messages.toOperators', invitation: 'members.manage' }

const purposeOf = ({ memberId, kind }: { memberId: number; kind: DraftKind }) => `draft:${memberId}:${kind}`

/** What is sealed of drafts. */
export const sealedDraftColumns: readonly SealedColumn[] = [
  sealedField('drafts', 'sealed', (memberId: number, kind: DraftKind) => purposeOf({ memberId, kind }), ['member_id', 'kind']),
]

/** @throws Refusal NOT_OPERATOR, NOT_RAISED */
function keyFor(actor: Actor, kind: DraftKind) {
  const refused = refusalOf(NEEDED[kind], actor)
  if (refused) throw new Refusal(refused)
  return { memberId: actor.memberId, kind }
}

/** What the actor has typed and not sent. @throws Refusal NOT_OPERATOR, NOT_RAISED */
export async function readDraft({ database: { db }, sealer }: DraftParts, actor: Actor, kind: DraftKind): Promise<PayloadIn<typeof read>> {
  const key = keyFor(actor, kind)
  const kept = await findDraft(db, key)
  if (!kept) return null
  const text = await sealer.open(db, actor.roomId, purposeOf(key), kept.sealed)
  return { text: text.toString('utf8'), savedAt: kept.saved_at.toISOString() }
}

/** Keeps it. @throws Refusal NOT_OPERATOR, NOT_RAISED, TOO_MANY */
export async function keepDraft(
  { database, sealer, clock, throttle }: DraftParts,
  actor: Actor,
  kind: DraftKind,
  text: string,
): Promise<void> {
  const key = keyFor(actor, kind)
  await throttle.count('draft', String(actor.memberId))
  await database.transaction(async (tx) => {
    const sealed = await sealer.seal(tx, actor.roomId, purposeOf(key), Buffer.from(text))
    await putDraft(tx, key, { roomId: actor.roomId, sealed, at: clock.now() })
  })
}

/** Forgets it. @throws Refusal NOT_OPERATOR, NOT_RAISED */
export async function dropDraft({ database: { db } }: DraftParts, actor: Actor, kind: DraftKind): Promise<void> {
  await deleteDraft(db, keyFor(actor, kind))
}
