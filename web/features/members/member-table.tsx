import './member-table.css'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { RowGap, useRowsInSight } from '../../ui/rows-in-sight.tsx'
import { ColumnSwitch } from './column-switch.tsx'
import { MemberRow } from './member-row.tsx'
import { holdOn } from './member-status.ts'
import type { Member } from './members-query.ts'
import { directionOf, type MembersView, nextSort, SORT_COLUMNS, type SortColumn } from './members-view.ts'
import { RIGHTS } from './use-member-actions.tsx'
import { useMemberKeys } from './use-member-keys.ts'
import { useViewAs } from './view-as-context.ts'

const ROW_HEIGHT = 52
const COLUMNS = 7

interface MemberTableProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly members: readonly Member[]
  /** All people of the room; undefined while they are not all known. */
  readonly everybody: readonly Member[] | undefined
  readonly fresh: ReadonlySet<number>
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
  readonly scroller: RefObject<HTMLElement | null>
  readonly onRemoved: () => void
}

/** The people in a table, of which long ones draw only the rows in sight. */
export function MemberTable({ caller, members, everybody, fresh, view, onView, scroller, onRemoved }: MemberTableProps) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 1100px)')
  const rows = useRowsInSight({ count: members.length, scroller, rowHeight: ROW_HEIGHT })
  const drawn = rows.indices.flatMap((index) => members[index] ?? [])
  const keys = useMemberKeys({ members, drawn, scroller, rowHeight: ROW_HEIGHT, reveal: rows.reveal })
  const { returnedFrom } = useViewAs()
  const lastFresh = members.findLastIndex(({ id }) => fresh.has(id) || id === returnedFrom)
  const reveal = useEffectEvent(rows.reveal)
  useEffect(() => {
    if (lastFresh >= 0) reveal(lastFresh)
  }, [lastFresh])

  const columnSwitch = (right: (typeof RIGHTS)[number]) => (
    <ColumnSwitch roomId={caller.roomId} right={right} members={members} isLoading={everybody === undefined} />
  )

  return (
    <>
      {!isWide && (
        <fieldset className="members-columns">
          <legend className="hidden">{t('members.column')}</legend>
          {RIGHTS.map((right) => (
            <div key={right} className="members-column">
              <span className="member-label" aria-hidden="true">
                {t(`members.${right}`)}
              </span>
              {columnSwitch(right)}
            </div>
          ))}
        </fieldset>
      )}
      <table role="grid" className="members-table" aria-rowcount={members.length + 1}>
        <caption className="hidden">{t('members.title')}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {SORTED.map((column) => (
              <SortedHead key={column} column={column} view={view} onView={onView} isWide={isWide} />
            ))}
            {RIGHTS.map((right) => (
              <th key={right} scope="col">
                {t(`members.${right}`)}
                {isWide && columnSwitch(right)}
              </th>
            ))}
            <th scope="col">
              <span className="hidden">{t('members.actions')}</span>
            </th>
          </tr>
        </thead>
        <RowGap height={rows.above} columns={COLUMNS} />
        <tbody {...keys.bodyProps}>
          {rows.indices.map((index) => {
            const member = members[index]
            return (
              member && (
                <MemberRow
                  key={member.id}
                  roomId={caller.roomId}
                  member={member}
                  index={index}
                  hold={holdOn(member, caller.id, everybody)}
                  stop={keys.stopOf(member)}
                  isSelf={member.id === caller.id}
                  isFresh={fresh.has(member.id)}
                  rowRef={rows.measure}
                  onRemoved={onRemoved}
                />
              )
            )
          })}
        </tbody>
        <RowGap height={rows.below} columns={COLUMNS} />
      </table>
    </>
  )
}

const SORTED = Object.keys(SORT_COLUMNS) as SortColumn[]

interface SortedHeadProps {
  readonly column: SortColumn
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
  /** Where it is not, the heads are for those alone who do not see them, and the menu sorts. */
  readonly isWide: boolean
}

function SortedHead({ column, view, onView, isWide }: SortedHeadProps) {
  const { t } = useTranslation()
  const direction = directionOf(view.sort, column)
  const name = t(`members.${column}`)
  return (
    <th scope="col" aria-sort={direction ?? 'none'}>
      {isWide ? (
        <button type="button" className="members-sort" onClick={() => onView({ ...view, sort: nextSort(view.sort, column) })}>
          {name}
          {direction === 'ascending' && <ArrowUp />}
          {direction === 'descending' && <ArrowDown />}
        </button>
      ) : (
        name
      )}
    </th>
  )
}
