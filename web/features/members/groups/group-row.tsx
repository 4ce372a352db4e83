import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../lib/i18n.ts'
import type { Group, RootGrant } from '../../../room/groups.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { ColorDot } from '../../../ui/list/color-dot.tsx'
import type { MenuAnchor } from '../../../ui/menu/menu-place.tsx'
import { EditGroupDialog } from './edit/edit-group-dialog.tsx'
import { GroupMenu } from './group-menu.tsx'
import { hasEndedNow, isOutside, periodText, timesText } from './group-times.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useGroupActions } from './use-group-actions.tsx'

interface GroupRowProps {
  readonly roomId: number
  readonly group: Group
  readonly groups: readonly Group[]
  readonly root: RootGrant | undefined
}

export function GroupRow({ roomId, group, groups, root }: GroupRowProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<MenuAnchor>()
  const [opened, setOpened] = useState<'edit' | 'remove'>()
  const button = useRef<HTMLButtonElement>(null)
  const actions = useGroupActions(roomId, group, groups)
  const label = t('groups.actions', { name: group.name })

  /** The menu is gone when the confirmation returns the focus. */
  const act = async (ask: () => Promise<void>) => {
    await ask()
    button.current?.focus()
  }
  const leave = () => {
    flushSync(() => setOpened(undefined))
    button.current?.focus()
  }
  return (
    <li className="group-row">
      <ColorDot color={group.color} />
      <GroupSummary group={group} root={root} />
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
        <GroupMenu
          group={group}
          groups={groups}
          actions={actions}
          anchor={anchor}
          act={act}
          onOpen={setOpened}
          onClose={() => setAnchor(undefined)}
        />
      )}
      {opened === 'edit' && root && (
        <EditGroupDialog roomId={roomId} group={group} root={root} onClose={leave} />
      )}
      {opened === 'remove' && (
        <RemoveDialog roomId={roomId} group={group} groups={groups} onClose={leave} />
      )}
    </li>
  )
}

interface GroupSummaryProps {
  readonly group: Group
  readonly root: RootGrant | undefined
}

function GroupSummary({ group, root }: GroupSummaryProps) {
  const context = useTranslation()
  const { t } = context
  const times = timesText(context, group)
  const period = root && root.level !== 'none' ? periodText(context, root) : undefined
  const about = [
    t('groups.members', { count: group.members }),
    root && t(`groups.${root.level}`),
    group.networks.length > 0 && t('groups.networkCount', { count: group.networks.length }),
  ].filter((part) => typeof part === 'string')
  return (
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
            <span className={hasEndedNow(group) ? 'group-ended' : undefined}>{times}</span>
          </>
        )}
      </span>
    </span>
  )
}
