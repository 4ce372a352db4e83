import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { ITEM_TYPE, ROLE } from '../../../contract/core/limits.ts'
import { MailedPage, type NewsLink, NewsPage, type NewsView } from '../../features/news/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PACE_HASH } from '../shell/account/own-dialogs.tsx'
import { Shell } from '../shell/shell.tsx'
import { useSession, useView } from '../use-app.ts'
import { useRoom } from '../use-room.ts'
import { ReaderSide } from './reader-side.tsx'

const route = getRouteApi('/inside/new')
const areaRoute = getRouteApi('/inside/operator/admin/new')

const LIST_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function NewsScreen() {
  const session = useSession()
  const { list, ...view } = route.useSearch()
  const isView = useView() !== undefined
  if (!session?.agreed) return null
  if (isView) return <Navigate to="/" search={inFolder(0)} replace />
  if (list !== undefined && LIST_ID.test(list)) return <Mailed session={session} list={list} />
  return session.roleId === ROLE.operator ? (
    <Navigate to="/admin/new" search={view} replace />
  ) : (
    <News session={session} view={view} />
  )
}

function Mailed({ session, list }: { readonly session: SessionRecord; readonly list: string }) {
  const { t } = useTranslation()
  const room = useRoom(session.roomId)
  return (
    <Shell
      roomId={session.roomId}
      sideLabel={t('app.folders')}
      side={(close) => <ReaderSide roomId={session.roomId} folder={undefined} onNavigate={close} />}
      otherArea={{ to: '/', label: t('documents.title') }}
    >
      <MailedPage
        roomId={session.roomId}
        roomName={room?.roomName}
        list={list}
        linkTo={linkTo}
        aside={
          <Link to="/new" className={buttonClass({ size: 'small' })}>
            {t('news.all')}
          </Link>
        }
      />
    </Shell>
  )
}

function PaceLink() {
  const { t } = useTranslation()
  return (
    <Link to="." search hash={PACE_HASH} className={buttonClass({ size: 'small' })}>
      {t('news.pace')}
    </Link>
  )
}

function News({ session, view }: { readonly session: SessionRecord; readonly view: NewsView }) {
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
        view={view}
        onView={(next) => void navigate({ to: '/new', search: next })}
        linkTo={linkTo}
        aside={<PaceLink />}
      />
    </Shell>
  )
}

const linkTo: NewsLink = ({ id, parent, type }, text, page) => (
  <Link
    to="/"
    search={
      type === ITEM_TYPE.folder
        ? inFolder(id)
        : { ...inFolder(parent), doc: id, ...(page === undefined ? {} : { page }) }
    }
  >
    {text}
  </Link>
)

export function AreaNewsScreen() {
  const session = useSession()
  const { tab, days } = areaRoute.useSearch()
  const navigate = useNavigate()
  const room = useRoom(session?.roomId ?? 0)
  if (!session) return null
  return (
    <NewsPage
      roomId={session.roomId}
      roomName={room?.roomName}
      isOperator
      view={{ tab, days }}
      onView={(next) => void navigate({ to: '/admin/new', search: next })}
      linkTo={linkTo}
      aside={<PaceLink />}
    />
  )
}
