import { nameOfType } from '../features/activity-type-names.ts'
import type { ExportFilter } from './history-export.ts'

export type Both = readonly [korean: string, english: string]

/** What an export was asked for, in words. People and documents are told by their numbers: names are not in a filter. */
export function tellFilter({ userId, itemId, type, from, to }: ExportFilter): Both {
  const conditions: readonly Both[] = [
    ...(userId === undefined ? [] : [[`사용자 번호 ${userId}`, `person no. ${userId}`] as const]),
    ...(itemId === undefined ? [] : [[`문서 번호 ${itemId}`, `document no. ${itemId}`] as const]),
    ...(type === undefined ? [] : [[`종류 '${nameOfType(type, 'ko')}'`, `kind '${nameOfType(type, 'en')}'`] as const]),
    ...(from === undefined ? [] : [[`${from}부터`, `from ${from}`] as const]),
    ...(to === undefined ? [] : [[`${to}까지`, `to ${to}`] as const]),
  ]
  return [conditions.map(([korean]) => korean).join(', '), conditions.map(([, english]) => english).join(', ')]
}
