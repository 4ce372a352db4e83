import { Ban, Eye, ListTree, Pencil, RotateCcw, ShieldCheck, Star, Trash2 } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group } from '../../../room/groups.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { ActionMenu } from '../../../ui/menu/action-menu.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { useRightsViews } from '../rights-context.ts'
import { useViewAs } from '../view-as-context.ts'
import { hasEndedNow } from './group-times.ts'
import type { useGroupActions } from './use-group-actions.tsx'

interface GroupMenuProps {
  readonly group: Group
  readonly groups: readonly Group[]
  readonly actions: ReturnType<typeof useGroupActions>
  readonly anchor: MenuAnchor
  readonly act: (ask: () => Promise<void>) => Promise<void>
  readonly onOpen: (dialog: 'edit' | 'remove') => void
  readonly onClose: () => void
}

export function GroupMenu({
  group,
  groups,
  actions,
  anchor,
  act,
  onOpen,
  onClose,
}: GroupMenuProps) {
  const { t } = useTranslation()
  const viewAs = useViewAs()
  const viewBlocked = usePhaseBlock('members.viewAs')
  const rights = useRightsViews()
  const makeDefault = {
    id: 'default',
    label: t('groups.makeDefault'),
    icon: Star,
    onAction: () => void act(actions.makeDefault),
  }
  const end = {
    id: 'end',
    label: t('groups.end'),
    icon: Ban,
    isDangerous: true,
    onAction: () => void act(actions.end),
  }
  const reopen = {
    id: 'reopen',
    label: t('groups.reopen'),
    icon: RotateCcw,
    onAction: () => void act(actions.reopen),
  }
  return (
    <ActionMenu
      label={t('groups.actions', { name: group.name })}
      anchor={anchor}
      onClose={onClose}
      actions={[
        { id: 'edit', label: t('groups.edit'), icon: Pencil, onAction: () => onOpen('edit') },
        { id: 'rights', label: t('groups.rights'), icon: ShieldCheck, onAction: rights.openRoot },
        ...(group.isDefault ? [] : [makeDefault]),
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
        hasEndedNow(group) ? reopen : end,
        {
          id: 'remove',
          label: t('groups.remove'),
          icon: Trash2,
          isDangerous: true,
          blockedBecause: groups.length > 1 ? undefined : t('groups.removeLast'),
          onAction: () => onOpen('remove'),
        },
      ]}
    />
  )
}
