import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { filterOf, HistoryPage } from '../../features/audit/index.ts'
import { ReportingSettings } from '../../features/rooms/index.ts'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

const route = getRouteApi('/inside/operator/admin/history')

export function HistoryScreen() {
  const session = useSession()
  return session ? <History roomId={session.roomId} /> : null
}

function History({ roomId }: { readonly roomId: number }) {
  const navigate = useNavigate()
  const room = useRoom(roomId)
  const filter = filterOf(route.useSearch())
  return (
    <HistoryPage
      roomId={roomId}
      room={room}
      filter={filter}
      settings={<ReportingSettings roomId={roomId} />}
      onFilter={(search) => void navigate({ to: '/admin/history', search, resetScroll: false })}
    />
  )
}
