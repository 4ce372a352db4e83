import '../../ui/page/screen.css'
import './dashboard.css'
import './charts/drawings.css'
import { CircleQuestionMark } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FailedQuery } from '../../ui/state/query-state.tsx'
import { QuietTool } from '../../ui/tool-button.tsx'
import { type RoomNumbers, useGroups, useNumbers, useOverview } from './dashboard-query.ts'
import { DashboardSkeleton, PanelsSkeleton } from './dashboard-skeleton.tsx'
import { DaysPanel } from './days-panel.tsx'
import { GroupChoice, useGroupChoice } from './group-choice.tsx'
import { NumberCards } from './number-cards.tsx'
import { useOperatorsChoice } from './operators-choice.ts'
import { OperatorsSwitch } from './operators-switch.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { DocumentsPanel, GroupsPanel, PeoplePanel } from './top-panels.tsx'

const loadMenus = () => import('./menus-dialog.tsx')
const preloadMenus = () => void loadMenus().catch(() => undefined)
const MenusDialog = lazy(() => loadMenus().then((module) => ({ default: module.MenusDialog })))

interface DashboardPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly onItem: (id: number, name: string) => void
  readonly onPerson: (userId: number, name: string) => void
  readonly names: ReactNode
  readonly questions: ReactNode
  readonly firstSteps: (info: RoomNumbers['info']) => ReactNode
}

export function DashboardPage({
  roomId,
  roomName,
  onItem,
  onPerson,
  names,
  questions,
  firstSteps,
}: DashboardPageProps) {
  const { t } = useTranslation()
  const numbers = useNumbers(roomId)
  const [withOperators] = useOperatorsChoice()
  const groups = useGroups(roomId)
  const groupId = useGroupChoice(groups.data)
  const overview = useOverview(roomId, { withOperators, groupId })
  const [isMenusOpen, setMenusOpen] = useState(false)
  useTitle(t('app.dashboard'), roomName, t('app.title'))
  return (
    <section className="screen-parts dashboard" aria-labelledby="dashboard-title">
      <div className="dashboard-head">
        <h1 id="dashboard-title" className="title">
          {t('app.dashboard')}
        </h1>
        <GroupChoice groups={groups.data} />
        <OperatorsSwitch />
        <QuietTool
          icon={CircleQuestionMark}
          label={t('dashboard.menus')}
          onPointerEnter={preloadMenus}
          onFocus={preloadMenus}
          onClick={() => setMenusOpen(true)}
        />
        {names}
      </div>
      <Stale queries={[numbers, overview]} />
      {numbers.data ? (
        <>
          {firstSteps(numbers.data.info)}
          <NumberCards info={numbers.data.info} today={overview.data?.days.at(-1)} />
          <div className="dashboard-panels">
            <div className="dashboard-column">
              <StoragePanel numbers={numbers.data} />
              {questions}
              {overview.data && (
                <DocumentsPanel documents={overview.data.documents} onItem={onItem} />
              )}
            </div>
            <div className="dashboard-column">
              {overview.data ? (
                <>
                  <DaysPanel days={overview.data.days} />
                  <PeoplePanel people={overview.data.people} onPerson={onPerson} />
                  {groups.data && groups.data.length > 1 && (
                    <GroupsPanel uses={overview.data.groups} groups={groups.data} />
                  )}
                </>
              ) : (
                <Missing query={overview} skeleton={<PanelsSkeleton />} />
              )}
            </div>
          </div>
        </>
      ) : (
        <Missing query={numbers} skeleton={<DashboardSkeleton />} />
      )}
      {isMenusOpen && (
        <Suspense>
          <MenusDialog onClose={() => setMenusOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

type AnyQuery = Pick<ReturnType<typeof useNumbers>, 'error' | 'isFetching'> & {
  readonly data?: unknown
  readonly refetch: () => unknown
}

interface MissingProps {
  readonly query: AnyQuery
  readonly skeleton: ReactNode
}

const Missing = ({ query, skeleton }: MissingProps) =>
  query.error ? <FailedQuery query={query} /> : skeleton

function Stale({ queries }: { readonly queries: readonly AnyQuery[] }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const stale = queries.filter(({ data, error }) => data !== undefined && error)
  if (stale.length === 0) return null
  return (
    <div className="dashboard-stale" role="alert">
      <p>{t('dashboard.stale', { reason: errorText(stale[0]?.error) })}</p>
      <Button
        size="small"
        isBusy={stale.some(({ isFetching }) => isFetching)}
        onClick={() => {
          for (const { refetch } of stale) void refetch()
        }}
      >
        {t('common.retry')}
      </Button>
    </div>
  )
}
