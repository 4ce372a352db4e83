import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findItems } from '../documents/index.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** Aborts within a second of a document being deleted; released when nothing of it is handed out any more. */
export interface DocumentWatch {
  readonly signal: AbortSignal
  release(): void
}

/** Watches over documents that are being handed out: who deletes one does not wait until a slow reader has all of it. */
export function watchDocument(
  { database, bus }: Pick<RenditionParts, 'database' | 'bus'>,
  actor: Actor,
  ...itemIds: readonly number[]
): DocumentWatch {
  const gone = new AbortController()
  const look = async (): Promise<void> => {
    const there = await findItems(database.db, visibleItems(actor), itemIds)
    if (there.length < itemIds.length) gone.abort(new Refusal('NOT_FOUND'))
  }
  let looking: Promise<void> | undefined
  let again = false
  // A great tidying-up is announced folder by folder; one look at a time is enough, if another follows what came meanwhile.
  const check = (): void => {
    again = looking !== undefined
    looking ??= look()
      .catch((error: unknown) => gone.abort(error))
      .finally(() => {
        looking = undefined
        if (again) check()
      })
  }
  const release = bus.subscribe((heard) => {
    if (heard === 'unknown' || (heard.room === actor.roomId && heard.gone)) check()
  })
  // What was deleted since the document was found has been announced already.
  check()
  return { signal: gone.signal, release }
}
