import { DashboardPage } from '../features/dashboard/index.ts'
import { FirstSteps } from '../features/guide/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useSession } from './house-context.ts'
import { useActivityDialog } from './use-activity-dialog.tsx'
import { useRoom } from './use-room.ts'

/** The room in numbers, for its operators. */
export function DashboardScreen() {
  const session = useSession()
  return session ? <Dashboard session={session} /> : null
}

function Dashboard({ session: { roomId, userId } }: { readonly session: SessionRecord }) {
  const room = useRoom(roomId)
  const activity = useActivityDialog(roomId)
  return (
    <>
      <DashboardPage
        roomId={roomId}
        roomName={room?.roomName}
        onItem={activity.showItem}
        onPerson={activity.showPerson}
        firstSteps={({ fileCnt, userCnt }) => <FirstSteps roomId={roomId} userId={userId} files={fileCnt} users={userCnt} />}
      />
      {activity.layer}
    </>
  )
}
