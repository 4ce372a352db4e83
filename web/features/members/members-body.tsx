import { ListFilter, SearchX, Users } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, FailureState, SkeletonRows } from '../../ui/state/states.tsx'
import type { Member, useMembers } from './members-query.ts'
import type { MembersView } from './members-view.ts'
import { RIGHTS } from './table/member-rights.ts'
import { MemberTable } from './table/member-table.tsx'

interface MembersBodyProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly members: ReturnType<typeof useMembers>
  readonly found: readonly Member[]
  readonly searched: string
  readonly fresh: ReadonlySet<number>
  readonly view: MembersView
  readonly onView: (view: MembersView) => void
  readonly inviteButton: ReactNode
  readonly onSearchEnd: () => void
  readonly onRemoved: () => void
}

export function MembersBody(props: MembersBodyProps) {
  const {
    caller,
    members,
    found,
    searched,
    fresh,
    view,
    onView,
    inviteButton,
    onSearchEnd,
    onRemoved,
  } = props
  const { t } = useTranslation()
  const errorText = useErrorText()
  const scroller = useRef<HTMLDivElement>(null)
  const { data, error, hasNextPage, isFetching, isFetchNextPageError } = members
  const isAlone = data?.people.length === 1 && data.people[0]?.id === caller.id
  const retry = () => void (isFetchNextPageError ? members.fetchNextPage() : members.refetch())

  return (
    <div ref={scroller} className="members-body">
      {members.isPending && <SkeletonRows label={t('common.loading')} count={8} />}
      {error && data && (
        <div className="members-stale" role="alert">
          <p>{t('members.stale', { reason: errorText(error) })}</p>
          <Button size="small" isBusy={isFetching} onClick={retry}>
            {t('common.retry')}
          </Button>
        </div>
      )}
      {error && !data && (
        <FailureState
          text={errorText(error)}
          retryLabel={t('common.retry')}
          isRetrying={isFetching}
          onRetry={retry}
        />
      )}
      {found.length > 0 && (
        <MemberTable
          caller={caller}
          members={found}
          everybody={hasNextPage ? undefined : data?.people}
          fresh={fresh}
          view={view}
          onView={onView}
          scroller={scroller}
          onRemoved={onRemoved}
        />
      )}
      {isAlone && (
        <>
          <PlaceholderRow />
          <EmptyState icon={Users} text={t('members.empty')} action={inviteButton} />
        </>
      )}
      {data && found.length === 0 && searched !== '' && (
        <EmptyState
          icon={SearchX}
          text={t('members.noHit', { searched: searched.trim() })}
          action={<Button onClick={onSearchEnd}>{t('members.clear')}</Button>}
        />
      )}
      {data && found.length === 0 && searched === '' && (
        <EmptyState
          icon={ListFilter}
          text={t('members.noneShown')}
          action={
            <Button onClick={() => onView({ ...view, filter: 'all', group: undefined })}>
              {t('members.showAll')}
            </Button>
          }
        />
      )}
    </div>
  )
}

function PlaceholderRow() {
  const { t } = useTranslation()
  return (
    <div className="members-placeholder" aria-hidden="true">
      <span className="members-placeholder-text">{t('members.placeholder')}</span>
      {RIGHTS.map((right) => (
        <span key={right} className="members-placeholder-switch" />
      ))}
    </div>
  )
}
