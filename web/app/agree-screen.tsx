import { AgreePage, type SessionRecord } from '../features/session/index.ts'
import { useHouse, useSession } from './house-context.ts'
import { useRoom } from './use-room.ts'

/** The notice that stands before the room. */
export function AgreeScreen() {
  const session = useSession()
  return session ? <Agreement session={session} /> : null
}

function Agreement({ session }: { readonly session: SessionRecord }) {
  const { sessions, leave } = useHouse()
  const room = useRoom(session.roomId)
  return <AgreePage sessions={sessions} memberId={session.id} roomName={room?.roomName} onLeave={leave} />
}
