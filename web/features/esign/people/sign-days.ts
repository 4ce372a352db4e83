import { LIMITS } from '../../../../contract/core/limits.ts'

export function daysOf(typed: string): number | undefined {
  const days = Number(typed)
  return Number.isInteger(days) && days >= 1 && days <= LIMITS.signValidMax ? days : undefined
}
