import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FolderView } from '../features/documents/index.ts'
import { MembersPage } from '../features/members/index.ts'
import { WatermarkSwitch } from '../features/rooms/index.ts'
import { UploadTools } from '../features/uploads/index.ts'
import { Icon } from '../ui/icon.tsx'
import { useHouse, useSession } from './house-context.ts'
import { useRoomName } from './shell.tsx'

const uploadRoute = getRouteApi('/operator/admin/upload')

export function UploadScreen() {
  const { t } = useTranslation()
  const { uploads } = useHouse()
  const session = useSession()
  const { folder = 0 } = uploadRoute.useSearch()
  const roomName = useRoomName(session?.roomId ?? 0)
  if (!session) return null
  return (
    <FolderView
      caller={session}
      folder={folder}
      opensFiles={false}
      screen={t('uploads.title')}
      roomName={roomName}
      tools={(name) => (
        <>
          <UploadTools queue={uploads} folder={{ id: folder, name }} />
          <div className="switches">
            <WatermarkSwitch roomId={session.roomId} />
          </div>
        </>
      )}
    />
  )
}

export function InvitationScreen() {
  const { t } = useTranslation()
  const session = useSession()
  const roomName = useRoomName(session?.roomId ?? 0)
  if (!session) return null
  const uploadLink = (
    <Link to="/admin/upload" className="button">
      <Icon name="upload" />
      {t('members.toUpload')}
    </Link>
  )
  return <MembersPage caller={session} roomName={roomName} links={uploadLink} />
}
