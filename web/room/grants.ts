import type { z } from 'zod'
import type { PayloadOut } from '../../contract/core/operation.ts'
import type { Level } from '../../contract/features/groups/levels.ts'
import type { grantChange, grants } from '../../contract/features/groups/rights.ts'

export type GrantChangeInput = z.input<typeof grantChange>

export interface GrantPeriod {
  readonly from: string | null
  readonly until: string | null
  readonly after: 'none' | 'inherit'
}

export const NO_PERIOD: GrantPeriod = { from: null, until: null, after: 'none' }

export interface Grant extends GrantPeriod {
  readonly level: Level
}

/** Absent fields on the wire mean no limit. */
export const grantOf = ({
  level,
  from,
  until,
  after,
}: PayloadOut<typeof grants>[number]): Grant => ({
  level,
  from: from ?? null,
  until: until ?? null,
  after: after ?? 'none',
})

/** The whole grant is named, since omitted times would be removed. */
export const changeTo = (
  groupId: number,
  itemId: number,
  to: Grant | undefined,
  was: Grant | undefined,
): GrantChangeInput => ({
  groupId,
  itemId,
  ...(to ? { level: to.level, from: to.from, until: to.until, after: to.after } : { level: null }),
  was: {
    level: was?.level ?? null,
    from: was?.from ?? null,
    until: was?.until ?? null,
    after: was?.after ?? 'none',
  },
})
