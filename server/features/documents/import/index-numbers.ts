import { extensionOf, extensionPart } from '../documents.rules.ts'

export interface LeadingNumber {
  readonly parts: readonly number[]
  readonly rest: string
  /** The number could belong to the name, as in `10 contracts`. */
  readonly isLoose: boolean
}

/** Years have more than three digits, and `1분기` has no separator. */
const LEADING =
  /^[([]?(\d{1,3}(?:[.-]\d{1,3}){0,9})([)\].]*\s*_\s*|[)\].]*\s+[–—-]\s+|[)\].]*\s+|[)\].]+|$)(.*)$/u

const YEAR = /^(?:19|20)\d{2}(?!\d)/
/** A date goes on like this after its first number, as in `24. 11. 5. 회의록`. */
const FURTHER_NUMBER = /^\d+\s*[._/-]/

/** A title may begin with a year or another number, as in `2.1 2024년 감사보고서` or `1. 3분기 실적`. */
function goesOn(depth: number, separator: string, rest: string): boolean {
  if (!/^\d/.test(rest)) return false
  const isApart = depth > 1 || separator.trim() !== ''
  if (!isApart || !/[\s_]/.test(separator)) return true
  return !YEAR.test(rest) && (FURTHER_NUMBER.test(rest) || !/\s/.test(separator))
}

export function leadingNumber(name: string, isFolder: boolean): LeadingNumber | undefined {
  const ending = isFolder || extensionOf(name) === undefined ? '' : extensionPart(name)
  const [, digits, separator = '', rest = ''] =
    LEADING.exec(name.slice(0, name.length - ending.length)) ?? []
  if (digits === undefined) return undefined
  const parts = digits.split(/[.-]/)
  if (goesOn(parts.length, separator, rest)) return undefined
  return {
    parts: parts.map(Number),
    rest: rest.trim(),
    isLoose: parts.length === 1 && !digits.startsWith('0') && separator.trim() === '',
  }
}

interface Sibling {
  readonly name: string
  readonly isFolder: boolean
}

const SPREAD = 10

/** Requires a number below `above` for every sibling. @returns undefined if names merely start with digits */
export function numbersOf(
  siblings: readonly Sibling[],
  above: readonly number[] | undefined,
): LeadingNumber[] | undefined {
  const found = siblings.map(({ name, isFolder }) => leadingNumber(name, isFolder))
  const numbers = found.filter((number) => number !== undefined)
  if (numbers.length === 0 || numbers.length < found.length) return undefined
  const depths = new Set(numbers.map(({ parts }) => parts.length))
  if (depths.size > 1) return undefined
  const isBelow = ({ parts }: LeadingNumber): boolean =>
    parts.length === 1 || (above !== undefined && parts.slice(0, -1).join('.') === above.join('.'))
  if (!numbers.every(isBelow)) return undefined
  const last = numbers.map(lastOf)
  if (
    new Set(last).size < last.length ||
    last.reduce((most, number) => Math.max(most, number), 0) > SPREAD * (last.length + 1)
  )
    return undefined
  return numbers.length === 1 && numbers[0]?.isLoose ? undefined : numbers
}

export const lastOf = ({ parts }: Pick<LeadingNumber, 'parts'>): number => parts.at(-1) ?? 0
