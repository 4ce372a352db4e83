import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ROLE } from '../../../contract/core/limits.ts'
import { type QuestionsAddress, QuestionsPage } from '../../features/questions/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { Shell } from '../shell/shell.tsx'
import { useSession, useView } from '../use-app.ts'
import { useRoom } from '../use-room.ts'
import { ReaderSide } from './reader-side.tsx'

const route = getRouteApi('/inside/questions')
const areaRoute = getRouteApi('/inside/operator/admin/questions')

export function QuestionsScreen() {
  const session = useSession()
  const at = route.useSearch()
  const isView = useView() !== undefined
  if (!session?.agreed) return null
  return session.roleId === ROLE.operator && !isView ? (
    <Navigate to="/admin/questions" search={at} replace />
  ) : (
    <Questions session={session} at={at} isView={isView} />
  )
}

interface QuestionsProps {
  readonly session: SessionRecord
  readonly at: QuestionsAddress
  readonly isView: boolean
}

function Questions({ session, at, isView }: QuestionsProps) {
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
      <QuestionsPage
        roomId={session.roomId}
        roomName={room?.roomName}
        memberId={session.id}
        isArea={false}
        isView={isView}
        at={at}
        onAddress={(next) => void navigate({ to: '/questions', search: searchOf(next) })}
        linkTo={linkTo}
      />
    </Shell>
  )
}

const searchOf = ({ thread, tab }: QuestionsAddress) => ({
  thread,
  tab: tab === 'threads' ? undefined : tab,
})

const linkTo: ComponentProps<typeof QuestionsPage>['linkTo'] = (
  { itemId, parent, page, isFolder },
  text,
) => (
  <Link
    to="/"
    search={
      isFolder
        ? inFolder(itemId)
        : { ...inFolder(parent), doc: itemId, ...(page === undefined ? {} : { page }) }
    }
  >
    {text}
  </Link>
)

export function AreaQuestionsScreen() {
  const session = useSession()
  const at = areaRoute.useSearch()
  const navigate = useNavigate()
  const room = useRoom(session?.roomId ?? 0)
  if (!session) return null
  return (
    <QuestionsPage
      roomId={session.roomId}
      roomName={room?.roomName}
      memberId={session.id}
      isArea
      isView={false}
      at={at}
      onAddress={(next) => void navigate({ to: '/admin/questions', search: searchOf(next) })}
      linkTo={linkTo}
    />
  )
}
