import { LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { type Hit, RenderError, type Search } from '../../workers/render/index.ts'
import { whileAdmitted } from './read-page.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { onLeased, type Reading } from './view-document.ts'

interface Query {
  /** Of the lease. */
  readonly name: string
  readonly q: string
  readonly from?: number | undefined
  readonly to?: number | undefined
}

interface Finding {
  readonly hits: Hit[]
  /** There is more to be found than is told. */
  readonly cut: boolean
}

/** Where words stand in a leased document. To whom its text may not be given it tells no more than the page images show. */
export function findInDocument(parts: RenditionParts, actor: Actor, query: Query, signal: AbortSignal): Promise<Finding> {
  return whileAdmitted(parts, actor, signal, (until) =>
    onLeased(parts, actor, { name: query.name, purpose: 'find' }, until, (reading, still) =>
      search(parts, reading, { ...query, seenOnly: !reading.withText }, still),
    ),
  )
}

/** Slice by slice, so that whoever waits for a page comes in between. */
async function search(
  { pool }: RenditionParts,
  { source, pageCount }: Reading,
  query: Query & Pick<Search, 'seenOnly'>,
  signal: AbortSignal,
): Promise<Finding> {
  const to = Math.min(query.to ?? pageCount, pageCount)
  const hits: Hit[] = []
  let cut = false
  let next: number | undefined = query.from ?? 1
  while (next !== undefined && next <= to) {
    const limit = LIMITS.findHits - hits.length
    const found: Awaited<ReturnType<typeof pool.find>> = await pool
      .find(source, { words: query.q, from: next, to, limit, seenOnly: query.seenOnly }, { signal })
      .catch(unsearchable)
    hits.push(...found.hits)
    cut ||= found.cut
    next = found.next
  }
  return { hits, cut }
}

/** A page that holds up its worker or brings it down ends a search: each further one would cost as much. */
function unsearchable(error: unknown): { hits: Hit[]; next: undefined; cut: true } {
  if (error instanceof RenderError && ['TIMEOUT', 'CRASHED', 'MEMORY', 'BUDGET'].includes(error.code))
    return { hits: [], next: undefined, cut: true }
  throw error
}
