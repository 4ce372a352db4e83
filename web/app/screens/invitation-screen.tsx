import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { viewAs } from '../../../contract/features/session.ts'
import {
  ActivityProvider,
  MembersPage,
  RightsProvider,
  ViewAsProvider,
} from '../../features/members/index.ts'
import {
  EnteringSettings,
  ReadingLimitsSettings,
  SignOnSettings,
} from '../../features/rooms/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { RightsSubject } from '../../room/rights-subject.ts'
import type { ViewSubject } from '../../room/view-subject.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { useActivityDialog } from '../shell/use-activity-dialog.tsx'
import { useReachDialog, useRightsDialog } from '../shell/use-rights-dialog.tsx'
import { useApp, useSession } from '../use-app.ts'
import { useRoom } from '../use-room.ts'

const route = getRouteApi('/inside/operator/admin/invitation')

const ROOT: RightsSubject = { id: 0, name: '', parent: undefined, isFolder: true }

export function InvitationScreen() {
  const session = useSession()
  return session ? <Invitation session={session} /> : null
}

function Invitation({ session }: { readonly session: SessionRecord }) {
  const { t } = useTranslation()
  const room = useRoom(session.roomId)
  const viewing = useViewAs()
  const activity = useActivityDialog(session.roomId)
  const rights = useRightsDialog(session.roomId)
  const reach = useReachDialog(session.roomId)
  const navigate = useNavigate()
  const { show } = route.useSearch()
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const links = (
    <>
      <EnteringSettings roomId={session.roomId} />
      <SignOnSettings roomId={session.roomId} />
      <ReadingLimitsSettings roomId={session.roomId} />
      {isNarrow ? (
        <Link
          to="/admin/upload"
          className={`${buttonClass()} button-icon`}
          aria-label={t('members.toUpload')}
          data-tip={t('members.toUpload')}
        >
          <Upload />
        </Link>
      ) : (
        <Link to="/admin/upload" className={buttonClass()}>
          <Upload />
          {t('members.toUpload')}
        </Link>
      )}
    </>
  )
  return (
    <ViewAsProvider value={viewing}>
      <ActivityProvider value={activity.showPerson}>
        <RightsProvider
          value={{ openRoot: () => rights.show([ROOT], 'levels'), openReach: reach.show }}
        >
          <MembersPage
            caller={session}
            roomName={room?.roomName}
            shown={show}
            onShown={(next) =>
              void navigate({
                to: '/admin/invitation',
                search: { show: next },
                replace: true,
                resetScroll: false,
              })
            }
            links={links}
          />
        </RightsProvider>
      </ActivityProvider>
      {activity.layer}
      {rights.layer}
      {reach.layer}
    </ViewAsProvider>
  )
}

function useViewAs() {
  const { api, views } = useApp()
  const navigate = useNavigate()
  const block = useBusy()
  const alertError = useErrorAlert()
  const [left, setLeft] = useState(views.left)
  const opening = useMutation({
    mutationFn: (subject: ViewSubject) =>
      block(
        api.call(viewAs, {
          body:
            'groupId' in subject
              ? { groupId: subject.groupId }
              : { roomManagerId: subject.memberId },
        }),
      ),
    onSuccess(opened) {
      views.begin(opened)
      void navigate({ to: '/' })
    },
  })
  return {
    open: (subject: ViewSubject) => opening.mutateAsync(subject).then(() => undefined, alertError),
    returnedFrom: left?.subject,
    onReturned: () => {
      views.forget()
      setLeft(undefined)
    },
  }
}
