import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { isOneLine } from './one-line.ts'

export const id = z.int().positive()

/** A folder; 0 is the root of the room. */
export const parentId = z.int().nonnegative()

/** A path names something that exists, so never 0. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)

/** In a query a number may be 0, as of the root of the room or of a log without entries. */
export const queryId = z
  .string()
  .regex(/^(0|[1-9]\d{0,15})$/)
  .transform(Number)

/** The format is ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Normalizing shortens composed letters, so a text may be longer before it. */
export const line = (maximum: number) =>
  z
    .string()
    .max(maximum * 4)
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().max(maximum).refine(isOneLine))

export const paging = {
  cursor: z.string().max(4_000).optional(),
  limit: z.int().min(1).max(LIMITS.listMax).optional(),
}

export const queryPaging = {
  cursor: paging.cursor,
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .pipe(z.int().max(LIMITS.listMax))
    .optional(),
}

/** Places count from 1; a larger number means the end. */
export const placeInFolder = z.int().min(1).max(1_000_000_000)

export const done = z.null()
