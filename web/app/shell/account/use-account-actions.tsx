import { useNavigate } from '@tanstack/react-router'
import {
  Download,
  History,
  LayoutGrid,
  ListTree,
  Mail,
  MonitorSmartphone,
  Settings,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useProposeDialog } from '../../../features/proposals/index.ts'
import { useSessionsDialog } from '../../../features/session/index.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator } from '../../../room/room-access.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { useRoom } from '../../use-room.ts'
import {
  useIndexDialog,
  useOwnActivity,
  useOwnArchive,
  usePaceDialog,
  useSecurityDialog,
} from './own-dialogs.tsx'

/** What the person has in every room, with the dialogs that it opens. */
export function useAccountActions(
  roomId: number,
  hasIndex: boolean,
  blockedBecause: string | undefined,
): readonly [entries: readonly MenuAction[], dialogs: ReactNode, openArchive: () => void] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isContentOperator = useIsContentOperator()
  const ownActivity = useOwnActivity()
  const ownArchive = useOwnArchive(roomId)
  const index = useIndexDialog(roomId, hasIndex && !isContentOperator)
  const sessions = useSessionsDialog()
  const security = useSecurityDialog(roomId)
  const pace = usePaceDialog(blockedBecause !== undefined)
  const proposing = useProposeDialog(roomId, useRoom(roomId)?.leads === true)
  const toArchive: readonly MenuAction[] = isContentOperator
    ? []
    : [
        {
          id: 'archive',
          icon: Download,
          label: t('sessions.archive'),
          blockedBecause,
          onAction: ownArchive.open,
        },
      ]
  const entries: readonly MenuAction[] = [
    {
      id: 'activity',
      icon: History,
      label: t('sessions.activity'),
      blockedBecause,
      onAction: ownActivity.open,
    },
    { id: 'index', icon: ListTree, label: t('app.index'), blockedBecause, onAction: index.open },
    ...toArchive,
    {
      id: 'rooms',
      icon: LayoutGrid,
      label: t('sessions.rooms'),
      blockedBecause,
      onAction: () => void navigate({ to: '/rooms' }),
    },
    {
      id: 'sessions',
      icon: MonitorSmartphone,
      label: t('sessions.title'),
      blockedBecause,
      onAction: sessions.open,
    },
    {
      id: 'security',
      icon: Settings,
      label: t('sessions.security'),
      blockedBecause,
      onAction: security.open,
    },
    { id: 'mails', icon: Mail, label: t('app.mails'), blockedBecause, onAction: pace.open },
    ...proposing.actions,
  ]
  const dialogs = (
    <>
      {ownActivity.dialog}
      {ownArchive.dialog}
      {index.dialog}
      {sessions.dialog}
      {security.dialog}
      {pace.dialog}
      {proposing.dialog}
    </>
  )
  return [entries, dialogs, ownArchive.open]
}
