import { useQueryClient } from '@tanstack/react-query'
import { Building2, Plus, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import {
  ROOM_SORTS,
  type RoomSort,
  rooms,
} from '../../../contract/features/console/console-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { dayOf, formatSize } from '../../lib/format.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { SortButton } from '../../ui/list/sort-button.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { ConsoleTable, More } from '../console-table.tsx'
import { usePages } from '../use-pages.ts'
import { NewRoomDialog } from './new-room-dialog.tsx'
import { PhaseChip } from './phase-chip.tsx'
import { RoomPanel } from './room-panel.tsx'

const COLUMNS = ['number', 'name', 'phase', 'people', 'documents', 'usage', 'created'] as const

const isSort = (column: (typeof COLUMNS)[number]): column is RoomSort & (typeof COLUMNS)[number] =>
  ROOM_SORTS.some((sort) => sort === column)

interface Order {
  readonly sort: RoomSort
  readonly isUp: boolean
}

export function RoomsPage() {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<Order>({ sort: 'number', isUp: false })
  const [open, setOpen] = useState<number>()
  const [isMaking, setMaking] = useState(false)
  const wanted = useDeferredValue(search.trim())
  const { query, rows, beside } = usePages(['rooms', wanted, order], (place, signal) =>
    api.page(
      rooms,
      {
        query: {
          ...place,
          sort: order.sort,
          order: order.isUp ? 'up' : 'down',
          ...(wanted === '' ? {} : { search: wanted }),
        },
      },
      { signal },
    ),
  )
  const refresh = () => void queries.invalidateQueries({ queryKey: ['rooms'] })
  const heads = COLUMNS.map((column) => {
    const text = t(`console.column_${column}`)
    if (!isSort(column)) return { id: column, content: text }
    const sort =
      column !== order.sort
        ? undefined
        : order.isUp
          ? ('ascending' as const)
          : ('descending' as const)
    const onSort = () =>
      setOrder({
        sort: column,
        isUp: column === order.sort ? !order.isUp : column === 'name' || column === 'phase',
      })
    return {
      ...{ id: column, sort },
      content: (
        <SortButton direction={sort} onSort={onSort}>
          {text}
        </SortButton>
      ),
    }
  })
  return (
    <>
      <div className="console-bar">
        <label className="console-search">
          <Search aria-hidden="true" />
          <input
            className="field"
            type="search"
            aria-label={t('console.search')}
            placeholder={t('console.search')}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <span className="meta" role="status">
          {beside && t('console.roomCount', { count: beside.total })}
        </span>
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
          {t('console.newRoom')}
        </Button>
      </div>
      <QueryState query={query} count={8} />
      {query.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={Building2}
          text={t(wanted === '' ? 'console.noRooms' : 'console.noneFound')}
        />
      )}
      {rows.length > 0 && (
        <ConsoleTable label={t('console.page_rooms')} heads={heads}>
          {rows.map((room) => (
            <tr key={room.roomId}>
              <td className="numbers" data-label={t('console.column_number')}>
                {room.roomNo}
              </td>
              <td className="console-row-title">
                <button type="button" className="console-link" onClick={() => setOpen(room.roomId)}>
                  {room.name}
                </button>
              </td>
              <td data-label={t('console.column_phase')}>
                <PhaseChip phase={room.phase} closesAt={room.closesAt} />
              </td>
              <td className="numbers" data-label={t('console.column_people')}>
                {room.people}
              </td>
              <td className="numbers" data-label={t('console.column_documents')}>
                {room.documents}
              </td>
              <td className="numbers" data-label={t('console.column_usage')}>
                {`${formatSize(room.used)} / ${formatSize(room.storage)}`}
              </td>
              <td className="numbers" data-label={t('console.column_created')}>
                {dayOf(room.createdAt)}
              </td>
            </tr>
          ))}
        </ConsoleTable>
      )}
      <More query={query} />
      {open !== undefined && (
        <RoomPanel roomId={open} onChanged={refresh} onClose={() => setOpen(undefined)} />
      )}
      {isMaking && <NewRoomDialog onMade={refresh} onClose={() => setMaking(false)} />}
    </>
  )
}
