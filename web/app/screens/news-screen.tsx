import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ITEM_TYPE, ROLE } from '../../../contract/core/limits.ts'
import { type NewsLink, NewsPage, type NewsTab } from '../../features/news/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { Shell } from '../shell/shell.tsx'
import { useSession, useView } from '../use-app.ts'
import { useRoom } from '../use-room.ts'
import { ReaderSide } from './reader-side.tsx'

const route = getRouteApi('/inside/new')
const areaRoute = getRouteApi('/inside/operator/admin/new')

/** Operators have theirs in their area, and a view as another person has none. */
export function NewsScreen() {
  const session = useSession()
  const { tab } = route.useSearch()
  const isView = useView() !== undefined
  if (!session?.agreed) return null
  if (isView) return <Navigate to="/" search={inFolder(0)} replace />
  return session.roleId === ROLE.operator ? <Navigate to="/admin/new" search={{ tab }} replace /> : <News session={session} tab={tab} />
}

function News({ session, tab }: { readonly session: SessionRecord; readonly tab: NewsTab | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const room = useRoom(session.roomId)
  return (
    <Shell
      roomId={session.roomId}
      sideLabel={t('app.folders')}
      side={(close) => <ReaderSide roomId={session.roomId} folder={undefined} onNavigate={close} />}
      otherArea={{ to: '/', label: t('documents.title') }}
    >
      <NewsPage
        roomId={session.roomId}
        roomName={room?.roomName}
        isOperator={false}
        tab={tab ?? 'new'}
        onTab={(next) => void navigate({ to: '/new', search: searchOf(next) })}
        linkTo={linkTo}
      />
    </Shell>
  )
}

const searchOf = (tab: NewsTab) => ({ tab: tab === 'new' ? undefined : tab })

/** Documents open beside their folder. */
const linkTo: NewsLink = ({ id, parent, type }, text) => (
  <Link to="/" search={type === ITEM_TYPE.folder ? inFolder(id) : { ...inFolder(parent), doc: id }}>
    {text}
  </Link>
)

export function AreaNewsScreen() {
  const session = useSession()
  const { tab } = areaRoute.useSearch()
  const navigate = useNavigate()
  const room = useRoom(session?.roomId ?? 0)
  if (!session) return null
  return (
    <NewsPage
      roomId={session.roomId}
      roomName={room?.roomName}
      isOperator
      tab={tab ?? 'new'}
      onTab={(next) => void navigate({ to: '/admin/new', search: searchOf(next) })}
      linkTo={linkTo}
    />
  )
}
