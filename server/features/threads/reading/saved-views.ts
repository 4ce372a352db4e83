import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { type ViewFilter, viewFilter } from '../../../../contract/features/threads/thread-views.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { encryptViews, openViews } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { findViews, holdViews, putViews } from './saved-views.store.ts'

type ViewParts = Pick<ThreadParts, 'database' | 'keyring'>

const savedView = z.object({ name: z.string(), filter: viewFilter })
type SavedViews = z.output<typeof savedView>[]

/** Saved views are personal. */
export async function listViews(parts: ViewParts, actor: Actor): Promise<SavedViews> {
  const { db } = parts.database
  return actor.viewAs ? [] : opened(parts, db, actor, await findViews(db, actor.memberId))
}

interface View {
  readonly name: string
  readonly filter: ViewFilter | null
}

/** Two tabs may save at once. @throws Refusal THREAD_VIEWS_FULL */
export function saveView(
  parts: ViewParts,
  actor: Actor,
  { name, filter }: View,
): Promise<SavedViews> {
  const { memberId, roomId } = actor
  return parts.database.transaction(async (tx) => {
    const before = await opened(parts, tx, actor, await holdViews(tx, memberId))
    const others = before.filter((view) => view.name !== name)
    if (filter && others.length >= LIMITS.viewsPerMember)
      throw new Refusal('THREAD_VIEWS_FULL', { variables: { count: `${LIMITS.viewsPerMember}` } })
    const after = filter ? [...others, { name, filter }] : others
    await putViews(tx, {
      memberId,
      roomId,
      sealed: await encryptViews(parts, tx, roomId, memberId, JSON.stringify(after)),
    })
    return after
  })
}

async function opened(
  parts: ViewParts,
  db: Queryable,
  { roomId, memberId }: Actor,
  sealed: Buffer | undefined,
): Promise<SavedViews> {
  if (!sealed) return []
  const views = z
    .array(z.unknown())
    .parse(JSON.parse(await openViews(parts, db, roomId, memberId, sealed)))
  return views.flatMap((view) => savedView.safeParse(view).data ?? [])
}
