import { LIMITS } from '../../../contract/core/limits.ts'

const GIGABYTE = 1_000_000_000

/** Fields hold gigabytes and people; an empty one is undefined. */
export const bytesOf = (gigabytes: string): number | undefined =>
  gigabytes.trim() === '' ? undefined : Math.round(Number(gigabytes) * GIGABYTE)

export const gigabytesOf = (bytes: number): string => String(bytes / GIGABYTE)

export const peopleOf = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text)

export const isPossible = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value >= 1)

export const isUnlimited = (users: number): boolean => users === LIMITS.usersUnlimited
