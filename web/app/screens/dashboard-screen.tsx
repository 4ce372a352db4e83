import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DashboardPage } from '../../features/dashboard/index.ts'
import { FirstSteps } from '../../features/guide/index.ts'
import { QuestionsCard } from '../../features/questions/questions-card.tsx'
import { AgreementSettings } from '../../features/rooms/agreement/agreement-settings.tsx'
import { BrandSettings } from '../../features/rooms/brand/brand-settings.tsx'
import { MailTextsSettings } from '../../features/rooms/mail-texts/mail-texts-settings.tsx'
import type { SessionRecord } from '../../features/session/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { QuietTool } from '../../ui/tool-button.tsx'
import { useActivityDialog } from '../shell/use-activity-dialog.tsx'
import { useApp, useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'
import { loadNames } from './late-parts.ts'

export function DashboardScreen() {
  const session = useSession()
  return session ? <Dashboard session={session} /> : null
}

function Dashboard({ session }: { readonly session: SessionRecord }) {
  const { roomId, userId } = session
  const room = useRoom(roomId)
  const activity = useActivityDialog(roomId)
  return (
    <>
      <DashboardPage
        roomId={roomId}
        roomName={room?.roomName}
        onItem={activity.showItem}
        onPerson={activity.showPerson}
        names={
          <>
            <Names session={session} />
            <BrandSettings roomId={roomId} />
            <MailTextsSettings roomId={roomId} />
            <AgreementSettings roomId={roomId} />
          </>
        }
        questions={
          <QuestionsCard
            roomId={roomId}
            way={(text) => <Link to="/admin/questions">{text}</Link>}
          />
        }
        firstSteps={({ fileCnt, userCnt }) => (
          <FirstSteps roomId={roomId} userId={userId} files={fileCnt} users={userCnt} />
        )}
      />
      {activity.layer}
    </>
  )
}

function Names({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const { i18n } = useApp()
  const [Layer] = useState(() =>
    lazy(async () => ({ default: (await loadNames(i18n)).NamesLayer })),
  )
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <QuietTool icon={Pencil} label={t('names.title')} onClick={() => setOpen(true)} />
      <Suspense>{isOpen && <Layer session={session} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
