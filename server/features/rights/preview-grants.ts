import { LIMITS } from '../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { LEVEL } from '../../../contract/features/groups/levels.ts'
import type * as contract from '../../../contract/features/groups/rights.ts'
import type { Actor } from '../../access/actor.ts'
import type { GroupAccess } from '../../access/group-access.ts'
import { type ChangedLevels, findGroupAccess } from '../../access/levels.read.ts'
import { isStatementCancelled } from '../../platform/db/is-statement-cancelled.ts'
import { limitedTransaction } from '../../platform/db/limited-transaction.ts'
import { type Compared, countEffect, type Effect } from './effects.read.ts'
import { findGroups } from './groups.store.ts'
import type { RightsParts } from './rights.parts.ts'
import { type AskedChange, type RightsChange, readChanges } from './set-grants.ts'

type Effects = PayloadIn<typeof contract.preview>['effects']

const ANSWERED_WITHIN_MS = 1_000
/** The first count is small, so that large rooms get an answer. */
const FIRST_COUNTED = 2_000
/** Above this, all documents are compared. */
const TOPS_MAX = 200

/** Takes no blocking lock and buffers no documents. @throws Refusal TOO_MANY, and as `readChanges` */
export async function previewGrants(
  parts: RightsParts,
  actor: Actor,
  asked: readonly AskedChange[],
): Promise<Effects> {
  await parts.throttle.count('rights-preview', String(actor.memberId))
  const until = performance.now() + ANSWERED_WITHIN_MS
  const { roomId } = actor
  const { db } = parts.database
  const changes = await readChanges(db, roomId, await findGroups(db, roomId), asked)
  const views = await findGroupAccess(db, roomId, parts.clock.now())
  const groups = [...new Set(changes.map(({ group }) => group.id))].flatMap(
    (groupId) => views.get(groupId) ?? [],
  )
  const effects: Effects = []
  for (const [index, group] of groups.entries()) {
    const own = changes.filter((change) => change.group.id === group.groupId)
    const compared = { roomId, before: group, ...changedBy(own, group), below: topsOf(own) }
    const { documents, ...effect } = await countWithin(
      parts,
      compared,
      (until - performance.now()) / (groups.length - index),
    )
    effects.push({ groupId: group.groupId, ...effect, isCapped: documents === 'more' })
  }
  return effects
}

type Counted = Partial<Omit<Effect, 'documents'>> & { readonly documents: number | 'more' }

const NOTHING: Counted = { documents: 'more' }

async function countWithin(
  parts: RightsParts,
  compared: Compared,
  withinMs: number,
): Promise<Counted> {
  const until = performance.now() + withinMs
  let counted = NOTHING
  for (const limit of [FIRST_COUNTED, LIMITS.grantEffectsMax]) {
    const left = Math.floor(until - performance.now())
    if (left < 1) return counted
    try {
      const found = await limitedTransaction(parts.database, left, (tx) =>
        countEffect(tx, compared, limit),
      )
      if (found.documents <= limit) return found
      counted = { ...found, documents: 'more' }
    } catch (error) {
      if (!isStatementCancelled(error)) throw error
    }
  }
  return counted
}

function topsOf(changes: readonly RightsChange[]): Compared['below'] {
  const places = changes.flatMap(({ item }) => item ?? [])
  const ids = new Set(places.map(({ id }) => id))
  const tops = places.filter(({ ancestors }) => !ancestors.some((id) => ids.has(id)))
  return tops.length > TOPS_MAX || changes.some(({ item }) => item === undefined) ? 'all' : tops
}

function changedBy(
  changes: readonly RightsChange[],
  group: GroupAccess,
): Pick<Compared, 'after' | 'changed'> {
  const levelOf = ({ level, from, until, inheritsAfter }: RightsChange): number | null => {
    const isOver = until !== null && until <= group.at
    if (level === null || (isOver && inheritsAfter)) return null
    return isOver || (from !== null && from > group.at) ? LEVEL.none : LEVEL[level]
  }
  const changed: Record<string, number | null> = {}
  let { rootLevel } = group
  for (const change of changes) {
    if (change.item) changed[change.item.id] = levelOf(change)
    else rootLevel = levelOf(change) ?? rootLevel
  }
  return { after: { ...group, rootLevel }, changed: changed satisfies ChangedLevels }
}
