import './upload-screen.css'
import { getRouteApi } from '@tanstack/react-router'
import { ManagedFolderView } from '../features/documents/index.ts'
import { RoomSwitches, ViewingSettings } from '../features/rooms/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { DropPanel, UploadTools } from '../features/uploads/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { usePhaseBlock } from '../lib/room-phase.ts'
import { useSession } from './house-context.ts'
import { useUploads } from './uploads-context.ts'
import { useActivityDialog } from './use-activity-dialog.tsx'
import { useRoom } from './use-room.ts'

const route = getRouteApi('/inside/operator/admin/upload')

/** The folders as operators fill them. */
export function UploadScreen() {
  const session = useSession()
  return session ? <Upload session={session} /> : null
}

function Upload({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const uploads = useUploads()
  const { folder = 0 } = route.useSearch()
  const room = useRoom(session.roomId)
  const activity = useActivityDialog(session.roomId)
  const isBlocked = usePhaseBlock('documents.write') !== undefined
  return (
    <>
      <ManagedFolderView
        caller={session}
        folder={folder}
        opensFiles={false}
        onActivity={({ id, name }) => activity.showItem(id, name)}
        screen={t('uploads.title')}
        roomName={room?.roomName}
        above={(name) =>
          uploads &&
          !isBlocked && (
            <div className="upload-drop">
              <DropPanel queue={uploads} folder={{ id: folder, name }} />
            </div>
          )
        }
        tools={(name) => (
          <>
            {uploads && <UploadTools queue={uploads} folder={{ id: folder, name }} />}
            <div className="upload-switches">
              <RoomSwitches roomId={session.roomId} email={session.email} />
              <ViewingSettings roomId={session.roomId} />
            </div>
          </>
        )}
      />
      {activity.layer}
    </>
  )
}
