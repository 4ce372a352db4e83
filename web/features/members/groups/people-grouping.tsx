import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Group } from '../../../room/groups.ts'
import type { Member } from '../members-query.ts'
import { isOperator } from '../table/member-status.ts'
import { GroupBar, SelectionBar } from './group-bar.tsx'
import { GroupingProvider, isGrouped, isMoved, type Point } from './grouping-context.ts'
import type { Groups } from './use-groups.ts'
import { useMove } from './use-move.ts'

const MoveDialog = lazy(() =>
  import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })),
)

const NOBODY: ReadonlySet<number> = new Set()

const focusCheckOf = (member: Member | undefined) =>
  document
    .querySelector<HTMLElement>(`[data-member="${member?.id}"] [data-column="select"]`)
    ?.focus()

interface Dragged {
  readonly members: readonly Member[]
  readonly start: Point | undefined
  /** The groups lie over the table, which stays in its place. */
  readonly height: number
}

interface PeopleGroupingProps {
  readonly roomId: number
  readonly grouped: Groups
  readonly total: number | undefined
  readonly found: readonly Member[]
  readonly children: ReactNode
}

export function PeopleGrouping({
  roomId,
  grouped: { groups, roots, shown, setShown },
  total,
  found,
  children,
}: PeopleGroupingProps) {
  const [chosen, setChosen] = useState(NOBODY)
  const [moving, setMoving] = useState<readonly Member[]>()
  const [dragged, setDragged] = useState<Dragged>()
  const bar = useRef<HTMLDivElement>(null)
  const { drop } = useMove(roomId)
  const people = useMemo(() => found.filter((member) => !isOperator(member)), [found])
  const picked = useMemo(() => people.filter(({ id }) => chosen.has(id)), [people, chosen])
  const grouping = useMemo(
    () => ({
      ...{ groups, roots },
      selected: new Set(picked.map(({ id }) => id)),
      onSelect: ({ id }: Member, isSelected: boolean) =>
        setChosen(
          (before) =>
            new Set(isSelected ? [...before, id] : [...before].filter((other) => other !== id)),
        ),
      onMove: setMoving,
      onDrag: (member: Member | undefined, start?: Point) =>
        setDragged(
          member && {
            start,
            members: picked.some(({ id }) => id === member.id) ? picked : [member],
            height: bar.current?.offsetHeight ?? 0,
          },
        ),
    }),
    [groups, roots, picked],
  )
  const dropInto = async (group: Group) => {
    const movable = dragged?.members.filter(({ groupId }) => groupId !== group.id) ?? []
    setDragged(undefined)
    if (movable.length === 0) return
    if (await drop(movable, group)) setChosen(NOBODY)
  }
  const isDragging = dragged !== undefined
  useEffect(() => {
    if (!isDragging) return undefined
    const listening = new AbortController()
    const { signal } = listening
    // A removed row fires no end event.
    const end = () => setDragged(undefined)
    for (const type of ['drop', 'dragend']) window.addEventListener(type, end, { signal })
    window.addEventListener('pointermove', ({ buttons }) => buttons === 0 && end(), { signal })
    return () => listening.abort()
  }, [isDragging])
  const hasBar = picked.length === 0 || dragged !== undefined
  return (
    <GroupingProvider value={grouping}>
      {isGrouped(grouping) && (
        <div ref={bar} className="group-bars" style={dragged && { height: dragged.height }}>
          {hasBar ? (
            <GroupBar
              groups={groups}
              total={total}
              shown={shown}
              onShown={setShown}
              dragged={dragged?.members.length}
              canDrop={(at) => isMoved(dragged?.start, at)}
              onDrop={(group) => void dropInto(group)}
            />
          ) : (
            <SelectionBar
              count={picked.length}
              onMove={() => setMoving(picked)}
              onAll={() => setChosen(new Set(people.map(({ id }) => id)))}
              onNone={() => {
                focusCheckOf(picked[0])
                setChosen(NOBODY)
              }}
            />
          )}
        </div>
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
