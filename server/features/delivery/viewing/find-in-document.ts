import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { type Hit, RenderError, type Search } from '../../../workers/render/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { RUN_BYTES, whileAdmitted } from './read-page.ts'
import { type LeasedReading, type ViewingParts, withLease } from './view-document.ts'

interface FindInDocumentInput {
  readonly name: string
  readonly q: string
  readonly from?: number | undefined
  readonly to?: number | undefined
}

interface Finding {
  readonly hits: Hit[]
  readonly cut: boolean
}

/** Without the right to text, only page images count. */
export function findInDocument(
  parts: ViewingParts & Pick<DeliveryParts, 'slow' | 'sessions'>,
  actor: Actor,
  query: FindInDocumentInput,
  signal: AbortSignal,
): Promise<Finding> {
  return whileAdmitted(parts, actor, signal, (until) =>
    withLease(parts, actor, { name: query.name, purpose: 'find' }, until, (reading, still) => {
      const seenOnly = !reading.withText
      return parts.slow.get({
        ...{ lease: query.name, kind: 'find', topic: query.q, signal: still },
        about: [reading.source.id, query.q, query.from, query.to, seenOnly],
        answer: (ends) => search(parts, reading, { ...query, seenOnly }, ends),
        bytesOf: ({ hits }) => hits.length * RUN_BYTES,
      })
    }),
  )
}

async function search(
  { pool }: Pick<DeliveryParts, 'pool'>,
  { source, pageCount }: LeasedReading,
  query: FindInDocumentInput & Pick<Search, 'seenOnly'>,
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

/** Further pages would cost as much. */
function unsearchable(error: unknown): { hits: Hit[]; next: undefined; cut: true } {
  if (
    error instanceof RenderError &&
    ['TIMEOUT', 'CRASHED', 'MEMORY', 'BUDGET'].includes(error.code)
  )
    return { hits: [], next: undefined, cut: true }
  throw error
}
