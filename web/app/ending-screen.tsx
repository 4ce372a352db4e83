import { useNavigate } from '@tanstack/react-router'
import { EndingPage } from '../features/ending/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useHouse, useSession } from './house-context.ts'
import { useRoom } from './use-room.ts'

/** How the room ends, for its operators. */
export function EndingScreen() {
  const session = useSession()
  return session ? <Ending session={session} /> : null
}

function Ending({ session }: { readonly session: SessionRecord }) {
  const { sessions } = useHouse()
  const navigate = useNavigate()
  const room = useRoom(session.roomId)
  const leave = async () => {
    await navigate({ to: '/ended', replace: true })
    sessions.end()
  }
  return <EndingPage room={session} roomName={room?.roomName} onDestroying={() => void leave()} />
}
