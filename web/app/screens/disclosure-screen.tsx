import { DisclosurePage } from '../../features/disclosure/index.ts'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function DisclosureScreen() {
  const session = useSession()
  const room = useRoom(session?.roomId ?? 0)
  return session ? <DisclosurePage roomId={session.roomId} roomName={room?.roomName} /> : null
}
