import './member-table.css'
import { Fragment, type RefObject, useEffect, useEffectEvent } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { RowGap, useRowsInSight } from '../../../ui/list/rows-in-sight.tsx'
import { SortButton } from '../../../ui/list/sort-button.tsx'
import { isGrouped, useGrouping } from '../groups/grouping-context.ts'
import type { Member } from '../members-query.ts'
import {
  directionOf,
  type MembersView,
  nextSort,
  SORT_COLUMNS,
  type SortColumn,
} from '../members-view.ts'
import { isOfPerson, useViewAs } from '../view-as-context.ts'
import { ColumnSwitch } from './column-switch.tsx'
import { RIGHTS } from './member-rights.ts'
import { MemberRow } from './member-row.tsx'
import { holdOn } from './member-status.ts'
import { useMemberKeys } from './use-member-keys.ts'

const ROW_HEIGHT = 52
const COLUMNS = 8

interface MemberTableProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly members: readonly Member[]
  readonly everybody: readonly Member[] | undefined
  readonly fresh: ReadonlySet<number>
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
  readonly scroller: RefObject<HTMLElement | null>
  readonly onRemoved: () => void
}

export function MemberTable({
  caller,
  members,
  everybody,
  fresh,
  view,
  onView,
  scroller,
  onRemoved,
}: MemberTableProps) {
  const { t } = useTranslation()
  const isWide = useMediaQuery('(min-width: 1100px)')
  const rows = useRowsInSight({ count: members.length, scroller, rowHeight: ROW_HEIGHT })
  const drawn = rows.indices.flatMap((index) => members[index] ?? [])
  const keys = useMemberKeys({
    members,
    drawn,
    scroller,
    rowHeight: ROW_HEIGHT,
    reveal: rows.reveal,
  })
  const hasGroups = isGrouped(useGrouping())
  const { returnedFrom } = useViewAs()
  const lastFresh = members.findLastIndex(({ id }) => fresh.has(id) || isOfPerson(returnedFrom, id))
  const reveal = useEffectEvent(rows.reveal)
  useEffect(() => {
    if (lastFresh >= 0) reveal(lastFresh)
  }, [lastFresh])

  const columnSwitch = (right: (typeof RIGHTS)[number]) => (
    <ColumnSwitch
      roomId={caller.roomId}
      right={right}
      members={members}
      isLoading={everybody === undefined}
    />
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
              <Fragment key={column}>
                <SortedHead column={column} view={view} onView={onView} isWide={isWide} />
                {column === 'name' && hasGroups && <th scope="col">{t('groups.group')}</th>}
              </Fragment>
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
  readonly isWide: boolean
}

function SortedHead({ column, view, onView, isWide }: SortedHeadProps) {
  const { t } = useTranslation()
  const direction = directionOf(view.sort, column)
  const name = t(`members.${column}`)
  return (
    <th scope="col" aria-sort={direction ?? 'none'}>
      {isWide ? (
        <SortButton
          direction={direction}
          onSort={() => onView({ ...view, sort: nextSort(view.sort, column) })}
        >
          {name}
        </SortButton>
      ) : (
        name
      )}
    </th>
  )
}
