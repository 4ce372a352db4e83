import { PermissionsPage } from '../../features/rights/matrix/index.ts'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function PermissionsScreen() {
  const session = useSession()
  return session ? <Permissions roomId={session.roomId} /> : null
}

function Permissions({ roomId }: { readonly roomId: number }) {
  const room = useRoom(roomId)
  return <PermissionsPage roomId={roomId} roomName={room?.roomName} />
}
