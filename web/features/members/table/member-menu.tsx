import {
  Activity,
  Ear,
  EarOff,
  Ellipsis,
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
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OperatorScope } from '../../../../contract/core/permissions.ts'
import { type Translate, useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { LazyMenu, preloadMenu } from '../../../ui/menu/lazy-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useShowActivity } from '../activity-context.ts'
import { isGrouped, useGrouping } from '../groups/grouping-context.ts'
import type { Member } from '../members-query.ts'
import { useRightsViews } from '../rights-context.ts'
import { useReturn } from '../use-return.ts'
import { isOfPerson, useViewAs } from '../view-as-context.ts'
import { isContentOperator, isOperator } from './member-status.ts'
import type { MemberActions } from './use-member-actions.tsx'
import { type ControlColumn, controlProps } from './use-member-keys.ts'

const loadDialog = () => import('../edit-dialog.tsx')
const EditDialog = lazy(() => loadDialog().then((module) => ({ default: module.EditDialog })))
const UnmakeDialog = lazy(() => import('../groups/unmake-dialog.tsx').then((module) => ({ default: module.UnmakeDialog })))
const ShowPinDialog = lazy(() => import('../show-pin-dialog.tsx').then((module) => ({ default: module.ShowPinDialog })))

type DialogName = 'edit' | 'pin' | 'unmake'

interface MemberMenuProps {
  readonly roomId: number
  readonly member: Member
  readonly actions: MemberActions
  readonly held: string | undefined
  readonly isSelf: boolean
  readonly stop: ControlColumn | undefined
  readonly anchor: MenuAnchor | undefined
  readonly onAnchor: (anchor: MenuAnchor | undefined) => void
  readonly onRemoved: () => void
}

export function MemberMenu({ roomId, member, actions, held, isSelf, stop, anchor, onAnchor, onRemoved }: MemberMenuProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<DialogName>()
  const viewAs = useViewAs()
  const grouping = useGrouping()
  const viewBlocked = usePhaseBlock('members.viewAs')
  const showActivity = useShowActivity()
  const rights = useRightsViews()
  const button = useReturn(isOfPerson(viewAs.returnedFrom, member.id), viewAs.onReturned)
  const isNowOperator = isOperator(member)
  const needsGroup = isNowOperator && member.isUngrouped === true && isGrouped(grouping)
  const label = t('members.menu', { name: member.userName })
  const unmake = () => (needsGroup ? setDialog('unmake') : void act(actions.endOperator))
  /** The menu is gone when the confirmation returns the focus. */
  const act = async (ask: () => Promise<void>) => {
    await ask()
    button.current?.focus()
  }
  const leave = () => {
    flushSync(() => setDialog(undefined))
    button.current?.focus()
  }
  const own = participantActionsOf(member, {
    t,
    toggleText: () => void act(() => actions.toggle('text')),
    toggleLead: () => void act(actions.toggleLead),
    move: () => grouping.onMove([member]),
    reach: () => rights.openReach({ name: member.userName, who: { roomManagerId: member.id } }),
    isGrouped: isGrouped(grouping),
  })
  return (
    <>
      <IconButton
        ref={button}
        {...controlProps('menu', stop)}
        icon={Ellipsis}
        label={label}
        tip={t('members.actions')}
        size="small"
        isBusy={actions.isBusy}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={(event) => onAnchor(event.currentTarget)}
      />
      {anchor && (
        <Suspense>
          <LazyMenu
            label={label}
            anchor={anchor}
            onClose={() => onAnchor(undefined)}
            actions={[
              {
                id: 'edit',
                label: t('members.edit'),
                icon: Pencil,
                onAction: () => setDialog('edit'),
              },
              {
                id: 'view-as',
                label: t('members.viewAs'),
                icon: Eye,
                blockedBecause: isSelf ? t('members.viewAsSelf') : member.access ? viewBlocked : t('members.viewAsBlocked'),
                onAction: () => void act(() => viewAs.open({ memberId: member.id })),
              },
              ...own.reach,
              {
                id: 'activity',
                label: t('members.activity'),
                icon: Activity,
                onAction: () => showActivity(member.userId, member.userName),
              },
              { id: 'invite-again', label: t('members.inviteAgain'), icon: MailPlus, onAction: () => void act(actions.inviteAgain) },
              { id: 'show-pin', label: t('members.showPin'), icon: KeyRound, onAction: () => setDialog('pin') },
              ...own.text,
              ...roleActionsOf(member, { t, held, make: (scope) => void act(() => actions.makeOperator(scope)), unmake }),
              ...own.place,
              {
                id: 'sign-out',
                label: t('members.signOut'),
                icon: LogOut,
                blockedBecause: isSelf ? t('members.signOutSelf') : undefined,
                onAction: () => void act(actions.signOut),
              },
              { id: 'reset-security', label: t('members.resetSecurity'), icon: ShieldOff, onAction: () => void act(actions.resetSecurity) },
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
        </Suspense>
      )}
      {dialog && (
        <Suspense>
          {dialog === 'edit' && <EditDialog roomId={roomId} member={member} onClose={leave} />}
          {dialog === 'unmake' && <UnmakeDialog member={member} onUnmake={actions.unmakeOperator} onClose={leave} />}
          {dialog === 'pin' && <ShowPinDialog roomId={roomId} member={member} onClose={leave} />}
        </Suspense>
      )}
    </>
  )
}

interface ParticipantCommands {
  readonly t: Translate
  readonly toggleText: () => void
  readonly toggleLead: () => void
  readonly move: () => void
  readonly reach: () => void
  readonly isGrouped: boolean
}

const NONE = { reach: [], text: [], place: [] }

function participantActionsOf(member: Member, commands: ParticipantCommands): Record<'reach' | 'text' | 'place', readonly MenuAction[]> {
  if (isOperator(member)) return NONE
  const { t, toggleText, toggleLead, move, reach } = commands
  return {
    reach: [{ id: 'reach', label: t('rights.reachMenu'), icon: ListTree, onAction: reach }],
    text: [
      {
        id: 'text',
        label: t(member.text ? 'members.textBlock' : 'members.textAllow'),
        icon: member.text ? EarOff : Ear,
        onAction: toggleText,
      },
    ],
    place: [
      { id: 'lead', label: t(member.isLead ? 'proposals.endLead' : 'proposals.makeLead'), icon: UserStar, onAction: toggleLead },
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

function roleActionsOf(member: Member, { t, held, make, unmake }: RoleCommands): readonly MenuAction[] {
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
  const end = { id: 'unmake', label: t('members.unmakeOperator'), icon: ShieldMinus, blockedBecause: held, onAction: unmake }
  return [isContentOperator(member) ? full : content, end]
}
