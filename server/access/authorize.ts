import type { ErrorCode } from '../../contract/core/errors.ts'
import { formatMinute } from '../../contract/core/room-time.ts'
import { watermarkText } from '../../paper/watermark/layout.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { PageMark, ReaderMark } from '../workers/render/index.ts'
import type { Actor } from './actor.ts'
import type { HintBus } from './hint.ts'
import type { VisibleItems } from './items.ts'
import { type AskerOf, type Denial, decide, type FactsOf, type Purpose } from './policies.ts'

export interface FoundSubject<Facts> {
  readonly facts: Facts
}

export interface Subjects<F> {
  find(db: Queryable): Promise<readonly (F | undefined)[]>
  within?(scope: VisibleItems): Subjects<F>
}

declare const AUTHORIZED: unique symbol

/** Only `authorize` creates this. */
export interface Allowed<F> {
  readonly outcome: 'allowed'
  readonly found: F
  readonly mark: PageMark
  readonly imagesOnly: boolean
  readonly withText: boolean
  /** Later bus events may change the decision. */
  readonly asOf: number
  readonly [AUTHORIZED]: true
}

export interface Denied<F> {
  readonly outcome: 'denied'
  readonly found: F | undefined
  readonly code: ErrorCode
  readonly reason: Denial['reason']
  readonly asOf: number
}

export type AccessVerdict<F> = Allowed<F> | Denied<F>

export interface GateParts {
  readonly database: { readonly db: Queryable }
  readonly bus: Pick<HintBus, 'position'>
  readonly clock: Clock
}

function readerMark(
  { email, zone, watermarkStyle }: Pick<Actor, 'email' | 'zone' | 'watermarkStyle'>,
  now: Date,
): ReaderMark {
  return {
    text: watermarkText({ email, at: formatMinute(now, zone) }),
    style: watermarkStyle,
    reader: email,
  }
}

/** This is the only gate for document content. Missing content is denied as NOT_FOUND. */
export async function authorize<P extends Purpose, F extends FoundSubject<FactsOf<P>>>(
  { database, bus, clock }: GateParts,
  asker: AskerOf<P>,
  subjects: Subjects<F>,
  purpose: P,
): Promise<readonly AccessVerdict<F>[]> {
  const asOf = bus.position()
  const all = await subjects.find(database.db)
  return all.map((found) => {
    if (!found) return { outcome: 'denied', found, code: 'NOT_FOUND', reason: 'right', asOf }
    const decision = decide(purpose, asker, found.facts)
    if (decision.outcome === 'denied') return { ...decision, found, asOf }
    const { marksFor, ...permit } = decision
    return {
      ...permit,
      found,
      mark: marksFor ? readerMark(marksFor, clock.now()) : 'unmarked',
      asOf,
    } as Allowed<F>
  })
}

/** @throws Refusal if denied */
export async function authorizeOne<P extends Purpose, F extends FoundSubject<FactsOf<P>>>(
  parts: GateParts,
  asker: AskerOf<P>,
  subject: Subjects<F>,
  purpose: P,
): Promise<Allowed<F>> {
  const [verdict] = await authorize(parts, asker, subject, purpose)
  if (verdict?.outcome !== 'allowed') throw new Refusal(verdict?.code ?? 'NOT_FOUND')
  return verdict
}
