import './history-page.css'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Printer, RefreshCw, ShieldCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { nameOfType } from '../../../contract/features/activity-type-names.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { type ActivityFilter, isFiltered, withDayAlone } from './activity-filter.ts'
import { ActivityList } from './activity-list.tsx'
import { type Activity, useActivity } from './activity-query.ts'
import { DailyLog } from './daily-log.tsx'
import { daysKey } from './days-query.ts'
import { DownloadButton } from './download-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { usePeople } from './people-query.ts'
import { useHistoryEvents } from './use-history-events.ts'
import { useListExport } from './use-list-export.tsx'
import { useListPrint } from './use-list-print.ts'

const CheckpointDialog = lazy(() => import('./checkpoint-dialog.tsx').then((module) => ({ default: module.CheckpointDialog })))
const Drawer = lazy(() => import('../../ui/drawer.tsx').then((module) => ({ default: module.Drawer })))

interface HistoryPageProps {
  readonly roomId: number
  readonly room: { readonly roomName: string; readonly roomNo: string } | undefined
  /** As the address names it. */
  readonly filter: ActivityFilter
  readonly onFilter: (filter: ActivityFilter) => void
  /** What the room tells of itself by mail. */
  readonly settings: ReactNode
}

/** Who did what in the room, and when: filtered, printed, downloaded, proven. */
export function HistoryPage({ roomId, room, filter, onFilter, settings }: HistoryPageProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const hasPanel = useMediaQuery('(min-width: 1280px)')
  const [layer, setLayer] = useState<'days' | 'checkpoint'>()
  const scope = { roomId }
  const activity = useActivity(scope, filter)
  const exporting = useListExport(scope, filter)
  const print = useListPrint({
    activity,
    exporting,
    room: room ? `${room.roomName} (${room.roomNo})` : '',
    conditions: useConditions(roomId, filter),
  })
  useHistoryEvents({ onPrint: () => void print(), onDownload: () => void exporting.save('html') })
  useTitle(t('room.history'), room?.roomName, t('app.title'))
  const close = () => setLayer(undefined)
  const chooseDay = (day: string) => onFilter(withDayAlone(filter, day))

  return (
    <section className="history" aria-labelledby="history-title">
      <div className="history-head">
        <h1 id="history-title" className="history-title">
          {t('room.history')}
        </h1>
        <span className="meta numbers" role="status">
          {activity.total !== undefined && t('activity.total', { count: activity.total })}
        </span>
        <RefreshButton
          activity={activity}
          onRefresh={() => {
            void activity.refresh()
            void queries.invalidateQueries({ queryKey: daysKey(roomId) })
          }}
        />
        <div className="history-tools">
          {!hasPanel && <ToolButton icon={CalendarDays} label={t('activity.daily')} onClick={() => setLayer('days')} />}
          {settings}
          <ToolButton icon={ShieldCheck} label={t('activity.provenButton')} onClick={() => setLayer('checkpoint')} />
          <ToolButton icon={Printer} label={t('activity.print')} onClick={() => void print()} />
          <DownloadButton isBusy={exporting.isRunning} onSave={(format) => void exporting.save(format)} />
        </div>
      </div>
      <FilterBar roomId={roomId} filter={filter} onFilter={onFilter} />
      <div className="history-panes">
        <div className="history-log">
          <ActivityList
            scope={scope}
            activity={activity}
            hasDoers
            emptyText={t('activity.empty')}
            onClear={isFiltered(filter) ? () => onFilter({}) : undefined}
          />
        </div>
        {hasPanel && (
          <aside className="history-days" aria-label={t('activity.daily')}>
            <DailyLog roomId={roomId} filter={filter} onDay={chooseDay} />
          </aside>
        )}
      </div>
      {exporting.progress}
      <Suspense>
        {layer === 'checkpoint' && <CheckpointDialog roomId={roomId} onClose={close} />}
        {layer === 'days' && !hasPanel && (
          <Drawer label={t('activity.daily')} onDismiss={close}>
            <DailyLog
              roomId={roomId}
              filter={filter}
              onDay={(day) => {
                chooseDay(day)
                close()
              }}
            />
          </Drawer>
        )}
      </Suspense>
    </section>
  )
}

/** What the list is filtered by, in words. */
function useConditions(roomId: number, { user, type, from, to }: ActivityFilter): readonly string[] {
  const { language } = useTranslation()
  const people = usePeople(roomId)
  const person = user === undefined ? undefined : people.data?.find(({ id }) => id === user)?.userName
  const days = from === undefined && to === undefined ? undefined : `${from ?? ''} – ${to ?? ''}`
  return [person, type && nameOfType(type, language), days].filter((condition) => condition !== undefined)
}

/** What was written since the list was read is offered, and never pushes away what somebody reads. */
function RefreshButton({ activity, onRefresh }: { readonly activity: Activity; readonly onRefresh: () => void }) {
  const { t } = useTranslation()
  const { fresh, query } = activity
  const text = fresh > 0 ? t('activity.fresh', { count: fresh }) : undefined
  return (
    <>
      <Button size="small" variant={fresh > 0 ? 'primary' : 'quiet'} icon={RefreshCw} isBusy={query.isFetching} onClick={onRefresh}>
        {text ?? t('activity.refresh')}
      </Button>
      <span className="hidden" role="status">
        {text}
      </span>
    </>
  )
}
