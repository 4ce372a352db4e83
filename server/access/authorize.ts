import type { ErrorCode } from '../../contract/core/errors.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { PageMark } from '../workers/render/index.ts'
import type { HintBus } from './hint.ts'
import { type AskerOf, type Denial, decide, type FactsOf, type Purpose } from './policies.ts'
import { readerMark } from './reader-mark.ts'

/** Content of which somebody wants bytes or text, as it was found: what the decision depends on, and what it takes to deliver it. */
export interface Found<Facts> {
  readonly facts: Facts
}

/** What is asked for, however it was named: documents by id, by lease or by file name, files to be signed, files of messages. */
export interface Subjects<F> {
  /** In one query: each of them in the order in which they were named, undefined where there is none. */
  find(db: Queryable): Promise<readonly (F | undefined)[]>
}

declare const AUTHORIZED: unique symbol

/** Content that may leave. Only `authorize` makes one. */
export interface Allowed<F> {
  readonly outcome: 'allowed'
  readonly found: F
  /** What is burned into each of its pages. */
  readonly mark: PageMark
  /** A copy must hold nothing of the document but images of its pages. */
  readonly imagesOnly: boolean
  /** Text may leave beside what the images of the pages show. */
  readonly withText: boolean
  /** The position of the bus before this was decided: what was announced since may have changed it. */
  readonly asOf: number
  readonly [AUTHORIZED]: true
}

/** Content that may not leave, and why. */
export interface Denied<F> {
  readonly outcome: 'denied'
  readonly found: F | undefined
  readonly code: ErrorCode
  readonly reason: Denial['reason']
  readonly asOf: number
}

export type Verdict<F> = Allowed<F> | Denied<F>

/** What the decision is made with. */
export interface GateParts {
  readonly database: { readonly db: Queryable }
  readonly bus: Pick<HintBus, 'position'>
  readonly clock: Clock
}

/**
 * The one gate: every byte and every word of a document that leaves is asked for here, whatever it is wanted for, in one query for any number
 * of subjects. Who delivers takes from the answer what to deliver, and with which mark.
 * @returns a verdict for each subject, in their order; what is not there is denied as NOT_FOUND.
 */
export async function authorize<P extends Purpose, F extends Found<FactsOf<P>>>(
  { database, bus, clock }: GateParts,
  asker: AskerOf<P>,
  subjects: Subjects<F>,
  purpose: P,
): Promise<readonly Verdict<F>[]> {
  const asOf = bus.position()
  const all = await subjects.find(database.db)
  return all.map((found) => {
    if (!found) return { outcome: 'denied', found, code: 'NOT_FOUND', reason: 'right', asOf }
    const decision = decide(purpose, asker, found.facts)
    if (decision.outcome === 'denied') return { ...decision, found, asOf }
    const { marksFor, ...permit } = decision
    return { ...permit, found, mark: marksFor ? readerMark(marksFor, clock.now()) : 'unmarked', asOf } as Allowed<F>
  })
}

/** The same of one subject. @throws Refusal where it is denied. */
export async function authorizeOne<P extends Purpose, F extends Found<FactsOf<P>>>(
  parts: GateParts,
  asker: AskerOf<P>,
  subject: Subjects<F>,
  purpose: P,
): Promise<Allowed<F>> {
  const [verdict] = await authorize(parts, asker, subject, purpose)
  if (verdict?.outcome !== 'allowed') throw new Refusal(verdict?.code ?? 'NOT_FOUND')
  return verdict
}
