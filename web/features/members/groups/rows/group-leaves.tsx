import { LEVEL, type Level } from '../../../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Member } from '../../members-query.ts'
import { isOperator } from '../../table/member-status.ts'
import type { RIGHTS } from '../../table/use-member-actions.tsx'
import { isOutside, periodText, timesText } from '../group-times.ts'
import { useGrouping } from '../grouping-context.ts'

const HINTS = { none: 'groups.leavesNone', view: 'groups.leavesView', print: 'groups.leavesPrint' } as const

interface GroupLeavesProps {
  readonly member: Member
  readonly right: (typeof RIGHTS)[number]
}

export const leavesId = ({ id }: Member, right: GroupLeavesProps['right']): string => `leaves-${id}-${right}`

export function GroupLeaves({ member, right }: GroupLeavesProps) {
  const speaker = useTranslation()
  const { t } = speaker
  const { groups, roots } = useGrouping()
  const group = groups.find(({ id }) => id === member.groupId)
  const root = roots.find(({ groupId }) => groupId === member.groupId)
  if (!group || !root || !member[right] || isOperator(member)) return null
  if (right === 'access') return isOutside(group) ? <span className="member-leaves">{timesText(speaker, group)}</span> : null
  const level: Level = isOutside(root) ? 'none' : root.level
  if (LEVEL[level] >= LEVEL[right] || !(level in HINTS)) return null
  const hint = isOutside(root) ? t('groups.levelHidden') : t(HINTS[level as keyof typeof HINTS], { name: group.name })
  return (
    <span className="member-leaves" data-tip={hint}>
      {(isOutside(root) && periodText(speaker, root)) || t('groups.leaves', { level: t(`groups.${level}`) })}
      <span id={leavesId(member, right)} className="hidden">
        {hint}
      </span>
    </span>
  )
}
