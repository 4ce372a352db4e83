import './activity-list.css'
import { History, SearchX, ShieldAlert } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { ScrollArea } from '../../../ui/list/scroll-area.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import type { Activity, ActivityScope } from './activity-query.ts'
import { ActivityTable } from './activity-table.tsx'
import { MoreRows } from './more-rows.tsx'

interface ActivityListProps {
  readonly scope: ActivityScope
  readonly activity: Activity
  readonly hasActors: boolean
  readonly emptyText: string
  readonly onClear: (() => void) | undefined
}

export function ActivityList({
  scope,
  activity,
  hasActors,
  emptyText,
  onClear,
}: ActivityListProps) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLElement>(null)
  const { query, entries } = activity
  const broken = entries.filter(({ proof }) => proof === 'broken').length
  return (
    <>
      {broken > 0 && <BrokenNotice count={broken} />}
      <ScrollArea label={t('activity.list')} ref={scroller} className="activity-list">
        {!query.data && <QueryState query={query} count={8} />}
        {entries.length > 0 && (
          <ActivityTable
            scope={scope}
            entries={entries}
            hasActors={hasActors}
            scroller={scroller}
          />
        )}
        {query.data && entries.length === 0 && !onClear && (
          <EmptyState icon={History} text={emptyText} />
        )}
        {query.data && entries.length === 0 && onClear && (
          <EmptyState
            icon={SearchX}
            text={t('activity.emptyFiltered')}
            action={<Button onClick={onClear}>{t('activity.clear')}</Button>}
          />
        )}
        <MoreRows query={query} scroller={scroller} />
      </ScrollArea>
    </>
  )
}

function BrokenNotice({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  return (
    <div className="activity-notice" role="alert">
      <ShieldAlert aria-hidden="true" />
      <div>
        <p className="activity-notice-text">{t('activity.brokenNotice', { count })}</p>
        <p className="meta">{t('activity.brokenHelp')}</p>
      </div>
    </div>
  )
}
