import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { Refusal } from './refusal.ts'

/** Where the next page of a list begins, for the client to hand back as it is. It names a place in the order and gives no access. */
export const encodeCursor = (place: readonly unknown[]): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** The place that a cursor names. @throws Refusal BAD_REQUEST for what is no cursor of this shape. */
export function decodeCursor<S extends z.ZodType>(cursor: string, shape: S): z.output<S> {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}

/** Makes a page of rows that were read one further than it is long: the one too many says that there is more. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorBehind: (last: Row) => string,
): { readonly rows: readonly Row[]; readonly nextCursor: string | undefined } {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? cursorBehind(last) : undefined }
}

/** Where a row stands in the order of its list, compared value by value. */
type Place = readonly (number | string)[]

const placeShape = z.array(z.union([z.number(), z.string()])).max(4)

/** A page of a list that is so short that it is read whole; its rows come in the order of their places. */
export function pageOf<Row>(
  all: readonly Row[],
  { cursor, limit = LIMITS.listDefault }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  placeOf: (row: Row) => Place,
): ReturnType<typeof cutPage<Row>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, placeShape)
  const found = after === undefined ? all : all.filter((row) => isBehind(placeOf(row), after))
  return cutPage(found, limit, (last) => encodeCursor(placeOf(last)))
}

function isBehind(place: Place, other: Place): boolean {
  const differing = place.findIndex((value, index) => value !== other[index])
  const [own, others] = [place[differing], other[differing]]
  return own !== undefined && others !== undefined && own > others
}
