import './member-group.css'
import { useTranslation } from '../../../../lib/i18n.ts'
import { GroupName } from '../../../../ui/list/group-name.tsx'
import type { Member } from '../../members-query.ts'
import { isOperator } from '../../table/member-status.ts'
import { type ControlColumn, controlProps } from '../../table/use-member-keys.ts'
import { hasEndedNow, timesText } from '../group-times.ts'
import { useGrouping } from '../grouping-context.ts'

export function MemberGroup({ member }: { readonly member: Member }) {
  const context = useTranslation()
  const { groups } = useGrouping()
  const group = groups.find(({ id }) => id === member.groupId)
  if (!group || isOperator(member)) return null
  const times = timesText(context, member)
  return (
    <>
      <GroupName group={group} />
      {times !== undefined && (
        <span className={hasEndedNow(member) ? 'member-times group-ended' : 'member-times numbers'}>
          {times}
        </span>
      )}
    </>
  )
}

export function MemberCheck({
  member,
  stop,
}: {
  readonly member: Member
  readonly stop: ControlColumn | undefined
}) {
  const { t } = useTranslation()
  const { selected, onSelect } = useGrouping()
  return (
    <label className="member-check">
      <input
        type="checkbox"
        {...controlProps('select', stop)}
        aria-label={t('groups.select', { name: member.userName })}
        checked={selected.has(member.id)}
        onChange={({ currentTarget }) => onSelect(member, currentTarget.checked)}
      />
    </label>
  )
}
