import type { VisibleItems } from '../../../access/items.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { marksFrom } from './marks.read.ts'
import {
  type ByPlace,
  type ByTime,
  findChanged,
  findInSpans,
  findSpans,
  findUploaded,
  type NewsRow,
  type TreeSpan,
} from './news.read.ts'
import type { NewsMarks } from './personal-marks.ts'
import { gainedAt, type Viewpoint } from './viewpoint.read.ts'

export type NewsPlace =
  | { readonly kind: 'time'; readonly place: ByTime }
  | { readonly kind: 'gain'; readonly at: string; readonly place: ByPlace }

export interface NewsCandidate {
  readonly id: number
  readonly visibleAt: string
  readonly place: NewsPlace
  readonly isListed: boolean
  readonly marks: NewsMarks
}

interface ReadNewsInput {
  readonly db: Queryable
  readonly scope: VisibleItems
  readonly viewpoint: Viewpoint
  readonly after: NewsPlace | undefined
  readonly limit: number
}

const PORTION_MAX = 2_000
const SPANS = 20

export async function* readNews(reading: ReadNewsInput): AsyncGenerator<NewsCandidate> {
  if (!reading.viewpoint.past) return yield* uploads(reading)
  const { viewpoint, after } = reading
  const changes = byTime(reading, findChanged)
  const times = [...new Set(viewpoint.gains.values())].sort().reverse()
  let next = await changes.next()
  for (const time of times) {
    if (after && time > (after.kind === 'time' ? after.place.at : after.at)) continue
    if (after?.kind === 'gain' && after.at === time) {
      yield* given(reading, time, after.place)
      continue
    }
    for (; !next.done && next.value.at >= time; next = await changes.next())
      yield* ofChange(viewpoint, next.value)
    yield* given(reading, time, undefined)
  }
  for (; !next.done; next = await changes.next()) yield* ofChange(viewpoint, next.value)
}

function* ofChange(viewpoint: Viewpoint, found: NewsRow): Generator<NewsCandidate> {
  const marks = marksFrom(found, viewpoint)
  const isListed = marks.isUpdated || (marks.isNew && gainedAt(viewpoint, found) <= found.at)
  yield {
    id: found.id,
    visibleAt: found.at,
    place: { kind: 'time', place: found },
    isListed,
    marks,
  }
}

async function* uploads(reading: ReadNewsInput): AsyncGenerator<NewsCandidate> {
  for await (const found of byTime(reading, findUploaded)) {
    const marks = marksFrom(found, reading.viewpoint)
    yield {
      id: found.id,
      visibleAt: found.at,
      place: { kind: 'time', place: found },
      isListed: marks.isNew || marks.isUpdated,
      marks,
    }
  }
}

/** Queries exclude hidden documents. Portions grow, so known documents cost few queries. */
async function* byTime(
  { db, scope, viewpoint, after, limit }: ReadNewsInput,
  find: typeof findChanged,
): AsyncGenerator<NewsRow> {
  let place = after?.kind === 'gain' ? { at: after.at, key: 0 } : after?.place
  for (let size = limit; ; size = Math.min(size * 2, PORTION_MAX)) {
    const found = await find(db, scope, viewpoint, { after: place, limit: size })
    yield* found
    place = found.at(-1)
    if (found.length < size) return
  }
}

async function* given(
  reading: ReadNewsInput,
  time: string,
  after: ByPlace | undefined,
): AsyncGenerator<NewsCandidate> {
  const { db, scope, viewpoint, limit } = reading
  const items = [...viewpoint.gains].filter(([, at]) => at === time).map(([id]) => id)
  const all = await findSpans(db, scope.roomId, items)
  const left = after ? all.filter((span) => reachesBehind(span, after)) : all
  for (let first = 0; first < left.length; first += SPANS) {
    const spans = left.slice(first, first + SPANS)
    let place = after
    for (let size = limit; ; size = Math.min(size * 2, PORTION_MAX)) {
      const found = await findInSpans(db, scope, viewpoint, { spans, after: place, limit: size })
      for (const each of found) yield ofGain(viewpoint, each, time)
      place = found.at(-1)
      if (found.length < size) break
    }
  }
}

function ofGain(viewpoint: Viewpoint, found: NewsRow, time: string): NewsCandidate {
  const marks = marksFrom(found, viewpoint)
  const isListed = marks.isNew && found.at < time && gainedAt(viewpoint, found) === time
  return {
    id: found.id,
    visibleAt: time,
    place: { kind: 'gain', at: time, place: found },
    isListed,
    marks,
  }
}

function reachesBehind({ to, only, from }: TreeSpan, { ancestors, id }: ByPlace): boolean {
  if (only !== undefined)
    return compare(from, ancestors) > 0 || (compare(from, ancestors) === 0 && only > id)
  return to.length === 0 || compare(to, ancestors) > 0
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((id, depth) => id !== other[depth])
  if (differing === -1) return one.length - other.length
  return (one[differing] ?? 0) - (other[differing] ?? -1)
}
