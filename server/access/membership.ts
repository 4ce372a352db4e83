import { BlockList, isIP } from 'node:net'
import { type GroupAccess, NO_GROUP } from './group-access.ts'
import { accessOf, type GroupFacts } from './levels.read.ts'

export interface Limits {
  readonly group_from: Date | null
  readonly group_until: Date | null
  readonly group_starts_at: Date | null
  readonly group_ends_at: Date | null
}

export interface Membership extends Limits, Omit<GroupFacts, 'id' | 'level' | 'is_uniform'> {
  readonly group_id: number | null
  readonly level: number | null
  readonly is_uniform: boolean
  readonly grants_change_at: Date | null
}

const isWithin = (from: Date | null, until: Date | null, at: Date): boolean =>
  (from === null || from <= at) && (until === null || until > at)

export const isMemberAt = (
  { group_from, group_until, group_starts_at, group_ends_at }: Limits,
  at: Date,
): boolean => isWithin(group_from, group_until, at) && isWithin(group_starts_at, group_ends_at, at)

/** @returns a view without grants for a member without a group */
export function groupOf(membership: Membership, at: Date): GroupAccess {
  const { group_id: id, level, root_starts_at, root_ends_at, is_uniform } = membership
  if (id === null || level === null) return NO_GROUP(at)
  return accessOf({ id, level, root_starts_at, root_ends_at, is_uniform }, at)
}

export function changesAfter(at: Date, membership: Membership): Date | undefined {
  const {
    group_from,
    group_until,
    group_starts_at,
    group_ends_at,
    root_starts_at,
    root_ends_at,
    grants_change_at,
  } = membership
  const moments = [
    group_from,
    group_until,
    group_starts_at,
    group_ends_at,
    root_starts_at,
    root_ends_at,
    grants_change_at,
  ]
  return (
    moments
      .filter((moment) => moment !== null && moment > at)
      .sort((a, b) => Number(a) - Number(b))[0] ?? undefined
  )
}

/** @param networks are CIDR ranges; an empty list permits every address */
export function isOfNetworks(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const plain = address.replace(/^::ffff:/i, '')
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4'
  return isIP(plain) !== 0 && listOf(networks).check(plain, family)
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    list.addSubnet(base, Number(bits), isIP(base) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
