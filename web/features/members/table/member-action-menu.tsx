import {
  Activity,
  Ear,
  EarOff,
  Eye,
  KeyRound,
  ListTree,
  LogOut,
  MailPlus,
  Pencil,
  ShieldEllipsis,
  ShieldMinus,
  ShieldOff,
  ShieldPlus,
  UserMinus,
  UserStar,
  UsersRound,
} from 'lucide-react'
import type { OperatorScope } from '../../../../contract/core/permissions.ts'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useShowActivity } from '../activity-context.ts'
import { isGrouped, useGrouping } from '../groups/grouping-context.ts'
import type { Member } from '../members-query.ts'
import { useRightsViews } from '../rights-context.ts'
import { useViewAs } from '../view-as-context.ts'
import type { MemberActions } from './actions/use-member-actions.ts'
import { isContentOperator, isOperator } from './member-status.ts'

export type MemberDialogName = 'edit' | 'pin' | 'unmake'

interface MemberActionMenuProps {
  readonly member: Member
  readonly actions: MemberActions
  readonly held: string | undefined
  readonly isSelf: boolean
  readonly anchor: MenuAnchor
  readonly act: (ask: () => Promise<void>) => Promise<void>
  readonly onDialog: (name: MemberDialogName) => void
  readonly onRemoved: () => void
  readonly onClose: () => void
}

export function MemberActionMenu({
  member,
  actions,
  held,
  isSelf,
  anchor,
  act,
  onDialog,
  onRemoved,
  onClose,
}: MemberActionMenuProps) {
  const { t } = useTranslation()
  const grouping = useGrouping()
  const reading = useReadingActions(member, isSelf, act)
  const needsGroup = isOperator(member) && member.isUngrouped === true && isGrouped(grouping)
  const own = participantActionsOf(member, {
    t,
    toggleText: () => void act(() => actions.toggle('text')),
    toggleLead: () => void act(actions.toggleLead),
    move: () => grouping.onMove([member]),
    isGrouped: isGrouped(grouping),
  })
  const role = roleActionsOf(member, {
    t,
    held,
    make: (scope) => void act(() => actions.makeOperator(scope)),
    unmake: () => (needsGroup ? onDialog('unmake') : void act(actions.endOperator)),
  })
  return (
    <LazyMenu
      label={t('members.menu', { name: member.userName })}
      anchor={anchor}
      onClose={onClose}
      actions={[
        { id: 'edit', label: t('members.edit'), icon: Pencil, onAction: () => onDialog('edit') },
        ...reading,
        {
          id: 'invite-again',
          label: t('members.inviteAgain'),
          icon: MailPlus,
          onAction: () => void act(actions.inviteAgain),
        },
        {
          id: 'show-pin',
          label: t('members.showPin'),
          icon: KeyRound,
          onAction: () => onDialog('pin'),
        },
        ...own.text,
        ...role,
        ...own.place,
        {
          id: 'sign-out',
          label: t('members.signOut'),
          icon: LogOut,
          blockedBecause: isSelf ? t('members.signOutSelf') : undefined,
          onAction: () => void act(actions.signOut),
        },
        {
          id: 'reset-security',
          label: t('members.resetSecurity'),
          icon: ShieldOff,
          onAction: () => void act(actions.resetSecurity),
        },
        {
          id: 'remove',
          label: t('members.remove'),
          icon: UserMinus,
          isDangerous: true,
          blockedBecause: held,
          onAction: () => void act(() => actions.remove(onRemoved)),
        },
      ]}
    />
  )
}

/** What the person sees and did. */
function useReadingActions(
  member: Member,
  isSelf: boolean,
  act: MemberActionMenuProps['act'],
): readonly MenuAction[] {
  const { t } = useTranslation()
  const viewAs = useViewAs()
  const viewBlocked = usePhaseBlock('members.viewAs')
  const showActivity = useShowActivity()
  const rights = useRightsViews()
  const { id, userName: name } = member
  const reach = {
    id: 'reach',
    label: t('rights.reachMenu'),
    icon: ListTree,
    onAction: () => rights.openReach({ name, who: { roomManagerId: id } }),
  }
  return [
    {
      id: 'view-as',
      label: t('members.viewAs'),
      icon: Eye,
      blockedBecause: isSelf
        ? t('members.viewAsSelf')
        : member.access
          ? viewBlocked
          : t('members.viewAsBlocked'),
      onAction: () => void act(() => viewAs.open({ memberId: id })),
    },
    ...(isOperator(member) ? [] : [reach]),
    {
      id: 'activity',
      label: t('members.activity'),
      icon: Activity,
      onAction: () => showActivity(member.userId, name),
    },
  ]
}

interface ParticipantCommands {
  readonly t: Translate
  readonly toggleText: () => void
  readonly toggleLead: () => void
  readonly move: () => void
  readonly isGrouped: boolean
}

const NONE = { text: [], place: [] }

function participantActionsOf(
  member: Member,
  commands: ParticipantCommands,
): Record<'text' | 'place', readonly MenuAction[]> {
  if (isOperator(member)) return NONE
  const { t, toggleText, toggleLead, move } = commands
  return {
    text: [
      {
        id: 'text',
        label: t(member.text ? 'members.textBlock' : 'members.textAllow'),
        icon: member.text ? EarOff : Ear,
        onAction: toggleText,
      },
    ],
    place: [
      {
        id: 'lead',
        label: t(member.isLead ? 'proposals.endLead' : 'proposals.makeLead'),
        icon: UserStar,
        onAction: toggleLead,
      },
      {
        id: 'move',
        label: t('groups.move'),
        icon: UsersRound,
        blockedBecause: commands.isGrouped ? undefined : t('groups.needSecond'),
        onAction: move,
      },
    ],
  }
}

interface RoleCommands {
  readonly t: Translate
  readonly held: string | undefined
  readonly make: (scope: OperatorScope) => void
  readonly unmake: () => void
}

function roleActionsOf(
  member: Member,
  { t, held, make, unmake }: RoleCommands,
): readonly MenuAction[] {
  const isNowOperator = isOperator(member)
  const full = {
    id: 'operator',
    label: t(isNowOperator ? 'members.makeFullOperator' : 'members.makeOperator'),
    icon: ShieldPlus,
    onAction: () => make('full'),
  }
  const content = {
    id: 'content-operator',
    label: t('members.makeContentOperator'),
    icon: ShieldEllipsis,
    blockedBecause: held,
    onAction: () => make('content'),
  }
  if (!isNowOperator) return [full, content]
  const end = {
    id: 'unmake',
    label: t('members.unmakeOperator'),
    icon: ShieldMinus,
    blockedBecause: held,
    onAction: unmake,
  }
  return [isContentOperator(member) ? full : content, end]
}
