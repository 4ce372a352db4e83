import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findItem } from '../documents/index.ts'
import type { RenditionParts } from './renditions.parts.ts'

/** Aborts within a second of the document being deleted; released when nothing of it is handed out any more. */
export interface DocumentWatch {
  readonly signal: AbortSignal
  release(): void
}

/** Watches over a document that is being handed out: who deletes it does not wait until a slow reader has all of it. */
export function watchDocument({ database, bus }: Pick<RenditionParts, 'database' | 'bus'>, actor: Actor, itemId: number): DocumentWatch {
  const gone = new AbortController()
  const look = async (): Promise<void> => {
    if (!(await findItem(database.db, visibleItems(actor), itemId))) gone.abort(new Refusal('NOT_FOUND'))
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
