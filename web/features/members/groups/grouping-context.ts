import { createContext, useContext } from 'react'
import type { Group, RootGrant } from '../../../room/groups.ts'
import type { Member } from '../members-query.ts'

/** Drags from elsewhere do not have this type. */
export const DRAGGED_PEOPLE = 'application/x-sealroom-people'

export interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** The groups open near the pointer. */
export const isMoved = (start: Point | undefined, { clientX, clientY }: Point): boolean =>
  start === undefined || Math.hypot(clientX - start.clientX, clientY - start.clientY) > 8

export interface Grouping {
  readonly groups: readonly Group[]
  readonly selected: ReadonlySet<number>
  readonly onSelect: (member: Member, isSelected: boolean) => void
  readonly onMove: (members: readonly Member[]) => void
  readonly onDrag: (member: Member | undefined, start?: Point) => void
  readonly roots: readonly RootGrant[]
}

const NOTHING: Grouping = {
  groups: [],
  roots: [],
  selected: new Set(),
  onSelect: () => undefined,
  onMove: () => undefined,
  onDrag: () => undefined,
}

const GroupingContext = createContext<Grouping>(NOTHING)

export const GroupingProvider = GroupingContext.Provider

export const useGrouping = (): Grouping => useContext(GroupingContext)

export const isGrouped = ({ groups }: Pick<Grouping, 'groups'>): boolean => groups.length > 1
