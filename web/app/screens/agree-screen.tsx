import { AgreePage, type SessionRecord } from '../../features/session/index.ts'
import { useApp, useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function AgreeScreen() {
  const session = useSession()
  return session ? <Agreement session={session} /> : null
}

function Agreement({ session }: { readonly session: SessionRecord }) {
  const { sessions, leave } = useApp()
  const room = useRoom(session.roomId)
  return <AgreePage sessions={sessions} memberId={session.id} roomName={room?.roomName} onLeave={leave} />
}
