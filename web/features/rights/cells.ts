import type { Level } from '../../../contract/features/groups/levels.ts'
import {
  changeTo,
  type Grant,
  type GrantChangeInput,
  type GrantPeriod,
  NO_PERIOD,
} from '../../room/grants.ts'
import type { Group } from '../../room/groups.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'

export type { Group }

export interface Inherited {
  readonly level: Level
  readonly itemId: number
  readonly name: string
}

export interface Cell {
  readonly item: RightsSubject
  readonly own: Grant | undefined
  readonly above: Inherited | undefined
  readonly isPath: boolean
}

export interface GroupCells {
  readonly group: Group
  readonly cells: readonly Cell[]
}

export interface Choice {
  /** Null follows the folder above, undefined changes nothing. */
  readonly level?: Level | null
  readonly period?: GrantPeriod
}

export type Draft = ReadonlyMap<number, Choice>

function grantAfter({ own, above }: Cell, choice: Choice | undefined): Grant | undefined {
  if (!choice) return own
  if (choice.level === null) return above ? undefined : own
  const level = choice.level ?? own?.level ?? above?.level ?? 'none'
  return { ...(choice.period ?? own ?? NO_PERIOD), level }
}

export const isSameGrant = (one: Grant | undefined, other: Grant | undefined): boolean =>
  one?.level === other?.level &&
  one?.from === other?.from &&
  one?.until === other?.until &&
  one?.after === other?.after

export interface MadeChanges {
  readonly changes: readonly GrantChangeInput[]
  readonly undo: readonly GrantChangeInput[]
}

export function changesOf(rows: readonly GroupCells[], draft: Draft): MadeChanges {
  const differing = rows.flatMap(({ group: { id }, cells }) =>
    cells.flatMap((cell) => {
      const after = grantAfter(cell, draft.get(id))
      return isSameGrant(cell.own, after)
        ? []
        : [{ groupId: id, itemId: cell.item.id, before: cell.own, after }]
    }),
  )
  return {
    changes: differing.map(({ groupId, itemId, before, after }) =>
      changeTo(groupId, itemId, after, before),
    ),
    undo: differing.map(({ groupId, itemId, before, after }) =>
      changeTo(groupId, itemId, before, after),
    ),
  }
}

/** Returns groups that newly get the file unwatermarked. */
export const gainsOriginal = (rows: readonly GroupCells[], draft: Draft): readonly Group[] =>
  rows.flatMap(({ group, cells }) =>
    cells.some(
      (cell) =>
        grantAfter(cell, draft.get(group.id))?.level === 'original' &&
        (cell.own ?? cell.above)?.level !== 'original',
    )
      ? [group]
      : [],
  )

export interface CellSummary {
  readonly level: Level | undefined
  readonly isOwn: boolean | undefined
  readonly source: Inherited | undefined
  readonly period: GrantPeriod | undefined
  readonly isPath: boolean
}

function only<T>(values: readonly T[]): T | undefined {
  const [first] = values
  const text = JSON.stringify(first)
  return values.every((value) => JSON.stringify(value) === text) ? first : undefined
}

const periodOf = (grant: Grant | undefined): GrantPeriod =>
  grant ? { from: grant.from, until: grant.until, after: grant.after } : NO_PERIOD

export function shownOf(cells: readonly Cell[], choice: Choice | undefined): CellSummary {
  const after = cells.map((cell) => ({ cell, grant: grantAfter(cell, choice) }))
  const isOwn = only(after.map(({ grant }) => grant !== undefined))
  const level = only(after.map(({ cell, grant }) => grant?.level ?? cell.above?.level ?? 'none'))
  return {
    level,
    isOwn,
    source: isOwn === false ? only(after.flatMap(({ cell }) => cell.above ?? [])) : undefined,
    period: only(after.map(({ grant }) => periodOf(grant))),
    isPath: level === 'none' && cells.some((cell) => cell.isPath),
  }
}
