import { z } from 'zod'
import { instant } from '../../../../contract/core/schemas.ts'
import { decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { Position, Sort } from '../documents.read.ts'

const text = z.string().refine((value) => !value.includes('\0'))

function comparable(sort: Sort) {
  if (sort.endsWith('size') || sort.endsWith('index')) return z.int()
  return sort.endsWith('uploadedAt') ? instant : text
}

export const cursorAt = ({ folder, value, id }: Position, sort: Sort): string =>
  encodeCursor([sort, folder, value, id])

/** @throws Refusal BAD_REQUEST for an invalid cursor or another sort */
export function positionOf(cursor: string, sort: Sort): Position {
  const shape = z.tuple([z.literal(sort), z.boolean(), comparable(sort), z.int().positive()])
  const [, folder, value, id] = decodeCursor(cursor, shape)
  return { folder, value, id }
}
