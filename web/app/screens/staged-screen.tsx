import { StagedPage } from '../../features/publishing/index.ts'
import { PublishingSettings } from '../../features/rooms/index.ts'
import { useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

export function StagedScreen() {
  const session = useSession()
  return session ? <Staged roomId={session.roomId} /> : null
}

function Staged({ roomId }: { readonly roomId: number }) {
  const room = useRoom(roomId)
  return (
    <StagedPage
      roomId={roomId}
      roomName={room?.roomName}
      settings={<PublishingSettings roomId={roomId} />}
    />
  )
}
