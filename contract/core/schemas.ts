import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { isOneLine } from './one-line.ts'

/** An id in a body: a positive JSON integer. */
export const id = z.int().positive()

/** An id or 0, which names the root of a room. */
export const parentId = z.int().nonnegative()

/** An id in a path. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)

/** An id in a query, or 0. */
export const queryId = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform(Number)

/** ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A line of text of a person: trimmed, NFC, nothing that breaks the line or turns its direction. */
export const line = (maximum: number) =>
  z
    .string()
    .max(maximum * 4)
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().max(maximum).refine(isOneLine))

/** Paging of every list: an opaque cursor, and how many rows at most. */
export const paging = {
  cursor: z.string().max(4_000).optional(),
  limit: z.int().min(1).max(LIMITS.listMax).optional(),
}

/** The same as parameters of a query. */
export const queryPaging = {
  cursor: paging.cursor,
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .pipe(z.int().max(LIMITS.listMax))
    .optional(),
}

/** A call that only says that it was done. */
export const done = z.null()
