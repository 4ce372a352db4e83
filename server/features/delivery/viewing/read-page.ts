import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { PageLinks, TextRuns } from '../../../workers/render/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import {
  type LeasedReading,
  leased,
  pageKey,
  type ViewingParts,
  withLease,
} from './view-document.ts'

/** A word, link or hit takes about this many bytes. */
export const RUN_BYTES = 200

interface PageOf {
  readonly name: string
  readonly page: number
}

/** @throws Refusal TEXT_DENIED, also if the right was revoked during the call */
export async function pageText(
  parts: ViewingParts & Pick<DeliveryParts, 'slow' | 'sessions' | 'pace'>,
  actor: Actor,
  { name, page }: PageOf,
  signal: AbortSignal,
): Promise<TextRuns> {
  const text = await whileAdmitted(parts, actor, signal, (until) =>
    withLease(parts, actor, { name, purpose: 'text' }, until, async (reading, still) => {
      await parts.pace.take(
        actor,
        { what: 'pages', keys: [pageKey(reading.versionId, pageOf(reading, page))] },
        still,
      )
      const { source } = reading
      return parts.slow.get({
        ...{ lease: name, kind: 'text', about: [source.id, page], signal: still },
        answer: (ends) => parts.pool.pageText(source, page, { signal: ends }),
        bytesOf: ({ runs }) => runs.length * RUN_BYTES,
      })
    }),
  )
  const now = await parts.sessions.renew(actor, 'documents.view')
  await leased(parts, now, { name, purpose: 'text' }, signal)
  return text
}

/** Text links require the right to text. */
export function pageLinks(
  parts: ViewingParts & Pick<DeliveryParts, 'slow' | 'sessions'>,
  actor: Actor,
  { name, page }: PageOf,
  signal: AbortSignal,
): Promise<PageLinks> {
  return whileAdmitted(parts, actor, signal, (until) =>
    withLease(parts, actor, { name, purpose: 'links' }, until, (reading, still) => {
      const { source, withText } = reading
      const number = pageOf(reading, page)
      return parts.slow.get({
        ...{ lease: name, kind: 'links', about: [source.id, number, withText], signal: still },
        answer: (ends) => parts.pool.pageLinks(source, number, withText, { signal: ends }),
        bytesOf: ({ links }) => links.length * RUN_BYTES,
      })
    }),
  )
}

function pageOf({ pageCount }: LeasedReading, page: number): number {
  if (page > pageCount) throw new Refusal('NOT_FOUND')
  return page
}

/** Aborts within a second after session or access ends. */
export async function whileAdmitted<T>(
  { sessions }: Pick<DeliveryParts, 'sessions'>,
  actor: Actor,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const watch = sessions.watch(actor, 'documents.read')
  try {
    const result = await work(AbortSignal.any([signal, watch.signal]))
    watch.signal.throwIfAborted()
    return result
  } finally {
    watch.release()
  }
}
