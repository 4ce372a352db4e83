import type { z } from 'zod'
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
