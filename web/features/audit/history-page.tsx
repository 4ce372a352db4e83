import '../../ui/page/screen.css'
import './history-page.css'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Printer, RefreshCw, ShieldCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { nameOfType } from '../../../contract/features/activity/activity-type-names.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { DownloadButton } from './export/download-button.tsx'
import { useListExport } from './export/use-list-export.tsx'
import { useListPrint } from './export/use-list-print.ts'
import { type ActivityFilter, isFiltered, withDayAlone } from './list/activity-filter.ts'
import { ActivityList } from './list/activity-list.tsx'
import { type Activity, useActivity } from './list/activity-query.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { usePeople } from './list/people-query.ts'
import { DailyLog } from './proof/daily-log.tsx'
import { daysKey } from './proof/days-query.ts'

const CheckpointDialog = lazy(() =>
  import('./proof/checkpoint-dialog.tsx').then((module) => ({ default: module.CheckpointDialog })),
)
const Drawer = lazy(() =>
  import('../../ui/dialog/drawer.tsx').then((module) => ({ default: module.Drawer })),
)

interface HistoryPageProps {
  readonly roomId: number
  readonly room: { readonly roomName: string; readonly roomNo: string } | undefined
  readonly filter: ActivityFilter
  readonly onFilter: (filter: ActivityFilter) => void
  readonly settings: ReactNode
}

interface HistoryEvents {
  readonly onPrint: () => void
  readonly onDownload: () => void
}

/** Scripts of this window may dispatch `room-history:print`. The `postMessage` of other windows has no effect. */
function useHistoryEvents({ onPrint, onDownload }: HistoryEvents): void {
  const print = useEffectEvent(onPrint)
  const download = useEffectEvent(onDownload)
  useEffect(() => {
    const listening = new AbortController()
    const hear = (name: string, run: () => void) =>
      window.addEventListener(name, ({ target }) => target === window && run(), {
        signal: listening.signal,
      })
    hear('room-history:print', () => print())
    hear('room-history:download', () => download())
    return () => listening.abort()
  }, [])
}

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
    <section className="screen" aria-labelledby="history-title">
      <div className="screen-head">
        <h1 id="history-title" className="screen-title">
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
          {!hasPanel && (
            <ToolButton
              icon={CalendarDays}
              label={t('activity.daily')}
              onClick={() => setLayer('days')}
            />
          )}
          {settings}
          <ToolButton
            icon={ShieldCheck}
            label={t('activity.provenButton')}
            onClick={() => setLayer('checkpoint')}
          />
          <ToolButton icon={Printer} label={t('activity.print')} onClick={() => void print()} />
          <DownloadButton
            isBusy={exporting.isRunning}
            onSave={(format) => void exporting.save(format)}
          />
        </div>
      </div>
      <FilterBar roomId={roomId} filter={filter} onFilter={onFilter} />
      <div className="history-panes">
        <div className="history-log">
          <ActivityList
            scope={scope}
            activity={activity}
            hasActors
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

function useConditions(
  roomId: number,
  { user, type, from, to }: ActivityFilter,
): readonly string[] {
  const { language } = useTranslation()
  const people = usePeople(roomId)
  const person =
    user === undefined ? undefined : people.data?.find(({ id }) => id === user)?.userName
  const days = from === undefined && to === undefined ? undefined : `${from ?? ''} – ${to ?? ''}`
  return [person, type && nameOfType(type, language), days].filter(
    (condition) => condition !== undefined,
  )
}

/** Rows must not move during reading. */
function RefreshButton({
  activity,
  onRefresh,
}: {
  readonly activity: Activity
  readonly onRefresh: () => void
}) {
  const { t } = useTranslation()
  const { fresh, query } = activity
  const text = fresh > 0 ? t('activity.fresh', { count: fresh }) : undefined
  return (
    <>
      <Button
        size="small"
        variant={fresh > 0 ? 'primary' : 'quiet'}
        icon={RefreshCw}
        isBusy={query.isFetching}
        onClick={onRefresh}
      >
        {text ?? t('activity.refresh')}
      </Button>
      <span className="hidden" role="status">
        {text}
      </span>
    </>
  )
}
