import { once } from 'node:events'
import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import type { Permission } from '../../../../contract/core/permissions.ts'
import type { prepareTicket as operation } from '../../../../contract/features/renditions.ts'
import type { Actor } from '../../../access/actor.ts'
import { authorize, type Subjects } from '../../../access/authorize.ts'
import { visibleItems } from '../../../access/items.ts'
import { watchDelivery } from '../../../access/watch-delivery.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { findTicket } from '../delivery.read.ts'
import { waitingSince } from '../delivery.rules.ts'
import { renewTicket } from '../delivery.store.ts'
import { isMarked, type PortionParts, takePortion } from '../portion.ts'
import { documentVersion, type FoundDocument } from '../subjects.read.ts'
import { asRefusal } from '../viewing/render-source.ts'
import { sizesFor } from './download-document.ts'
import { hashOf } from './issue-ticket.ts'
import type { ReadyCopy } from './prepared-copies.ts'
import { watermarkDocument } from './watermark-document.ts'

type Line = z.input<(typeof operation)['answer']['line']>

const EVERY_MS = 5_000

/** @throws Refusal NOT_FOUND unless the ticket of this session is usable */
export async function prepareTicket(
  parts: DeliveryParts,
  actor: Actor,
  token: string,
  call: { readonly language: Language; readonly signal: AbortSignal },
): Promise<AsyncIterable<Line>> {
  const ticket = await findTicket(parts.database.db, hashOf(token))
  const { waitsFromAfter, issuedAfter } = waitingSince(parts.clock.now())
  const isWaiting =
    ticket?.first_used_at === null &&
    ticket.waits_from > waitsFromAfter &&
    ticket.created_at > issuedAfter
  const isUsable = ticket?.session_id === actor.sessionId && isWaiting
  const [itemId] = ticket?.item_ids ?? []
  if (!ticket || !isUsable || ticket.kind !== 'download' || itemId === undefined)
    throw new Refusal('NOT_FOUND')
  const subject = documentVersion(
    visibleItems(actor),
    itemId,
    ticket.version_number ?? undefined,
    sizesFor(actor),
  )
  const [verdict] = await authorize(parts, actor, subject, 'download')
  if (!verdict || (verdict.outcome === 'denied' && verdict.code === 'NOT_FOUND'))
    throw new Refusal('NOT_FOUND')
  const permissions: Permission[] =
    ticket.version_number === null
      ? ['documents.download']
      : ['documents.download', 'documents.survey']
  return lines(parts, actor, { hash: ticket.hash, subject, asOf: verdict.asOf, permissions }, call)
}

interface Preparation {
  readonly hash: Buffer
  readonly subject: Subjects<FoundDocument>
  /** The bus position precedes the search. */
  readonly asOf: number
  readonly permissions: readonly Permission[]
}

async function* lines(
  parts: DeliveryParts,
  actor: Actor,
  { hash, subject, asOf, permissions }: Preparation,
  { language, signal }: { readonly language: Language; readonly signal: AbortSignal },
): AsyncGenerator<Line> {
  const left = new AbortController()
  let end = (): void => {}
  const delivery = { asker: actor, subjects: subject, purpose: 'download', asOf } as const
  const watches = [
    ...permissions.map((permission) => parts.sessions.watch(actor, permission)),
    watchDelivery(parts, delivery),
  ]
  const until = AbortSignal.any([signal, left.signal, ...watches.map((watch) => watch.signal)])
  try {
    end = parts.prepared.begin(hash, actor.memberId)
    let isDone = false
    const done = prepare(parts, actor, hash, subject, until).finally(() => {
      isDone = true
    })
    done.catch(() => {})
    while (!isDone) {
      yield { state: 'preparing' }
      await Promise.race([done, pause(until)])
    }
    const pictures = await done
    yield { state: 'ready', ...(pictures ? { pictures } : {}) }
  } catch (error) {
    const refusal = asRefusal(error)
    if (signal.aborted || !(refusal instanceof Refusal)) throw error
    yield { state: 'failed', code: refusal.code, message: refusal.textIn(language) }
  } finally {
    left.abort(new Error('nobody waits for it any more'))
    for (const watch of watches) watch.release()
    end()
  }
}

async function prepare(
  parts: PortionParts & Pick<DeliveryParts, 'watermarks' | 'prepared' | 'log'>,
  actor: Actor,
  hash: Buffer,
  subject: Subjects<FoundDocument>,
  signal: AbortSignal,
): Promise<'some' | 'all' | undefined> {
  const { found, portion } = await takePortion(parts, actor, subject, 'download', signal)
  let pictures: 'some' | 'all' | undefined
  if (isMarked(portion)) {
    const copy = await watermarkDocument(parts, portion.drawable, portion.mark, signal)
    await parts.prepared.put(hash, actor.memberId, { versionId: found.version.id, copy })
    pictures = copy ? someOf(copy) : 'all'
  }
  await renewTicket(parts.database.db, hash, parts.clock.now())
  return pictures
}

const someOf = ({ pictures }: ReadyCopy): 'some' | undefined => (pictures > 0 ? 'some' : undefined)

async function pause(signal: AbortSignal): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(EVERY_MS)])
  if (!over.aborted) await once(over, 'abort')
}
