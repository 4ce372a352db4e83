import { type DragEvent, type MouseEvent, type Ref, useState } from 'react'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/switch.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useLongPress } from '../../../ui/menu/use-long-press.ts'
import {
  DRAGGED_PEOPLE,
  type Grouping,
  isGrouped,
  useGrouping,
} from '../groups/grouping-context.ts'
import { GroupLeaves, useGroupLeaves } from '../groups/rows/group-leaves.tsx'
import { MemberCheck, MemberGroup } from '../groups/rows/member-group.tsx'
import type { Member } from '../members-query.ts'
import { type MemberActions, useMemberActions } from './actions/use-member-actions.ts'
import { MemberMenu } from './member-menu.tsx'
import { RIGHTS } from './member-rights.ts'
import {
  type Hold,
  isContentOperator,
  isOperator,
  type Presence,
  presenceOf,
} from './member-status.ts'
import { type ControlColumn, controlProps } from './use-member-keys.ts'

interface MemberRowProps {
  readonly roomId: number
  readonly member: Member
  readonly index: number
  readonly hold: Hold | undefined
  readonly stop: ControlColumn | undefined
  readonly isSelf: boolean
  readonly isFresh: boolean
  readonly rowRef: Ref<HTMLTableRowElement>
  readonly onRemoved: () => void
}

const TONES = {
  suspended: 'neutral',
  invited: 'warn',
  today: 'ok',
  yesterday: 'ok',
  seen: 'ok',
} as const

export function MemberRow({
  roomId,
  member,
  index,
  hold,
  stop,
  isSelf,
  isFresh,
  rowRef,
  onRemoved,
}: MemberRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const actions = useMemberActions(roomId, member)
  const grouping = useGrouping()
  const isFine = useMediaQuery('(pointer: fine)')
  const [menu, setMenu] = useState<MenuAnchor>()
  const openMenu = (at: MenuAnchor) => !menu && !actions.isBusy && setMenu(at)
  const press = useLongPress((_, point) => openMenu(point))
  const held = hold && t(`members.${hold}`)
  const about = [member.division, member.position].filter((part) => part !== '').join(' · ')
  const mail = mailToShow(member)
  const isMissing =
    (stop === 'mail' && mail?.status !== 'failed') || (stop === 'select' && isOperator(member))
  const reached = isMissing ? 'print' : stop

  return (
    <tr
      ref={rowRef}
      data-index={index}
      data-member={member.id}
      aria-rowindex={index + 2}
      className={isFresh ? 'member member-fresh' : 'member'}
      aria-selected={isGrouped(grouping) ? grouping.selected.has(member.id) : undefined}
      {...press}
      onContextMenu={(event: MouseEvent) => openMenu({ x: event.clientX, y: event.clientY })}
    >
      <th
        scope="row"
        className={isGrouped(grouping) ? 'member-person member-selectable' : 'member-person'}
      >
        {isGrouped(grouping) && !isOperator(member) && (
          <MemberCheck member={member} stop={reached} />
        )}
        <span
          className="member-who"
          {...(isFine && isGrouped(grouping) && !isOperator(member)
            ? dragOf(member, grouping)
            : {})}
        >
          <span className="member-name">{member.userName}</span>{' '}
          <span className="member-about">{about}</span>
        </span>
        <span className="member-email">{member.email}</span>
      </th>
      {isGrouped(grouping) && (
        <td className="member-group">
          <MemberGroup member={member} />
        </td>
      )}
      <td className="member-date numbers">{formatInstant(member.createdAt, language)}</td>
      <td className="member-status">
        {isOperator(member) && (
          <Chip
            text={t(isContentOperator(member) ? 'members.contentOperator' : 'members.operator')}
          />
        )}
        {member.isLead && <Chip text={t('proposals.lead')} />}
        {member.text && <Chip text={t('members.text')} />}
        <PresenceChip presence={presenceOf(member, systemClock.now())} />
        {mail && <MailState member={member} mail={mail} stop={reached} actions={actions} />}
      </td>
      {RIGHTS.map((right) => (
        <td key={right} className="member-right">
          <span className="member-label" aria-hidden="true">
            {t(`members.${right}`)}
          </span>
          <RightSwitch
            member={member}
            right={right}
            stop={reached}
            held={right === 'access' ? held : undefined}
            isBusy={actions.busyRight === right}
            onToggle={() => void actions.toggle(right)}
          />
          <GroupLeaves member={member} right={right} />
        </td>
      ))}
      <td className="member-menu">
        <MemberMenu
          roomId={roomId}
          member={member}
          actions={actions}
          held={held}
          isSelf={isSelf}
          stop={reached}
          anchor={menu}
          onAnchor={setMenu}
          onRemoved={onRemoved}
        />
      </td>
    </tr>
  )
}

let frame = 0

/** The address must stay selectable. */
const dragOf = (member: Member, { onDrag }: Pick<Grouping, 'onDrag'>) => ({
  draggable: true,
  onDragStart: ({ dataTransfer, clientX, clientY }: DragEvent) => {
    dataTransfer.effectAllowed = 'move'
    dataTransfer.setData('text/plain', member.userName)
    dataTransfer.setData(DRAGGED_PEOPLE, '')
    // Browsers give up if the page changes before the drag begins.
    frame = requestAnimationFrame(() => onDrag(member, { clientX, clientY }))
  },
  onDragEnd: () => {
    cancelAnimationFrame(frame)
    onDrag(undefined)
  },
})

function PresenceChip({ presence }: { readonly presence: Presence }) {
  const { t } = useTranslation()
  const text =
    presence.kind === 'seen'
      ? t('members.seen', { date: presence.date })
      : t(`members.${presence.kind}`)
  return <Chip tone={TONES[presence.kind]} text={text} />
}

const MAIL_TONES = { queued: 'warn', sent: 'neutral', failed: 'danger' } as const

type Mail = NonNullable<Member['mail']>

const mailToShow = ({ mail, lastSeenAt }: Member): Mail | undefined =>
  mail && !(mail.status === 'sent' && lastSeenAt !== null) ? mail : undefined

interface MailStateProps {
  readonly member: Member
  readonly mail: Mail
  readonly stop: ControlColumn | undefined
  readonly actions: MemberActions
}

function MailState({ member, mail, stop, actions }: MailStateProps) {
  const { t } = useTranslation()
  const reason = mail.reason ? t(`mails.${mail.reason}`) : undefined
  return (
    <span className="member-mail">
      <span data-tip={reason}>
        <Chip tone={MAIL_TONES[mail.status]} text={t(`mails.${mail.status}`)} />
        {reason && <span className="hidden">{reason}</span>}
      </span>
      {mail.status === 'failed' && (
        <Button
          size="small"
          {...controlProps('mail', stop)}
          aria-label={t('mails.renewOf', { name: member.userName })}
          data-tip={reason}
          isBusy={actions.isBusy}
          onClick={() => void actions.renewMail(mail)}
        >
          {t('mails.renew')}
        </Button>
      )}
    </span>
  )
}

interface RightSwitchProps {
  readonly member: Member
  readonly right: (typeof RIGHTS)[number]
  readonly stop: ControlColumn | undefined
  readonly held: string | undefined
  readonly isBusy: boolean
  readonly onToggle: () => void
}

function RightSwitch({ member, right, stop, held, isBusy, onToggle }: RightSwitchProps) {
  const { t } = useTranslation()
  const leaves = useGroupLeaves({ member, right })
  const state = t(
    member[right]
      ? 'members.allowed'
      : right === 'access'
        ? 'members.suspended'
        : 'members.blocked',
  )
  const label = t('members.switchName', {
    name: member.userName,
    right: t(`members.${right}`),
    state,
  })
  return (
    <Switch
      {...controlProps(right, stop)}
      isOn={member[right]}
      label={label}
      text={state}
      isBusy={isBusy}
      blockedBecause={held}
      {...(held === undefined && leaves ? { 'aria-describedby': leaves.id } : {})}
      onToggle={onToggle}
    />
  )
}
