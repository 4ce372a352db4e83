import '../../ui/field/field.css'
import '../../ui/page/screen.css'
import './members.css'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { systemClock } from '../../lib/browser/clock.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { findPeople } from '../../room/find-people.ts'
import { groupsKey } from '../../room/groups.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { GroupsButton } from './groups/groups-button.tsx'
import { PeopleGrouping } from './groups/people-grouping.tsx'
import { useGroups } from './groups/use-groups.ts'
import { FailedMailsNotice } from './mails/failed-mails-notice.tsx'
import { MembersBody } from './members-body.tsx'
import { membersQuery, useMembers } from './members-query.ts'
import { FIRST_SORT, filterOf, type MembersView, viewOf } from './members-view.ts'
import { ProposalsNotice } from './proposals/proposals-notice.tsx'
import { ViewButton } from './table/view-button.tsx'

const loadDialog = () => import('./invite/invite-dialog.tsx')
const preloadDialog = () => void loadDialog().catch(() => undefined)
const InviteDialog = lazy(() => loadDialog().then((module) => ({ default: module.InviteDialog })))

const SEARCH_ABOVE = 10
const FRESH_MS = 4_000
const NOBODY: ReadonlySet<number> = new Set()

interface MembersPageProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly roomName: string | undefined
  readonly shown: string | undefined
  readonly onShown: (shown: string | undefined) => void
  readonly links?: ReactNode
}

function useFresh() {
  const [fresh, setFresh] = useState(NOBODY)
  useEffect(
    () => (fresh === NOBODY ? undefined : systemClock.after(FRESH_MS, () => setFresh(NOBODY))),
    [fresh],
  )
  return [fresh, setFresh] as const
}

export function MembersPage({ caller, roomName, shown, onShown, links }: MembersPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const members = useMembers(caller.roomId)
  const [isInviting, setIsInviting] = useState(false)
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState(FIRST_SORT)
  const filter = filterOf(shown)
  const grouped = useGroups(caller.roomId)
  const view: MembersView = { filter, sort, group: grouped.shown }
  const [fresh, setFresh] = useFresh()
  const title = useRef<HTMLHeadingElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useTitle(t('members.title'), roomName, t('app.title'))

  const show = (next: MembersView['filter']) => onShown(next === 'all' ? undefined : next)
  const setView = (next: MembersView) => {
    setSort(next.sort)
    grouped.setShown(next.group)
    if (next.filter !== filter) show(next.filter)
  }
  const finishInviting = async (ids: readonly number[]) => {
    setIsInviting(false)
    setTyped('')
    show('all')
    grouped.setShown(undefined)
    void queries.invalidateQueries({ queryKey: groupsKey(caller.roomId) })
    toast({ title: 'Succeed', text: t('members.invitedDone', { count: ids.length }) })
    await queries.invalidateQueries({ queryKey: membersQuery(api, caller.roomId).queryKey })
    setFresh(new Set(ids))
    if (document.activeElement === document.body) title.current?.focus()
  }
  const { people = [], total } = members.data ?? {}
  const canSearch = people.length > SEARCH_ABOVE
  const searched = canSearch ? typed : ''
  const found = viewOf(findPeople(people, searched), view)
  const inviteButton = (variant: 'plain' | 'primary') => (
    <Button
      variant={variant}
      icon={UserPlus}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
      onClick={() => setIsInviting(true)}
    >
      {t('members.invite')}
    </Button>
  )

  return (
    <section className="screen" aria-labelledby="members-title">
      <div className="screen-head">
        <h1 id="members-title" ref={title} className="screen-title" tabIndex={-1}>
          {t('members.title')}
        </h1>
        {total !== undefined && (
          <span className="meta numbers">{t('members.count', { count: total })}</span>
        )}
        {canSearch && (
          <SearchField
            inputRef={search}
            value={typed}
            hits={searched.trim() === '' ? undefined : found.length}
            onValue={setTyped}
          />
        )}
        <div className="members-tools">
          {people.length > 1 && <ViewButton view={view} onView={setView} />}
          <GroupsButton roomId={caller.roomId} />
          {links}
          {inviteButton('primary')}
        </div>
      </div>
      <PeopleGrouping roomId={caller.roomId} grouped={grouped} total={total} found={found}>
        <ProposalsNotice roomId={caller.roomId} />
        <FailedMailsNotice roomId={caller.roomId} onChanged={() => void members.refetch()} />
        <MembersBody
          caller={caller}
          members={members}
          found={found}
          searched={searched}
          fresh={fresh}
          view={view}
          onView={setView}
          inviteButton={inviteButton('plain')}
          onSearchEnd={() => {
            setTyped('')
            search.current?.focus()
          }}
          onRemoved={() => title.current?.focus()}
        />
      </PeopleGrouping>
      {isInviting && (
        <Suspense>
          <InviteDialog
            caller={caller}
            onClose={() => setIsInviting(false)}
            onInvited={(ids) => void finishInviting(ids)}
          />
        </Suspense>
      )}
    </section>
  )
}

interface SearchFieldProps {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly hits: number | undefined
  readonly onValue: (value: string) => void
}

function SearchField({ inputRef, value, hits, onValue }: SearchFieldProps) {
  const { t } = useTranslation()
  return (
    <search className="members-search">
      <input
        ref={inputRef}
        className="field field-small"
        type="search"
        aria-label={t('members.search')}
        placeholder={t('members.searchHint')}
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
      <p className="hidden" role="status">
        {hits !== undefined && t('members.count', { count: hits })}
      </p>
    </search>
  )
}
