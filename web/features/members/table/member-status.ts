import { ROLE } from '../../../../contract/core/limits.ts'
import { dayOf } from '../../../lib/format.ts'
import type { Member } from '../members-query.ts'

const DAY_MS = 86_400_000

export type Presence =
  | { readonly kind: 'suspended' | 'invited' | 'today' | 'yesterday' }
  | { readonly kind: 'seen'; readonly date: string }

const dayBefore = (day: string): string =>
  new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

export function presenceOf(
  { access, lastSeenAt }: Pick<Member, 'access' | 'lastSeenAt'>,
  now: number,
): Presence {
  if (!access) return { kind: 'suspended' }
  if (lastSeenAt === null) return { kind: 'invited' }
  const today = dayOf(now)
  const date = dayOf(lastSeenAt)
  if (date === today) return { kind: 'today' }
  return date === dayBefore(today) ? { kind: 'yesterday' } : { kind: 'seen', date }
}

export const isOperator = ({ roleId }: Pick<Member, 'roleId'>): boolean => roleId === ROLE.operator

export const isContentOperator = ({ scope }: Pick<Member, 'scope'>): boolean => scope === 'content'

const isFullOperator = (member: Member): boolean => isOperator(member) && !isContentOperator(member)

export type Hold = 'lastOperator' | 'self'

/** @param people undefined while incomplete; then the server decides. */
export function holdOn(
  member: Member,
  selfId: number,
  people: readonly Member[] | undefined,
): Hold | undefined {
  const isOther = (other: Member) => other.id !== member.id && isFullOperator(other) && other.access
  if (isFullOperator(member) && people && !people.some(isOther)) return 'lastOperator'
  return member.id === selfId ? 'self' : undefined
}
