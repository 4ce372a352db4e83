import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { MembersPage } from '../features/members/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { buttonClass } from '../ui/button.tsx'
import { useSession } from './house-context.ts'
import { useRoom } from './use-room.ts'

/** The people of the room, for its operators. */
export function InvitationScreen() {
  const session = useSession()
  return session ? <Invitation session={session} /> : null
}

function Invitation({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const room = useRoom(session.roomId)
  const uploadLink = (
    <Link to="/admin/upload" className={buttonClass()}>
      <Upload />
      {t('members.toUpload')}
    </Link>
  )
  return <MembersPage caller={session} roomName={room?.roomName} links={uploadLink} />
}
