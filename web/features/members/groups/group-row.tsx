import { Ban, Ellipsis, Eye, ListTree, Pencil, RotateCcw, ShieldCheck, Star, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group, RootGrant } from '../../../room/groups.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import { ActionMenu } from '../../../ui/menu/action-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useRightsViews } from '../rights-context.ts'
import { useViewAs } from '../view-as-context.ts'
import { EditGroupDialog } from './edit-group-dialog.tsx'
import { hasEnded, isOutside, periodText, timesText } from './group-times.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useGroupActions } from './use-group-actions.tsx'

interface GroupRowProps {
  readonly roomId: number
  readonly group: Group
  readonly groups: readonly Group[]
  readonly root: RootGrant | undefined
}

export function GroupRow({ roomId, group, groups, root }: GroupRowProps) {
  const speaker = useTranslation()
  const { t } = speaker
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const [opened, setOpened] = useState<'edit' | 'remove'>()
  const button = useRef<HTMLButtonElement>(null)
  const actions = useGroupActions(roomId, group, groups)
  const viewAs = useViewAs()
  const viewBlocked = usePhaseBlock('members.viewAs')
  const rights = useRightsViews()
  const times = timesText(speaker, group)
  const period = root && root.level !== 'none' ? periodText(speaker, root) : undefined
  const label = t('groups.actions', { name: group.name })
  const about = [
    t('groups.members', { count: group.members }),
    root && t(`groups.${root.level}`),
    group.networks.length > 0 && t('groups.networkCount', { count: group.networks.length }),
  ].filter((part) => typeof part === 'string')

  /** The menu is gone when the confirmation returns the focus. */
  const act = async (ask: () => Promise<void>) => {
    await ask()
    button.current?.focus()
  }
  const leave = () => {
    flushSync(() => setOpened(undefined))
    button.current?.focus()
  }
  const end = { id: 'end', label: t('groups.end'), icon: Ban, isDangerous: true, onAction: () => void act(actions.end) }
  const reopen = { id: 'reopen', label: t('groups.reopen'), icon: RotateCcw, onAction: () => void act(actions.reopen) }
  return (
    <li className="group-row">
      <ColorDot color={group.color} />
      <span className="group-row-words">
        <span className="group-row-name">
          {group.name} {group.isDefault && <Chip text={t('groups.isDefault')} />}
        </span>
        <span className="meta numbers">
          {about.join(' · ')}
          {period !== undefined && root && (
            <>
              {' · '}
              <span className={isOutside(root) ? 'group-ended' : undefined}>{period}</span>
            </>
          )}
          {times !== undefined && (
            <>
              {' · '}
              <span className={hasEnded(group) ? 'group-ended' : undefined}>{times}</span>
            </>
          )}
        </span>
      </span>
      <IconButton
        ref={button}
        icon={Ellipsis}
        label={label}
        size="small"
        isBusy={actions.isBusy}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && (
        <ActionMenu
          label={label}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
          actions={[
            { id: 'edit', label: t('groups.edit'), icon: Pencil, onAction: () => setOpened('edit') },
            { id: 'rights', label: t('groups.rights'), icon: ShieldCheck, onAction: rights.openRoot },
            ...(group.isDefault
              ? []
              : [{ id: 'default', label: t('groups.makeDefault'), icon: Star, onAction: () => void act(actions.makeDefault) }]),
            {
              id: 'view',
              label: t('groups.viewAs'),
              icon: Eye,
              blockedBecause: viewBlocked,
              onAction: () => void act(() => viewAs.open({ groupId: group.id })),
            },
            {
              id: 'reach',
              label: t('rights.reachMenu'),
              icon: ListTree,
              onAction: () => rights.openReach({ name: group.name, who: { groupId: group.id } }),
            },
            hasEnded(group) ? reopen : end,
            {
              id: 'remove',
              label: t('groups.remove'),
              icon: Trash2,
              isDangerous: true,
              blockedBecause: groups.length > 1 ? undefined : t('groups.removeLast'),
              onAction: () => setOpened('remove'),
            },
          ]}
        />
      )}
      {opened === 'edit' && root && <EditGroupDialog roomId={roomId} group={group} root={root} onClose={leave} />}
      {opened === 'remove' && <RemoveDialog roomId={roomId} group={group} groups={groups} onClose={leave} />}
    </li>
  )
}
