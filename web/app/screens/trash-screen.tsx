import { TrashPage } from '../../features/documents/trash/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function TrashScreen() {
  const session = useSession()
  return session ? <Trash session={session} /> : null
}

function Trash({ session }: { readonly session: SessionRecord }) {
  const room = useRoom(session.roomId)
  return <TrashPage caller={session} roomName={room?.roomName} />
}
