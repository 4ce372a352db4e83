import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Member } from '../members-query.ts'
import { isOperator } from '../table/member-status.ts'
import { GroupBar, SelectionBar } from './group-bar.tsx'
import { GroupingProvider, isGrouped } from './grouping-context.ts'
import type { Groups } from './use-groups.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })))

const NOBODY: ReadonlySet<number> = new Set()

const focusCheckOf = (member: Member | undefined) =>
  document.querySelector<HTMLElement>(`[data-member="${member?.id}"] [data-column="select"]`)?.focus()

interface PeopleGroupingProps {
  readonly roomId: number
  readonly grouped: Groups
  readonly total: number | undefined
  /** Who is listed. Only they count as selected. */
  readonly found: readonly Member[]
  readonly children: ReactNode
}

export function PeopleGrouping({ roomId, grouped: { groups, shown, setShown }, total, found, children }: PeopleGroupingProps) {
  const [chosen, setChosen] = useState(NOBODY)
  const [moving, setMoving] = useState<readonly Member[]>()
  const people = useMemo(() => found.filter((member) => !isOperator(member)), [found])
  const picked = useMemo(() => people.filter(({ id }) => chosen.has(id)), [people, chosen])
  const grouping = useMemo(
    () => ({
      groups,
      selected: new Set(picked.map(({ id }) => id)),
      onSelect: ({ id }: Member, isSelected: boolean) =>
        setChosen((before) => new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id))),
      onMove: setMoving,
    }),
    [groups, picked],
  )
  return (
    <GroupingProvider value={grouping}>
      {isGrouped(grouping) && picked.length === 0 && <GroupBar groups={groups} total={total} shown={shown} onShown={setShown} />}
      {isGrouped(grouping) && picked.length > 0 && (
        <SelectionBar
          count={picked.length}
          onMove={() => setMoving(picked)}
          onAll={() => setChosen(new Set(people.map(({ id }) => id)))}
          onNone={() => {
            // The button goes away.
            focusCheckOf(picked[0])
            setChosen(NOBODY)
          }}
        />
      )}
      {children}
      {moving && (
        <Suspense>
          <MoveDialog
            roomId={roomId}
            members={moving}
            groups={groups}
            onClose={() => setMoving(undefined)}
            onMoved={() => {
              setMoving(undefined)
              setChosen(NOBODY)
            }}
          />
        </Suspense>
      )}
    </GroupingProvider>
  )
}
