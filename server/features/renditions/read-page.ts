import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { PageLinks, TextRuns } from '../../workers/render/index.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { leased, onLeased, pageKey, type Reading } from './view-document.ts'

interface PageOf {
  /** Of the lease. */
  readonly name: string
  readonly page: number
}

/** The text of a page. @throws Refusal TEXT_DENIED, also where the right was taken away while the page was read. */
export async function pageText(parts: RenditionParts, actor: Actor, { name, page }: PageOf, signal: AbortSignal): Promise<TextRuns> {
  const text = await whileAdmitted(parts, actor, signal, (until) =>
    onLeased(parts, actor, { name, purpose: 'text' }, until, async (reading, still) => {
      await parts.pace.take(actor, { what: 'pages', keys: [pageKey(reading.versionId, pageOf(reading, page))] }, still)
      return parts.pool.pageText(reading.source, pageOf(reading, page), { signal: still })
    }),
  )
  const now = await parts.sessions.renew(actor, 'documents.view')
  await leased(parts, now, { name, purpose: 'text' }, signal)
  return text
}

/** The links of a page; those that are merely written there tell of its text. */
export function pageLinks(parts: RenditionParts, actor: Actor, { name, page }: PageOf, signal: AbortSignal): Promise<PageLinks> {
  return whileAdmitted(parts, actor, signal, (until) =>
    onLeased(parts, actor, { name, purpose: 'links' }, until, (reading, still) =>
      parts.pool.pageLinks(reading.source, pageOf(reading, page), reading.withText, { signal: still }),
    ),
  )
}

function pageOf({ pageCount }: Reading, page: number): number {
  if (page > pageCount) throw new Refusal('NOT_FOUND')
  return page
}

/** Work that ends within a second of the session or its access being gone. */
export async function whileAdmitted<T>(
  { sessions }: RenditionParts,
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
