import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { Refusal } from './refusal.ts'

/** Cursors grant no access. */
export const encodeCursor = (place: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** @throws Refusal BAD_REQUEST */
export function decodeCursor<S extends z.ZodType>(cursor: string, shape: S): z.output<S> {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}

/** One extra row shows that more follow. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorBehind: (last: Row) => string,
): { readonly rows: readonly Row[]; readonly nextCursor: string | undefined } {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? cursorBehind(last) : undefined }
}

type PagingPosition = readonly (number | string)[]

const placeShape = z.array(z.union([z.number(), z.string()])).max(4)

export function pageOf<Row>(
  all: readonly Row[],
  {
    cursor,
    limit = LIMITS.listDefault,
  }: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  placeOf: (row: Row) => PagingPosition,
): ReturnType<typeof cutPage<Row>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, placeShape)
  const found = after === undefined ? all : all.filter((row) => isBehind(placeOf(row), after))
  return cutPage(found, limit, (last) => encodeCursor(placeOf(last)))
}

function isBehind(place: PagingPosition, other: PagingPosition): boolean {
  const differing = place.findIndex((value, index) => value !== other[index])
  const [own, others] = [place[differing], other[differing]]
  return own !== undefined && others !== undefined && own > others
}
