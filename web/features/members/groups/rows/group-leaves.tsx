import { LEVEL, type Level } from '../../../../../contract/features/groups/levels.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Member } from '../../members-query.ts'
import type { RIGHTS } from '../../table/member-rights.ts'
import { isOperator } from '../../table/member-status.ts'
import { isOutside, periodText, timesText } from '../group-times.ts'
import { useGrouping } from '../grouping-context.ts'

const HINTS = {
  none: 'groups.leavesNone',
  view: 'groups.leavesView',
  print: 'groups.leavesPrint',
} as const

interface GroupLeavesProps {
  readonly member: Member
  readonly right: (typeof RIGHTS)[number]
}

interface Leaves {
  readonly id: string
  readonly text: string
  readonly hint?: string
}

/** What the group leaves of a switch that is on. @returns undefined where nothing is said. */
export function useGroupLeaves({ member, right }: GroupLeavesProps): Leaves | undefined {
  const context = useTranslation()
  const { t } = context
  const { groups, roots } = useGrouping()
  const group = groups.find(({ id }) => id === member.groupId)
  const root = roots.find(({ groupId }) => groupId === member.groupId)
  if (!group || !root || !member[right] || isOperator(member)) return undefined
  const id = `leaves-${member.id}-${right}`
  if (right === 'access') {
    const text = isOutside(group) ? timesText(context, group) : undefined
    return text === undefined ? undefined : { id, text }
  }
  const level: Level = isOutside(root) ? 'none' : root.level
  if (LEVEL[level] >= LEVEL[right] || !(level in HINTS)) return undefined
  const hint = isOutside(root)
    ? t('groups.leavesOutside', { name: group.name })
    : t(HINTS[level as keyof typeof HINTS], { name: group.name })
  return {
    id,
    hint,
    text:
      (isOutside(root) && periodText(context, root)) ||
      t('groups.leaves', { level: t(`groups.${level}`) }),
  }
}

export function GroupLeaves(props: GroupLeavesProps) {
  const leaves = useGroupLeaves(props)
  if (!leaves) return null
  const { id, text, hint } = leaves
  if (hint === undefined)
    return (
      <span id={id} className="member-leaves">
        {text}
      </span>
    )
  return (
    <span className="member-leaves" data-tip={hint}>
      {text}
      <span id={id} className="hidden">
        {hint}
      </span>
    </span>
  )
}
