import { useNavigate } from '@tanstack/react-router'
import { EndingPage } from '../../features/closing/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useApp, useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function EndingScreen() {
  const session = useSession()
  return session ? <Ending session={session} /> : null
}

function Ending({ session }: { readonly session: SessionRecord }) {
  const { sessions } = useApp()
  const navigate = useNavigate()
  const room = useRoom(session.roomId)
  const leave = async () => {
    await navigate({ to: '/ended', replace: true })
    sessions.end()
  }
  return <EndingPage room={session} roomName={room?.roomName} onDestroying={() => void leave()} />
}
