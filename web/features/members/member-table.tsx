import './member-table.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { MemberRow } from './member-row.tsx'
import { holdOn } from './member-status.ts'
import type { Member } from './members-query.ts'
import { RIGHTS } from './use-member-actions.tsx'

const ROW_HEIGHT = 52
/** Fewer rows are all in the page, where the browser's own search finds them. */
const VIRTUAL_FROM = 1_000

interface MemberTableProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly members: readonly Member[]
  /** All people of the room; undefined while they are not all known. */
  readonly everybody: readonly Member[] | undefined
  readonly fresh: ReadonlySet<number>
  readonly scroller: RefObject<HTMLElement | null>
  readonly onRemoved: () => void
}

/** The rows to render, and how much room the others take above and below. */
function useRowsInSight(count: number, scroller: RefObject<HTMLElement | null>) {
  const isLong = count >= VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  return {
    indices: isLong ? items.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index),
    above: items[0]?.start ?? 0,
    below: isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0,
    measure: isLong ? virtualizer.measureElement : null,
    reveal: (index: number) =>
      isLong
        ? virtualizer.scrollToIndex(index, { align: 'center' })
        : scroller.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
  }
}

/** The people in a table, of which long ones draw only the rows in sight. */
export function MemberTable({ caller, members, everybody, fresh, scroller, onRemoved }: MemberTableProps) {
  const { t } = useTranslation()
  const rows = useRowsInSight(members.length, scroller)
  const lastFresh = members.findLastIndex(({ id }) => fresh.has(id))
  const reveal = useEffectEvent(rows.reveal)
  useEffect(() => {
    if (lastFresh >= 0) reveal(lastFresh)
  }, [lastFresh])

  return (
    <table className="members-table" aria-rowcount={members.length + 1}>
      <caption className="hidden">{t('members.title')}</caption>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">{t('members.name')}</th>
          <th scope="col">{t('members.date')}</th>
          <th scope="col">{t('members.status')}</th>
          {RIGHTS.map((right) => (
            <th key={right} scope="col">
              {t(`members.${right}`)}
            </th>
          ))}
          <th scope="col">
            <span className="hidden">{t('members.actions')}</span>
          </th>
        </tr>
      </thead>
      <Gap height={rows.above} />
      <tbody>
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
                isFresh={fresh.has(member.id)}
                rowRef={rows.measure}
                onRemoved={onRemoved}
              />
            )
          )
        })}
      </tbody>
      <Gap height={rows.below} />
    </table>
  )
}

/** Stands for the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? (
    <tbody aria-hidden="true">
      <tr>
        <td className="members-gap" colSpan={7} style={{ height }} />
      </tr>
    </tbody>
  ) : null
}
