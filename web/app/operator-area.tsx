import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../features/members/index.ts'
import { OperatorGate } from '../features/operator-gate/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useErrorText } from '../lib/api-context.ts'
import { ApiError } from '../lib/api-error.ts'
import { Icon } from '../ui/icon.tsx'
import { RAISED_KEY } from './house.ts'
import { useHouse, useSession } from './house-context.ts'
import { Shell } from './shell.tsx'

/** Asks for something that only a raised session gets; nothing here remembers the answer beyond the page. */
function useRaised(roomId: number) {
  const { api, queries } = useHouse()
  return useQuery({
    queryKey: RAISED_KEY,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    queryFn: async () => {
      try {
        await queries.fetchQuery({ ...membersQuery(api, roomId), staleTime: 0 })
        return true
      } catch (error) {
        if (error instanceof ApiError && error.code === 'NOT_RAISED') return false
        throw error
      }
    },
  })
}

export function OperatorArea() {
  const session = useSession()
  return session?.agreed ? <RaisedArea session={session} /> : null
}

function RaisedArea({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const { queries } = useHouse()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const raised = useRaised(session.roomId)

  const userLink = (
    <Link to="/" className="button">
      {t('app.userScreen')}
    </Link>
  )
  return (
    <Shell roomId={session.roomId} side={<OperatorMenu />} switchLink={userLink}>
      {raised.data === true && <Outlet />}
      {raised.data === false && (
        <OperatorGate caller={session} onOpen={() => queries.setQueryData(RAISED_KEY, true)} onCancel={() => void navigate({ to: '/' })} />
      )}
      {raised.data === undefined && (
        <div className="empty" role="status">
          <p>{raised.isError ? errorText(raised.error) : t('common.loading')}</p>
          {raised.isError && (
            <button type="button" className="button" onClick={() => void raised.refetch()}>
              {t('common.retry')}
            </button>
          )}
        </div>
      )}
    </Shell>
  )
}

function OperatorMenu() {
  const { t } = useTranslation()
  return (
    <nav className="side-nav" aria-label={t('app.menu')}>
      <ul>
        <li>
          <Link to="/admin/upload">
            <Icon name="upload" />
            <span>{t('uploads.title')}</span>
          </Link>
        </li>
        <li>
          <Link to="/admin/invitation">
            <Icon name="people" />
            <span>{t('members.title')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}
