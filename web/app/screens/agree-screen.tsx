import { AgreePage, type SessionRecord } from '../../features/session/index.ts'
import { BrandMark } from '../../room/brand/brand-mark.tsx'
import { Mark } from '../../ui/page/mark.tsx'
import { useApp, useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function AgreeScreen() {
  const session = useSession()
  return session ? <Agreement session={session} /> : null
}

function Agreement({ session }: { readonly session: SessionRecord }) {
  const { sessions, leave } = useApp()
  const room = useRoom(session.roomId)
  const mark = room?.brand ? <BrandMark roomId={session.roomId} brand={room.brand} /> : <Mark />
  return (
    <AgreePage
      {...{ sessions, mark, roomId: session.roomId, memberId: session.id }}
      roomName={room?.roomName}
      onLeave={leave}
    />
  )
}
