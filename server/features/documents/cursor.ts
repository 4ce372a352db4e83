import { z } from 'zod'
import { instant } from '../../../contract/core/schemas.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type ItemRow, type Position, type Sort, sortValue } from './documents.read.ts'

const shape = z.tuple([z.string(), z.boolean(), z.union([z.string(), z.number()]), z.int().positive()])

/** Where the next page begins, for the client to hand back as it is. It names a place in the order and gives no access. */
export function encodeCursor(item: ItemRow, sort: Sort): string {
  return Buffer.from(JSON.stringify([sort, item.folder, sortValue(item, sort), item.id])).toString('base64url')
}

/** @throws Refusal BAD_REQUEST for what is no cursor, or one of another order. */
export function decodeCursor(cursor: string, sort: Sort): Position {
  try {
    const [ofSort, folder, value, id] = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (ofSort === sort && isSortValue(value, sort)) return { folder, value, id }
  } catch {
    // Answered below, like every other malformed cursor.
  }
  throw new Refusal('BAD_REQUEST')
}

/** Whether the database can compare a value with the column: a size is a whole number, text holds no NUL. */
function isSortValue(value: string | number, sort: Sort): boolean {
  if (sort.endsWith('size')) return Number.isSafeInteger(value)
  if (typeof value !== 'string') return false
  return sort.endsWith('uploadedAt') ? instant.safeParse(value).success : !value.includes('\0')
}
